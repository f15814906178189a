"""The optional judge: its prompt, its contract, its clients.

The core never imports it and no verdict of the core depends on it.
"""

from __future__ import annotations

from quantcheck.judge.errors import JudgeError, NotAccepted

__all__ = ["JudgeError", "NotAccepted"]
