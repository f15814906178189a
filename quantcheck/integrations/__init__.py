"""Adapters for evaluators: each module imports its host, and nothing else imports the module.

All of them tell their host what `quantcheck.outcome` says of an answer, in the host's own terms.
"""
