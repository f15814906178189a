"""Units of input checked by several processes at once, their parts in the order of the input.

A worker is this module run by itself: it is sent policy and vocabulary once, then unit after unit, each a frame of
plain data behind its length, and answers each with a part. A worker that fails is replaced and its unit checked again;
one that takes down a second worker is checked line by line, and a line that takes down two more is an error of its own.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Final

import msgspec

from quantcheck import load, streams
from quantcheck.reading.compiled import Language, decode, encode
from quantcheck.report import Error
from quantcheck.streams import Part, Setting

AHEAD: Final = 3
"""Units read and checked ahead for each worker; more would only cost memory."""
TRIES: Final = 2
READY: Final = b"ready"

_HERE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_COMMAND: Final = (sys.executable, "-c", "from quantcheck.jobs import serve; serve()")


class CannotStart(Exception):
    """No worker can be started."""


class _Gone(Exception):
    """A worker ended before it answered; the message says how."""


class _Worker:
    """A process that checks units."""

    def __init__(self, command: Sequence[str], setting: bytes) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (_HERE, os.environ.get("PYTHONPATH"))))}
        quiet = None if os.environ.get("QUANTCHECK_TRACEBACK") else subprocess.DEVNULL
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, env=environment
            )
        except OSError as error:
            raise CannotStart(error.strerror or str(error)) from None
        try:
            self.ready = self.ask(setting) == READY
        except _Gone as gone:
            self.close()
            raise CannotStart(str(gone)) from None
        if not self.ready:
            self.close()
            raise CannotStart("it has another version or vocabulary")

    def ask(self, frame: bytes) -> bytes:
        """Return the answer to a frame."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        try:
            _write(stdin, frame)
            answer = _read(stdout)
        except (OSError, ValueError):
            answer = None
        if answer is None:
            raise _Gone(self._end())
        return answer

    def _end(self) -> str:
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "closed its output"
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def close(self) -> None:
        """End the process at once; whatever it is at has no use any more."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class Pool:
    """So many workers under one setting. A context manager: they end with it."""

    def __init__(
        self,
        jobs: int,
        setting: Setting,
        language: Language | None = None,
        *,
        tell: Callable[[str], object] = lambda line: None,
        command: Sequence[str] = _COMMAND,
    ) -> None:
        self._jobs = jobs
        self._setting = setting
        self._frame = msgspec.msgpack.encode((setting, encode(load.language() if language is None else language)))
        self._tell = tell
        self._command = command
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._workers: set[_Worker] = set()
        self._closed = False
        self._threads = ThreadPoolExecutor(jobs)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all workers."""
        with self._lock:
            self._closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in workers:
            worker.close()

    def pids(self) -> list[int]:
        """Return the ids of the worker processes."""
        with self._lock:
            return [worker.process.pid for worker in self._workers]

    def parts(self, units: Iterable[load.Unit | Error]) -> Iterator[Part | Error]:
        """Yield what comes of units, in their order; errors among them come through in their places."""
        waiting: deque[tuple[load.Unit, Future[Part]] | Error] = deque()
        counted: dict[str, int] = {}
        source = iter(units)
        more = True
        while more or waiting:
            while more and len(waiting) < AHEAD * self._jobs:
                unit = next(source, None)
                if unit is None:
                    more = False
                elif isinstance(unit, Error):
                    waiting.append(unit)
                else:
                    waiting.append((unit, self._threads.submit(self._check, unit)))
            if not waiting:
                return
            head = waiting.popleft()
            if isinstance(head, Error):
                yield head
                continue
            unit, future = head
            first = counted.get(unit.file, 0)
            if unit.lines and unit.first != first:
                # Lines before it held several cases, or none: its cases have other numbers than was thought.
                unit = msgspec.structs.replace(unit, first=first)
                future.cancel()
                future = self._threads.submit(self._check, unit)
            part = future.result()
            counted[unit.file] = first + part.cases
            yield part

    def _check(self, unit: load.Unit) -> Part:
        """Return what comes of a unit, whatever becomes of the workers."""
        try:
            return self._ask(unit)
        except _Gone as gone:
            why = str(gone)
        one_by_one = load.alone(unit) if unit.lines else []
        if len(one_by_one) < 2:
            place = f"line {unit.number}" if unit.lines else ""
            why = f"the process that checked it {why}, {TRIES} times: please report it"
            return streams.lost(unit, self._setting, place, why)
        parts: list[Part] = []
        for line in one_by_one:
            first = unit.first + sum(part.cases for part in parts)
            parts.append(self._check(msgspec.structs.replace(line, first=first)))
        return streams.joined(parts)

    def _ask(self, unit: load.Unit) -> Part:
        frame = msgspec.msgpack.encode(unit)
        for attempt in range(TRIES):
            worker = self._worker()
            try:
                return msgspec.msgpack.decode(worker.ask(frame), type=Part)
            except _Gone as gone:
                self._drop(worker)
                if attempt + 1 == TRIES or self._closed:
                    raise
                where = f", from line {unit.number}" if unit.lines else ""
                self._tell(f"{unit.file}: a worker {gone}: its cases{where} are checked again")
        raise AssertionError  # the last attempt returns or raises

    def _worker(self) -> _Worker:
        worker: _Worker | None = getattr(self._mine, "worker", None)
        if worker is None:
            worker = self._mine.worker = _Worker(self._command, self._frame)
            with self._lock:
                self._workers.add(worker)
                closed = self._closed
            if closed:
                worker.process.kill()
        return worker

    def _drop(self, worker: _Worker) -> None:
        self._mine.worker = None
        with self._lock:
            self._workers.discard(worker)
        worker.close()


def serve(check: Callable[..., Part] = streams.part) -> None:
    """Be a worker: read the setting, then check unit after unit until the input ends."""
    import signal

    from quantcheck.api import Checker

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    first = _read(stdin)
    if first is None:
        return
    setting, language = msgspec.msgpack.decode(first, type=tuple[Setting, bytes])
    checker = Checker(setting.policy, decode(language))
    same = checker.engine == setting.engine
    _write(stdout, READY if same else b"other")
    how = setting.how()
    while same and (frame := _read(stdin)) is not None:
        unit = msgspec.msgpack.decode(frame, type=load.Unit)
        _write(stdout, msgspec.msgpack.encode(check(unit, checker, setting, how)))


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(8, "big") + data)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """Return the next frame; None where the stream ends, in the middle of one too."""
    head = stream.read(8)
    if len(head) < 8:
        return None
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    return data if len(data) == size else None
