"""Shapes of records: which keys of other people's files hold the answer, the question and the passages.

`table` says it as data, `paths` is the little language of that data, `recognise` applies it. No file is opened here.
"""
