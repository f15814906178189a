"""The ledger of a run: calls and results in one SQLite file. Every row has a digest, all rows together have a seal.

A call goes through four states, each committed before the next begins: `reserved` (counted against the budget, not
sent), `sent` (from here on its outcome is unknown until a reply is here), `replied` (the reply is here, not looked at),
and, in the results, assessed. `refused` calls are known not to have been accepted; `released` ones were given up by a
person. Only the holder of the lease writes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from quantcheck.output import CannotDo

APPLICATION: Final = 0x7163726E  # "qcrn"
MIGRATIONS: Final = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest BLOB NOT NULL) STRICT;
    CREATE TABLE evaluations (
        id INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, body BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
    CREATE TABLE calls (
        id INTEGER PRIMARY KEY, evaluation INTEGER NOT NULL, request TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('reserved', 'sent', 'replied', 'refused', 'released')),
        cause TEXT NOT NULL DEFAULT '', raw BLOB, reply BLOB, digest BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX call_of_request ON calls (request) WHERE state <> 'released';
    CREATE TABLE results (
        evaluation INTEGER NOT NULL, number INTEGER NOT NULL, criterion INTEGER NOT NULL,
        call INTEGER, body BLOB, digest BLOB NOT NULL,
        PRIMARY KEY (evaluation, number, criterion)) STRICT, WITHOUT ROWID;
    CREATE TABLE scores (
        evaluation INTEGER NOT NULL, scorer TEXT NOT NULL, body BLOB NOT NULL, digest BLOB NOT NULL,
        PRIMARY KEY (evaluation, scorer)) STRICT, WITHOUT ROWID;
    CREATE TABLE seal (
        one INTEGER PRIMARY KEY CHECK (one = 1), commits INTEGER NOT NULL, rows INTEGER NOT NULL, sum BLOB NOT NULL
    ) STRICT;
    INSERT INTO seal VALUES (1, 0, 0, zeroblob(32));
    """,
    """
    CREATE TABLE labels (
        sha256 TEXT PRIMARY KEY, last_call INTEGER NOT NULL, count INTEGER NOT NULL, digest BLOB NOT NULL) STRICT;
    """,
)
"""Scripts that lead from one version of the schema to the next; `user_version` counts those that have run."""
_TABLES: Final = {
    "meta": ("key", "value"),
    "evaluations": ("id", "identity", "body"),
    "calls": ("id", "evaluation", "request", "state", "cause", "raw", "reply"),
    "results": ("evaluation", "number", "criterion", "call", "body"),
    "scores": ("evaluation", "scorer", "body"),
    "labels": ("sha256", "last_call", "count"),
}
_KEYS: Final = {"results": 3, "scores": 2}
_MODULUS: Final = 2**256
_MARK: Final = "-mark"

State = Literal["reserved", "sent", "replied", "refused", "released"]


class Call(msgspec.Struct, frozen=True):
    """A row of the calls; `raw` is the reply as it came, `reply` what was understood of its envelope."""

    id: int
    evaluation: int
    request: str
    state: State
    cause: str = ""
    raw: bytes | None = None
    reply: bytes | None = None


class Result(msgspec.Struct, frozen=True):
    """A row of the results. Without a `body` it is open: it waits for its call, or without a call for budget."""

    evaluation: int
    number: int
    criterion: int
    call: int | None = None
    body: bytes | None = None


class Stored(msgspec.Struct, frozen=True):
    """A row of the evaluations."""

    id: int
    identity: str
    body: bytes


class Labels(msgspec.Struct, frozen=True):
    """A row of the labels: the digest of a file of labels, and the last call when it was first given."""

    sha256: str
    last_call: int
    count: int


