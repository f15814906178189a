"""The check of files of any length: parts are written as they come, checked in this process or by several."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

import msgspec

from quantcheck import load, output, report, run, streams
from quantcheck.api import Checker
from quantcheck.commands.progress import Progress
from quantcheck.intake import cases
from quantcheck.intake.shapes.recognise import Intake
from quantcheck.output import CannotDo
from quantcheck.streams import Look, Part, Setting


def possible(formats: Iterable[str], how: Intake) -> bool:
    """Say whether formats can be written in parts, from records that are read one by one."""
    return not how.mapped and all(name in streams.PARTS for name in formats)


def stream(
    files: Sequence[str],
    how: Intake,
    checker: Checker,
    outputs: Sequence[tuple[str, str | None]],
    *,
    quiet: bool = False,
    explain: bool = False,
    jobs: int = 1,
) -> int:
    """Check files and write each part as it comes; return the exit code."""
    looks = tuple(
        Look(
            name,
            width=output.width() if path is None else 100,
            colour=path is None and output.coloured(),
            quiet=quiet,
            explain=explain,
        )
        for name, path in outputs
    )
    setting = Setting(checker.engine, looks, how.shape.name if how.shape else "", how.question)
    progress = Progress(size(files), shown=None if _aside(outputs) else False)
    total = streams.Total(checker.engine)
    sinks = [_Sink(look, path) for look, (_, path) in zip(looks, outputs, strict=True)]
    seen = done = 0
    try:
        for part in _parts(load.units(files, how=how), checker, setting, how, jobs, progress):
            if isinstance(part, report.Error):
                total.fail(part)
                _complain(part, progress)
                continue
            total.add(part)
            for error in part.errors:
                _complain(error, progress)
            for sink, piece in zip(sinks, part.pieces, strict=True):
                sink.put(piece)
            seen, done = seen + part.cases, done + part.size
            progress.step(seen, done)
        progress.clear()
        if total.nothing:
            _complain(total.report().errors[0], progress)
        for sink, end in zip(sinks, streams.ends(total, setting, [sink.written for sink in sinks]), strict=True):
            sink.put(end)
            sink.close()
    except BaseException as stop:
        progress.clear()
        for sink in sinks:
            sink.abandon(stop)
        raise
    return 1 if any(sink.failed for sink in sinks) else run.exit_code(total.report())


def gather(
    files: Sequence[str], how: Intake, checker: Checker, given: dict[tuple[str, int], cases.Case], jobs: int
) -> report.Report:
    """Return the report of files checked by several processes, and put the cases as they were given into `given`."""
    setting = Setting(checker.engine, (Look("jsonl"),), how.shape.name if how.shape else "", how.question)
    read: deque[load.Unit] = deque()

    def units() -> Iterator[load.Unit | report.Error]:
        for unit in load.units(files, how=how):
            if isinstance(unit, load.Unit):
                read.append(unit)
            yield unit

    checked: list[report.Case] = []
    errors: list[report.Error] = []
    counted: dict[str, int] = {}
    progress = Progress(size(files))
    done = 0
    for part in _parts(units(), checker, setting, how, jobs, progress):
        if isinstance(part, report.Error):
            errors.append(part)
            continue
        unit = read.popleft()
        done += len(unit.data)
        progress.step(len(checked), done)
        first = counted.get(unit.file, 0)
        counted[unit.file] = first + part.cases
        found = load.within(msgspec.structs.replace(unit, first=first), how)
        given.update(((case.file, case.index), case) for case in found if isinstance(case, cases.Case))
        checked += (msgspec.json.decode(line, type=report.Case) for line in part.pieces[0].splitlines())
        errors += part.errors
    progress.clear()
    return run.report(checked, errors, checker.engine)


def _parts(
    units: Iterable[load.Unit | report.Error],
    checker: Checker,
    setting: Setting,
    how: Intake,
    jobs: int,
    progress: Progress,
) -> Iterator[Part | report.Error]:
    """Yield what comes of units, in their order."""
    if jobs > 1:
        from quantcheck.jobs import CannotStart, Pool  # most runs have one process

        def tell(line: str) -> None:
            progress.clear()
            output.complain(line)

        try:
            with Pool(jobs, setting, checker.language, tell=tell) as pool:
                yield from pool.parts(units)
        except CannotStart as wrong:
            raise CannotDo(f"--jobs: no worker can be started: {wrong}") from None
        return
    counted: dict[str, int] = {}
    for unit in units:
        if isinstance(unit, report.Error):
            yield unit
            continue
        if unit.lines:
            unit = msgspec.structs.replace(unit, first=counted.get(unit.file, 0))
        part = streams.part(unit, checker, setting, how)
        counted[unit.file] = unit.first + part.cases
        yield part


class _Sink:
    """One output. Where it cannot be written that is said once, and the others are written all the same."""

    def __init__(self, look: Look, path: str | None) -> None:
        self.written = False
        self.failed = False
        self._context: AbstractContextManager[Callable[[bytes], object]] | None = output.opened(path)
        self._standard = path is None
        self._into_log = output.into_log(look.name, path)
        writer = getattr(streams.module(look), "writer", None)
        try:
            put = self._context.__enter__()
            self._writer = writer(put) if writer is not None else None
            self._put = put if self._writer is None else self._writer.put
        except CannotDo as wrong:
            self._fail(wrong)

    def put(self, piece: bytes) -> None:
        """Write a piece, if there is anything in it."""
        if not piece or self._context is None:
            return
        self.written = True
        if self._into_log:
            piece = output.commandless(piece)
        try:
            self._put(piece)
        except OSError as error:
            if self._standard:
                raise
            self.abandon(error)

    def close(self) -> None:
        """Finish the output: a file appears now, whole."""
        if self._context is None:
            return
        try:
            if self._writer is not None:
                self._writer.close()
            self._context.__exit__(None, None, None)
        except (CannotDo, OSError) as wrong:
            if self._standard:
                raise
            self._fail(wrong)
        self._context = None

    def abandon(self, why: BaseException) -> None:
        """Leave nothing behind."""
        context, self._context = self._context, None
        if context is None:
            return
        try:
            context.__exit__(type(why), why, why.__traceback__)
        except CannotDo as wrong:
            self._fail(wrong)
        except BaseException as same:
            if same is not why:
                raise

    def _fail(self, wrong: BaseException) -> None:
        self._context = None
        self.failed = True
        output.complain(str(wrong))


def _complain(error: report.Error, progress: Progress) -> None:
    progress.clear()
    output.complain(": ".join(filter(None, (error.file, error.place, error.message))))


def _aside(outputs: Sequence[tuple[str, str | None]]) -> bool:
    """Say whether a line of progress stands in the way of no output."""
    return not sys.stdout.isatty() or all(path is not None for _, path in outputs)


def size(files: Sequence[str]) -> int:
    """Return the bytes of the input; 0 where that is not known."""
    total = 0
    for path in files:
        try:
            if not os.path.isfile(path):
                return 0
            total += os.path.getsize(path)
        except (OSError, ValueError):
            return 0
    return total
