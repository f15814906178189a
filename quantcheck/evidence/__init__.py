"""Structured answers over frozen evidence sets: cut, rank and freeze a corpus, verify answers, compare with gold.

Nothing is imported here, so that the Markdown parser and the ranker are loaded only by the commands that use them.
"""
