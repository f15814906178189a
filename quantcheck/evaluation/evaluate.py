"""Evaluate a saved run: decide what can be decided, ask the judge what must be asked, commit every step.

Nothing that was committed is done again. A call is sent only after its reservation and the mark that it was sent are on
the disk; what comes back is on the disk before anybody looks at it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from quantcheck.evaluation import assess, lease
from quantcheck.evaluation.core import Core, Engine
from quantcheck.evaluation.ledger import Call, Ledger, Result
from quantcheck.evaluation.metrics import METRICS, SUPPLEMENTARY, Definition
from quantcheck.evaluation.pool import INTERRUPT, Outcome, Pool
from quantcheck.evaluation.run import Frozen, Run, open_run
from quantcheck.evaluation.spec import Criterion, EvaluationSpec
from quantcheck.intake.transcript import Spoken
from quantcheck.judge import clients
from quantcheck.judge.errors import JudgeError, NotAccepted
from quantcheck.judge.prompt import Prompt
from quantcheck.output import CannotDo

IN_FLIGHT = 8
MOST_IN_FLIGHT = 256
_BATCH = 256


class Key(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a report groups and names an answer by; frozen with the evaluation."""

    number: int
    id: str
    tags: tuple[str, ...] = ()
    persona_id: str | None = None
    stream: str | None = None


class Evaluation(msgspec.Struct, frozen=True):
    """What was asked of a run, as it is saved."""

    run: str
    spec: EvaluationSpec
    engine: Engine
    judge: str | None
    judge_identity: str | None
    domain: str
    scorers: tuple[str, ...]
    price: str | None
    metrics: tuple[Definition, ...]
    supplementary: tuple[Definition, ...]
    cases: tuple[Key, ...]

    def identity(self) -> str:
        """Return the digest of what makes two evaluations the same."""
        what = {
            "run": self.run,
            "spec": self.spec,
            "engine": self.engine,
            "judge": self.judge_identity,
            "domain": self.domain,
            "scorers": self.scorers,
        }
        return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()


class StoredReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was understood of a reply's envelope; `text` is left out where the raw bytes are the text."""

    text: str | None = None
    is_raw: bool = False
    refusal: tuple[str, str] | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class Interrupted(Exception):
    """Ctrl-C: everything that came back is saved and the same command goes on from there."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(f"interrupted with {done} of {total} results settled; the same command goes on from there")


Progress = Callable[[int, int], object]


def evaluate_saved(
    run: Path | str,
    spec: EvaluationSpec,
    *,
    judge: str | clients.Judge | Callable[[str, str], str] | None = None,
    judge_factory: str | None = None,
    max_judge_calls: int | None = None,
    new_evaluation: bool = False,
    domain: str = "",
    in_flight: int = IN_FLIGHT,
    custom_scorers: Sequence[str] = (),
    price: str | None = None,
    progress: Progress | None = None,
) -> int:
    """Evaluate a run under a spec and return the number of the evaluation.

    What an earlier, interrupted evaluation settled is kept. Without a judged criterion no judge is made and no budget
    is needed.
    """
    spec = _valid(spec)
    if judge is not None and judge_factory is not None:
        raise CannotDo("--judge and --judge-factory: expected one of them")
    if max_judge_calls is not None and max_judge_calls < 0:
        raise CannotDo(f"--max-judge-calls {max_judge_calls}: expected 0 or more")
    if not 1 <= in_flight <= MOST_IN_FLIGHT:
        raise CannotDo(f"--in-flight {in_flight}: expected 1 to {MOST_IN_FLIGHT}")
    opened = open_run(run)
    scorers = _scorers(custom_scorers)
    try:
        made = _judge(judge, judge_factory) if spec.judged else None
    except JudgeError as error:
        raise CannotDo(str(error)) from None
    core = Core()
    evaluation = Evaluation(
        run=opened.digest,
        spec=spec,
        engine=core.engine(),
        judge=made.name if made else None,
        judge_identity=made.identity if made else None,
        domain=domain,
        scorers=tuple(custom_scorers),
        price=price,
        metrics=METRICS,
        supplementary=SUPPLEMENTARY,
        cases=tuple(Key(c.number, c.id, c.tags, c.persona_id, c.stream) for c in opened.cases()),
    )
    with lease.hold(opened.path), Ledger.open(opened.ledger, opened.digest, write=True) as ledger:
        number = _enter(ledger, evaluation, new_evaluation)
        budget = _budget(ledger, evaluation, opened, max_judge_calls)
        _Evaluator(opened, evaluation, number, ledger, core, made, budget, in_flight, progress).run()
        _score(ledger, number, scorers, opened)
    return number


def release(run: Path | str, call: int) -> None:
    """Give up a call whose outcome is unknown: its reservation is free again, and it may be sent once more."""
    opened = open_run(run)
    with lease.hold(opened.path), Ledger.open(opened.ledger, opened.digest, write=True) as ledger:
        found = ledger.call_by_id(call)
        if found is None or found.state != "sent":
            state = "there is no such call" if found is None else f"it is {found.state}"
            raise CannotDo(f"--release {call}: {state}; expected a call whose outcome is unknown")
        with ledger.transaction():
            ledger.put_call(msgspec.structs.replace(found, state="released"))


def _valid(spec: EvaluationSpec) -> EvaluationSpec:
    """Return a spec checked anew: structs made in Python are not checked when they are made."""
    try:
        return msgspec.convert(msgspec.to_builtins(spec), EvaluationSpec)
    except (msgspec.ValidationError, TypeError) as error:
        raise CannotDo(f"spec: {error}") from None


def _judge(judge: str | clients.Judge | Callable[[str, str], str] | None, factory: str | None) -> clients.Judge:
    if factory is not None:
        return clients.factory(factory)
    if isinstance(judge, str):
        return clients.service(judge)
    if judge is None:
        raise CannotDo("the spec has a judged criterion: expected --judge or --judge-factory")
    return clients.wrap(judge)


def _enter(ledger: Ledger, evaluation: Evaluation, new: bool) -> int:
    """Return the number of this evaluation, and store it where it is new to the run."""
    identity = evaluation.identity()
    stored = ledger.evaluations()
    for old in stored:
        if old.identity == identity:
            return old.id
    if stored and not new:
        before = msgspec.json.decode(stored[-1].body, type=Evaluation)
        differs = [
            name
            for name, ours, theirs in (
                ("spec", evaluation.spec, before.spec),
                ("judge", evaluation.judge_identity, before.judge_identity),
                ("engine", evaluation.engine, before.engine),
                ("domain", evaluation.domain, before.domain),
                ("custom scorers", evaluation.scorers, before.scorers),
            )
            if ours != theirs
        ]
        raise CannotDo(
            f"the run holds evaluation {stored[-1].id} with another {', '.join(differs)}; "
            "expected the same, or --new-evaluation"
        )
    number = len(stored) + 1
    with ledger.transaction():
        ledger.put("evaluations", (number, identity, msgspec.json.encode(evaluation)))
    return number


def _budget(ledger: Ledger, evaluation: Evaluation, run: Run, given: int | None) -> int:
    """Return the budget of the run, frozen by its first judged evaluation or by the first that gives one."""
    frozen = ledger.meta("budget")
    if frozen is not None:
        if given is not None and given != int(frozen):
            raise CannotDo(f"--max-judge-calls {given}: the budget of this run is frozen at {frozen} calls")
        return int(frozen)
    if given is None:
        if not evaluation.spec.judged:
            return 0
        judged = [criterion for criterion in evaluation.spec.criteria if criterion.judged]
        completeness = run.manifest.completeness
        given = sum(assess.unavailable(case, c, completeness) is None for case in run.cases() for c in judged)
    with ledger.transaction():
        ledger.put("meta", ("budget", str(given)))
    return given


class _Item(NamedTuple):
    case: Frozen
    place: int
    criterion: Criterion


class _Evaluator:
    """One pass over everything that is not settled."""

    def __init__(
        self,
        run: Run,
        evaluation: Evaluation,
        number: int,
        ledger: Ledger,
        core: Core,
        judge: clients.Judge | None,
        budget: int,
        in_flight: int,
        progress: Progress | None,
    ) -> None:
        self._run = run
        self._evaluation = evaluation
        self._number = number
        self._ledger = ledger
        self._core = core
        self._judge = judge
        self._left = budget - ledger.spent()
        self._next = ledger.next_call()
        self._in_flight = in_flight
        self._progress = progress
        self._results: list[Result] = []
        self._new: list[tuple[Call, Prompt]] = []
        self._waiting: dict[int, tuple[Call, list[_Item]]] = {}
        self._requests: dict[str, int] = {}
        self._settled = ledger.assessed(number)
        self._done = len(self._settled)
        self._total = len(evaluation.cases) * len(evaluation.spec.criteria)
        self._sessions: dict[str, tuple[Spoken, ...]] | None = None
        self._stopped = False
        self._fatal = ""
        policies = [c.policy for c in evaluation.spec.criteria if c.evaluator == "grounding"]
        self._policy = policies[0] if policies else None

    def run(self) -> None:
        """Settle what can be settled, or raise what stopped it; whatever came back is committed first."""
        pool = Pool(self._judge, self._in_flight) if self._judge else None
        if pool is None:
            self._loop(None)
        else:
            with pool.interruptible():
                self._loop(pool)
        if self._fatal:
            raise CannotDo(self._fatal)
        if self._stopped:
            raise Interrupted(self._done, self._total)

    def _loop(self, pool: Pool | None) -> None:
        items = self._items()
        more = True
        while True:
            if pool is not None and pool.interrupted:
                self._stop(pool)
            while more and not self._stopped and len(self._waiting) < self._in_flight and len(self._results) < _BATCH:
                item = next(items, None)
                if item is None:
                    more = False
                    break
                self._begin(item)
            self._commit(pool)
            if pool is not None and self._waiting:
                self._receive(pool)
            elif not more or self._stopped:
                self._commit(pool)
                return

    def _items(self) -> Iterator[_Item]:
        for case in self._run.cases():
            for index, criterion in enumerate(self._evaluation.spec.criteria):
                if (case.number, index) not in self._settled:
                    yield _Item(case, index, criterion)

    def _begin(self, item: _Item) -> None:
        """Settle an item, or reserve the call that it needs."""
        case, _, criterion = item
        settled = assess.unavailable(case, criterion, self._run.manifest.completeness)
        if settled is not None:
            self._settle(item, settled)
        elif not criterion.judged:
            self._settle(item, self._grounded(item))
        else:
            self._ask(item)

    def _grounded(self, item: _Item) -> assess.Assessment:
        try:
            return assess.grounded(self._core.check(item.case, item.criterion.policy))
        except Exception as error:
            # A fault of the check says nothing about the answer.
            return assess.refusal("check_failed", clients.cause(error))

    def _ask(self, item: _Item) -> None:
        assert self._judge is not None
        prompt = assess.request(item.case, self._history(item), item.criterion, self._evaluation.domain)
        what = json.dumps([self._judge.identity, prompt.digest, self._evaluation.spec.sample])
        request = hashlib.sha256(what.encode()).hexdigest()
        if request in self._requests:
            call, items = self._waiting[self._requests[request]]
            items.append(item)
            self._open(item, call.id)
            return
        found = self._ledger.call(request)
        if found is not None and found.state == "replied":
            self._settle(item, self._judged(item, found), found.id)
        elif found is not None and found.state == "sent":
            self._open(item, found.id)
        elif found is not None and found.state == "reserved":
            self._reserve(item, found, prompt)
        elif self._left <= 0:
            self._open(item, None)
        else:
            self._left -= 1
            id = found.id if found else self._next
            self._next += found is None
            self._reserve(item, Call(id, self._number, request, "reserved"), prompt)

    def _history(self, item: _Item) -> Sequence[Spoken]:
        """Return what was said in the session before an answer."""
        if item.case.session is None or item.criterion.evaluator != "rubric":
            return ()
        if self._sessions is None:
            self._sessions = self._run.sessions()
        at = int(item.case.id.rpartition("/")[2])
        return [turn for turn in self._sessions.get(item.case.session, ()) if turn.ordinal < at]

    def _reserve(self, item: _Item, call: Call, prompt: Prompt) -> None:
        self._new.append((call, prompt))
        self._waiting[call.id] = (call, [item])
        self._requests[call.request] = call.id
        self._open(item, call.id)

    def _open(self, item: _Item, call: int | None) -> None:
        self._results.append(Result(self._number, item.case.number, item.place, call))

    def _settle(self, item: _Item, settled: assess.Assessment, call: int | None = None) -> None:
        body = msgspec.json.encode(settled)
        self._results.append(Result(self._number, item.case.number, item.place, call, body))
        self._done += 1

    def _judged(self, item: _Item, call: Call) -> assess.Assessment:
        reply = msgspec.json.decode(call.reply or b"{}", type=StoredReply)
        if reply.refusal is not None:
            return assess.refusal(*reply.refusal)
        text = (call.raw or b"").decode() if reply.is_raw else reply.text or ""
        checked = None
        if item.criterion.evaluator == "faithfulness":
            try:
                checked = self._core.check(item.case, self._policy)
            except Exception:
                checked = None
        return assess.judged(text, item.case, self._history(item), item.criterion, checked)

    def _commit(self, pool: Pool | None) -> None:
        """Commit results and reservations, then that the calls were sent, and only then send them."""
        results, self._results = self._results, []
        new, self._new = self._new, []
        if results or new:
            with self._ledger.transaction():
                for call, _ in new:
                    self._ledger.put_call(call)
                for result in results:
                    self._ledger.put_result(result)
        if new and pool is not None:
            with self._ledger.transaction():
                for call, _ in new:
                    self._ledger.put_call(msgspec.structs.replace(call, state="sent"))
            for call, prompt in new:
                pool.send(call.id, prompt)
        if self._progress and results:
            self._progress(self._done, self._total)

    def _receive(self, pool: Pool) -> None:
        """Wait for outcomes, commit them as they came, then look at them."""
        came: list[tuple[Call, list[_Item]]] = []
        for number, outcome in pool.arrived():
            if number == INTERRUPT:
                continue
            call, items = self._waiting.pop(number)
            del self._requests[call.request]
            assert outcome is not None
            came.append((self._outcome(call, outcome, pool), items))
        if came:
            with self._ledger.transaction():
                for call, _ in came:
                    self._ledger.put_call(call)
        for call, items in came:
            if call.state == "replied":
                for item in items:
                    self._settle(item, self._judged(item, call), call.id)

    def _outcome(self, call: Call, outcome: Outcome, pool: Pool) -> Call:
        if isinstance(outcome, clients.Reply):
            is_raw = outcome.text is not None and outcome.text.encode() == outcome.raw
            reply = StoredReply(
                None if is_raw else outcome.text, is_raw, outcome.refusal, outcome.input_tokens, outcome.output_tokens
            )
            return Call(call.id, call.evaluation, call.request, "replied", "", outcome.raw, msgspec.json.encode(reply))
        cause = clients.cause(outcome)
        if isinstance(outcome, NotAccepted):
            self._left += 1
            if outcome.hopeless:
                self._fatal = self._fatal or f"the judge refuses every call: {str(outcome)[:200]}"
                self._stop(pool)
            return Call(call.id, call.evaluation, call.request, "refused", str(outcome)[:200], outcome.body)
        if isinstance(outcome, JudgeError):
            self._fatal = self._fatal or str(outcome)
            self._stop(pool)
        return Call(call.id, call.evaluation, call.request, "sent", cause)

    def _stop(self, pool: Pool) -> None:
        self._stopped = True
        pool.stop()


def _scorers(paths: Iterable[str]) -> list[tuple[str, Any]]:
    from quantcheck.evaluation import scorers

    return [scorers.load(path) for path in dict.fromkeys(paths)]


def _score(ledger: Ledger, number: int, found: list[tuple[str, Any]], run: Run) -> None:
    from quantcheck.evaluation import scorers

    have = ledger.scores(number)
    for path, scorer in found:
        if scorer.id not in have:
            body = scorers.score(path, scorer, run.cases())
            with ledger.transaction():
                ledger.put("scores", (number, scorer.id, body))
