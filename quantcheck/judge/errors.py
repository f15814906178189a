"""What can go wrong with a call to a judge, by what is known of its outcome."""

from __future__ import annotations


class JudgeError(Exception):
    """The judge cannot be used at all: the command ends, nothing was decided."""


class NotAccepted(Exception):
    """The service is known not to have taken the call, so nothing was spent and it may be sent again.

    A judge factory's callable may raise it too. Every other exception leaves the outcome of the call unknown.
    `again` says that the same call may succeed in a moment; `hopeless` that no call of this run can.
    """

    def __init__(
        self, message: str, *, again: bool = True, hopeless: bool = False, wait: float | None = None, body: bytes = b""
    ) -> None:
        super().__init__(message)
        self.again = again
        self.hopeless = hopeless
        self.wait = wait
        self.body = body