class Ledger:
    """An open ledger, checked when it was opened."""

    def __init__(self, connection: sqlite3.Connection, path: Path, copy: Path | None = None) -> None:
        self._db = connection
        self._path = path
        self._copy = copy
        self._commits = 0
        self._rows = 0
        self._sum = 0

    @classmethod
    def create(cls, path: Path, run: str) -> None:
        """Make the ledger of a new run."""
        with cls(_connect(path.absolute().as_uri() + "?mode=rwc", path), path) as ledger, _plainly(path):
            ledger._db.execute(f"PRAGMA application_id = {APPLICATION}")
            ledger._db.execute("PRAGMA journal_mode = WAL")
            ledger._migrate(0)
            ledger._unseal()
            with ledger.transaction():
                ledger.put("meta", ("run", run))

    @classmethod
    def open(cls, path: Path, run: str, *, write: bool) -> Ledger:
        """Open the ledger of a run and check every row of it, or raise `CannotDo`.

        A reader needs no permission to write: where the database cannot be opened in place, a copy is read.
        """
        if not path.is_file():
            raise CannotDo(f"{path}: is missing: expected the ledger of the run")
        mark = _mark(path)  # before the ledger, which may go on while it is read
        ledger = cls._writer(path) if write else cls._reader(path)
        try:
            with _plainly(path):
                ledger._check(run)
            if ledger._commits < mark:
                raise CannotDo(f"{path}: damaged: {mark - ledger._commits} of its last commits are gone")
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def _writer(cls, path: Path) -> Ledger:
        ledger = cls(_connect(path.absolute().as_uri() + "?mode=rw", path), path)
        try:
            with _plainly(path):
                ledger._db.execute("BEGIN IMMEDIATE")
                ledger._db.execute("ROLLBACK")
                ledger._migrate(ledger._version())
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def _reader(cls, path: Path) -> Ledger:
        try:
            ledger = cls(_connect(path.absolute().as_uri() + "?mode=ro", path), path)
            with _plainly(path):
                if ledger._version() == len(MIGRATIONS):
                    ledger._db.execute("BEGIN")
                    ledger._db.execute("SELECT count(*) FROM seal").fetchone()
                    return ledger
            ledger.close()
        except CannotDo:
            pass
        # A folder that cannot be written, or a ledger of an older version: neither is touched.
        folder = Path(tempfile.mkdtemp(prefix="quantcheck-"))
        try:
            for suffix in ("", "-wal"):
                if (source := Path(f"{path}{suffix}")).exists():
                    shutil.copyfile(source, folder / f"copy{suffix}")
            with _plainly(path):
                ledger = cls(_connect((folder / "copy").as_uri() + "?mode=rw", path), path, folder)
                ledger._migrate(ledger._version())
                return ledger
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise CannotDo(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from None
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was committed stays."""
        self._db.close()
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)

    # Checking

    def _version(self) -> int:
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        if self._db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION or version < 1:
            raise CannotDo(f"{self._path}: is no ledger of a run")
        if version > len(MIGRATIONS):
            raise CannotDo(f"{self._path}: version {version} of the ledger: expected at most {len(MIGRATIONS)}")
        return version

    def _migrate(self, version: int) -> None:
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            self._db.executescript(f"BEGIN IMMEDIATE;{script};PRAGMA user_version = {number};COMMIT;")

    def _check(self, run: str) -> None:
        found = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise CannotDo(f"{self._path}: damaged: {' '.join(str(found).split())[:120]}")
        self._unseal()
        rows = total = 0
        for table, columns in _TABLES.items():
            for *values, digest in self._db.execute(f"SELECT {', '.join(columns)}, digest FROM {table}"):
                if _digest(table, values) != digest:
                    key = "/".join(str(value) for value in values[: _KEYS.get(table, 1)])[:80]
                    raise CannotDo(f"{self._path}: damaged: the digest of {table} {key} differs from what it holds")
                rows += 1
                total = (total + int.from_bytes(digest, "big")) % _MODULUS
        if (rows, total) != (self._rows, self._sum):
            raise CannotDo(f"{self._path}: damaged: its rows differ from its seal")
        if self.meta("run") != run:
            raise CannotDo(f"{self._path}: belongs to another run: its digest differs from the manifest's")

    def _unseal(self) -> None:
        self._commits, self._rows, total = self._db.execute("SELECT commits, rows, sum FROM seal").fetchone()
        self._sum = int.from_bytes(total, "big")

    # Writing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is put within, all of it or nothing, on the disk when it ends."""
        before = self._rows, self._sum
        try:
            with _plainly(self._path):
                self._db.execute("BEGIN IMMEDIATE")
                yield
                seal = self._commits + 1, self._rows, self._sum.to_bytes(32, "big")
                self._db.execute("UPDATE seal SET commits = ?, rows = ?, sum = ?", seal)
                self._db.execute("COMMIT")
        except BaseException:
            self._rows, self._sum = before
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._commits += 1
        self._set_mark()

    def _set_mark(self) -> None:
        """Note beside the ledger how far it has come.

        SQLite passes over the end of a damaged write-ahead log in silence, and with it over calls that were sent. The
        note needs no flush: it is written after its commit is on the disk, so it is never ahead of it. It is one
        write over the old one, which a kill cannot halve.
        """
        path = f"{self._path}{_MARK}"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            try:
                os.write(handle, b"%020d\n" % self._commits)
            finally:
                os.close(handle)
        except OSError as error:
            raise CannotDo(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None

    def put(self, table: str, values: Sequence[Any]) -> None:
        """Insert a row, or replace the one with its key."""
        columns = _TABLES[table]
        key = _KEYS.get(table, 1)
        where = " AND ".join(f"{column} = ?" for column in columns[:key])
        old = self._db.execute(f"SELECT digest FROM {table} WHERE {where}", values[:key]).fetchone()
        digest = _digest(table, values)
        if old is None:
            marks = ", ".join("?" * (len(columns) + 1))
            self._db.execute(f"INSERT INTO {table} ({', '.join(columns)}, digest) VALUES ({marks})", (*values, digest))
        else:
            changes = ", ".join(f"{column} = ?" for column in (*columns[key:], "digest"))
            self._db.execute(f"UPDATE {table} SET {changes} WHERE {where}", (*values[key:], digest, *values[:key]))
            self._sum -= int.from_bytes(old[0], "big")
        self._rows += old is None
        self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS

    def put_call(self, call: Call) -> None:
        """Put a call."""
        self.put("calls", msgspec.structs.astuple(call))

    def put_result(self, result: Result) -> None:
        """Put a result."""
        self.put("results", msgspec.structs.astuple(result))

    # Reading

    def meta(self, key: str) -> str | None:
        """Return a fact about the run."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def evaluations(self) -> list[Stored]:
        """Return the evaluations, oldest first."""
        return [Stored(*row) for row in self._db.execute("SELECT id, identity, body FROM evaluations ORDER BY id")]

    def call(self, request: str) -> Call | None:
        """Return the call of a request that was not released."""
        sql = f"SELECT {', '.join(_TABLES['calls'])} FROM calls WHERE request = ? AND state <> 'released'"
        row = self._db.execute(sql, (request,)).fetchone()
        return Call(*row) if row else None

    def call_by_id(self, id: int) -> Call | None:
        """Return a call by its number."""
        row = self._db.execute(f"SELECT {', '.join(_TABLES['calls'])} FROM calls WHERE id = ?", (id,)).fetchone()
        return Call(*row) if row else None

    def calls(self, *, bodies: bool = False) -> Iterator[Call]:
        """Yield all calls in order of their numbers; raw replies only where asked."""
        columns = "id, evaluation, request, state, cause" + (", raw" if bodies else ", NULL") + ", reply"
        for row in self._db.execute(f"SELECT {columns} FROM calls ORDER BY id"):
            yield Call(*row)

    def next_call(self) -> int:
        """Return the number of the next call."""
        return int(self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM calls").fetchone()[0])

    def spent(self) -> int:
        """Return how many calls the budget is charged with."""
        sql = "SELECT count(*) FROM calls WHERE state IN ('reserved', 'sent', 'replied')"
        return int(self._db.execute(sql).fetchone()[0])

    def results(self, evaluation: int) -> Iterator[Result]:
        """Yield the results of an evaluation, answer by answer."""
        sql = f"SELECT {', '.join(_TABLES['results'])} FROM results WHERE evaluation = ? ORDER BY number, criterion"
        for row in self._db.execute(sql, (evaluation,)):
            yield Result(*row)

    def assessed(self, evaluation: int) -> set[tuple[int, int]]:
        """Return which answers and criteria are settled."""
        sql = "SELECT number, criterion FROM results WHERE evaluation = ? AND body IS NOT NULL"
        return set(self._db.execute(sql, (evaluation,)))

    def scores(self, evaluation: int) -> dict[str, bytes]:
        """Return what custom scorers gave."""
        sql = "SELECT scorer, body FROM scores WHERE evaluation = ? ORDER BY scorer"
        return dict(self._db.execute(sql, (evaluation,)).fetchall())

    def labels(self, sha256: str) -> Labels | None:
        """Return when a file of labels was first given."""
        sql = f"SELECT {', '.join(_TABLES['labels'])} FROM labels WHERE sha256 = ?"
        row = self._db.execute(sql, (sha256,)).fetchone()
        return Labels(*row) if row else None


def _mark(path: Path) -> int:
    try:
        return int(Path(f"{path}{_MARK}").read_bytes())
    except FileNotFoundError:
        return 0
    except (OSError, ValueError):
        raise CannotDo(f"{path}{_MARK}: damaged: expected a number of commits") from None


def _digest(table: str, values: Iterable[Any]) -> bytes:
    """Return the digest of a row, of the bytes as stored, before any default is filled in."""
    digest = hashlib.sha256(table.encode())
    for value in values:
        kind, data = (
            (b"n", b"")
            if value is None
            else (b"i", str(value).encode())
            if isinstance(value, int)
            else (b"b", value)
            if isinstance(value, bytes)
            else (b"t", value.encode())
        )
        digest.update(kind + len(data).to_bytes(8, "big") + data)
    return digest.digest()


def _connect(uri: str, path: Path) -> sqlite3.Connection:
    with _plainly(path):
        db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=30)
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA cell_size_check = ON")
        return db


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one line about the file."""
    try:
        yield
    except sqlite3.Error as error:
        text = " ".join(str(error).split())[:160]
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        writing = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
        what = "cannot be written" if writing else "in use" if code == sqlite3.SQLITE_BUSY else "damaged"
        raise CannotDo(f"{path}: {what}: {text}") from None
    except (UnicodeDecodeError, OverflowError):
        raise CannotDo(f"{path}: damaged: a text of it is no text") from None
