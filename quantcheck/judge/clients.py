"""Judges: services reached through their own client libraries, and factories of the user's own.

A judge is called with a system text and a prompt and returns a `Reply`. `NotAccepted` says that the call was not taken;
any other exception leaves its outcome unknown. The client libraries retry nothing: the one policy is `attempt`.
Keys come from the environment, by the names that each library documents, and are kept nowhere.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from quantcheck.judge.errors import JudgeError, NotAccepted

MAX_BODY = 32 * 1024 * 1024
"""Bytes of a reply that are read and kept; what is longer is cut off here and refused."""
MAX_TOKENS = 8192
ATTEMPTS = 4
LONGEST_WAIT = 60.0


class Reply(msgspec.Struct, frozen=True):
    """What came back: the bytes as they came, the text in them, or why there is none (a refusal code and a line)."""

    raw: bytes
    text: str | None
    refusal: tuple[str, str] | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class Judge(Protocol):
    """One judge. `name` is what a user wrote to choose it, `identity` what makes its replies comparable."""

    name: str
    identity: str

    def __call__(self, system: str, prompt: str) -> Reply:
        """Send one call and return the reply."""
        ...


def attempt(judge: Judge, system: str, prompt: str, sleep: Callable[[float], object] = time.sleep) -> Reply:
    """Send a call, and again only while the service is known not to have accepted it.

    The last `NotAccepted` is raised as it is, with every refusal before it counted as the same call.
    """
    for number in range(ATTEMPTS):
        try:
            return judge(system, prompt)
        except NotAccepted as refusal:
            if not refusal.again or number + 1 == ATTEMPTS or sleep(_wait(refusal, number)) is False:
                raise
    raise AssertionError("unreachable")


def _wait(refusal: NotAccepted, number: int) -> float:
    return min(refusal.wait if refusal.wait is not None else 0.5 * 4**number, LONGEST_WAIT)


def service(name: str, timeout: float = 120.0) -> Judge:
    """Return the judge of `openai:MODEL`, `anthropic:MODEL` or `local:URL|MODEL`."""
    kind, _, rest = name.partition(":")
    if kind == "openai" and rest:
        return _OpenAI(name, rest, None, timeout)
    if kind == "anthropic" and rest:
        return _Anthropic(name, rest, timeout)
    if kind == "local":
        url, bar, model = rest.rpartition("|")
        # An address with a password in it would be printed and stored with the judge's name.
        if bar and model and url.startswith(("http://", "https://")) and "@" not in url:
            return _OpenAI(name, model, url, timeout)
    raise JudgeError(f"--judge {name!r}: expected openai:MODEL, anthropic:MODEL or local:URL|MODEL (an http address)")


def factory(path: str) -> Judge:
    """Return the judge that a `module:function` makes: a callable (system, prompt) -> text with a `model`."""
    where = f"--judge-factory {path!r}"
    module, colon, function = path.partition(":")
    if not (module and colon and function):
        raise JudgeError(f"{where}: expected module:function")
    try:
        look_here()
        make = getattr(importlib.import_module(module), function)
        made = make()
    except Exception as error:
        raise JudgeError(f"{where}: {cause(error)}") from None
    return _made(path, made, where)


def wrap(judge: Judge | Callable[[str, str], str]) -> Judge:
    """Return a judge that was made in Python as one, whatever its kind."""
    if hasattr(judge, "identity") and hasattr(judge, "name"):
        return judge  # type: ignore[return-value]
    named = judge if hasattr(judge, "__qualname__") else type(judge)
    return _made(f"{named.__module__}:{named.__qualname__}", judge, "judge")


def _made(path: str, made: object, where: str) -> Judge:
    model = getattr(made, "model", None)
    if not callable(made):
        raise JudgeError(f"{where}: it is {type(made).__name__}, expected a callable (system, prompt) -> text")
    if not isinstance(model, str) or not model:
        raise JudgeError(f"{where}: the judge has no `model`, expected a text that names it")
    return _Made(path, model, made)


def look_here() -> None:
    """Let a module be a file of the working directory, behind everything that is installed."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


class _Made:
    def __init__(self, path: str, model: str, function: Callable[[str, str], object]) -> None:
        self.name = path
        self.identity = f"factory:{path}|{model}"
        self._function = function

    def __call__(self, system: str, prompt: str) -> Reply:
        text = self._function(system, prompt)
        if not isinstance(text, str):
            raise JudgeError(f"--judge-factory {self.name!r}: the judge returned {type(text).__name__}, expected text")
        return _reply(scrub(text.encode("utf-8", "surrogatepass")), text, None, None, None)


class _OpenAI:
    """Chat completions, of OpenAI or of any server that speaks the same protocol."""

    def __init__(self, name: str, model: str, url: str | None, timeout: float) -> None:
        self.name = name
        self.identity = f"{name}|temperature 0|max_tokens {MAX_TOKENS}"
        self._model = model
        self._timeout = timeout
        library = _library("openai", name)
        # A local server takes any key; one of the user's own for OpenAI is never sent to another address.
        key = (os.environ.get("QUANTCHECK_JUDGE_KEY") or "none") if url else _key("OPENAI_API_KEY", name)
        self._client = library.OpenAI(base_url=url, api_key=key, max_retries=0, timeout=timeout)
        self._most = "max_tokens" if url else "max_completion_tokens"

    def __call__(self, system: str, prompt: str) -> Reply:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": prompt}],
            "temperature": 0,
            self._most: MAX_TOKENS,
        }
        return _send(self._client.chat.completions, body, self._timeout, _openai_text)


class _Anthropic:
    """The Messages API."""

    def __init__(self, name: str, model: str, timeout: float) -> None:
        self.name = name
        self.identity = f"{name}|temperature 0|max_tokens {MAX_TOKENS}"
        self._model = model
        self._timeout = timeout
        library = _library("anthropic", name)
        key = _key("ANTHROPIC_API_KEY", name)
        self._client = library.Anthropic(api_key=key, max_retries=0, timeout=timeout)

    def __call__(self, system: str, prompt: str) -> Reply:
        body: dict[str, Any] = {
            "model": self._model,
            "system": system,
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": MAX_TOKENS,
            # No longer a named argument of the library, still a field of the protocol.
            "extra_body": {"temperature": 0},
        }
        return _send(self._client.messages, body, self._timeout, _anthropic_text)


def _send(resource: Any, body: dict[str, Any], timeout: float, text: Callable[[dict[str, Any]], _Read]) -> Reply:
    """Send one request and read its body, within `timeout` seconds however slowly it drips."""
    end = time.monotonic() + timeout
    parts: list[bytes] = []
    size = 0
    try:
        with resource.with_streaming_response.create(**body) as response:
            for part in response.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MAX_BODY:
                    raw = b"".join(parts)[:MAX_BODY]
                    return Reply(raw, None, ("reply_too_large", f"more than {MAX_BODY} bytes"))
                if time.monotonic() > end:
                    raise TimeoutError(f"no whole reply within {timeout:g} s")
    except Exception as error:
        raise _not_accepted(error) or error from None
    return _decode(scrub(b"".join(parts)), text)


def _not_accepted(error: Exception) -> NotAccepted | None:
    """Return what to raise where the service is known not to have taken the call.

    Known: no connection was made; the service answered 429, or another 4xx that refuses the request itself. Not known:
    408, 409, 5xx, a timeout, a broken connection.
    """
    names = {type(at).__name__ for at in _chain(error)}
    if names & {"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "LocalProtocolError"}:
        return NotAccepted(f"no connection: {cause(list(_chain(error))[-1])}")
    status = getattr(error, "status_code", None)
    if not isinstance(status, int) or not 400 <= status < 500 or status in (408, 409):
        return None
    response = getattr(error, "response", None)
    try:
        content = bytes(response.content)[:MAX_BODY] if response is not None else b""
    except Exception:
        content = b""
    return NotAccepted(
        f"HTTP {status}",
        again=status == 429,
        hopeless=status in (401, 402, 403, 404),
        wait=_retry_after(getattr(response, "headers", {})),
        body=scrub(content),
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    at: BaseException | None = error
    while at is not None:
        yield at
        at = at.__cause__ or at.__context__


def _retry_after(headers: Mapping[str, str]) -> float | None:
    try:
        seconds = float(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    return seconds if 0 <= seconds < float("inf") else None


class _Read(msgspec.Struct, frozen=True):
    """The text of an envelope, or why it has none."""

    text: str | None
    refusal: tuple[str, str] | None
    input_tokens: object
    output_tokens: object


def _decode(raw: bytes, text: Callable[[dict[str, Any]], _Read]) -> Reply:
    if not raw.strip():
        return Reply(raw, None, ("reply_empty", "the body is empty"))
    try:
        envelope = json.loads(raw.decode())
    except UnicodeDecodeError as error:
        return Reply(raw, None, ("reply_encoding", f"no UTF-8 at byte {error.start}"))
    except (ValueError, RecursionError):
        return Reply(raw, None, ("reply_envelope", "the body is no JSON"))
    try:
        read = text(envelope)
    except (KeyError, IndexError, TypeError, AttributeError):
        return Reply(raw, None, ("reply_envelope", "the body has no message text"))
    return _reply(raw, read.text, read.refusal, _count(read.input_tokens), _count(read.output_tokens))


def _reply(raw: bytes, text: str | None, refusal: tuple[str, str] | None, sent: int | None, got: int | None) -> Reply:
    try:
        (text or "").encode()
    except UnicodeEncodeError:
        text, refusal = None, ("reply_encoding", "the text holds half a surrogate pair")
    return Reply(raw, text, refusal, sent, got)


def _openai_text(envelope: dict[str, Any]) -> _Read:
    choice = envelope["choices"][0]
    message = choice["message"]
    usage = envelope.get("usage") or {}
    refusal: tuple[str, str] | None = None
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        refusal = ("reply_declined", str(message.get("refusal") or "content_filter")[:200])
    elif choice.get("finish_reason") not in ("stop", None):
        refusal = ("reply_incomplete", f"finish_reason is {str(choice['finish_reason'])[:40]}")
    text = message["content"]
    if text is not None and not isinstance(text, str):
        raise TypeError
    return _Read(text or "", refusal, usage.get("prompt_tokens"), usage.get("completion_tokens"))


def _anthropic_text(envelope: dict[str, Any]) -> _Read:
    stop = envelope.get("stop_reason")
    usage = envelope.get("usage") or {}
    refusal: tuple[str, str] | None = None
    if stop == "refusal":
        refusal = ("reply_declined", "stop_reason is refusal")
    elif stop not in ("end_turn", "stop_sequence", None):
        refusal = ("reply_incomplete", f"stop_reason is {str(stop)[:40]}")
    text = "".join(block["text"] for block in envelope["content"] if block["type"] == "text")
    return _Read(text, refusal, usage.get("input_tokens"), usage.get("output_tokens"))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None


def _library(module: str, name: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise JudgeError(
            f"--judge {name!r} needs the client library {module}: pip install 'quantcheck[judge]'"
        ) from None


def _key(variable: str, name: str) -> str:
    key = os.environ.get(variable, "")
    if not key:
        raise JudgeError(f"--judge {name!r} needs a key: set the environment variable {variable}")
    return key


def scrub(data: bytes) -> bytes:
    """Return what is to be kept without the secrets of the environment, which a service may echo."""
    for name, value in os.environ.items():
        if name.upper().endswith(("KEY", "TOKEN", "SECRET", "PASSWORD")) and len(value) >= 8:
            data = data.replace(value.encode("utf-8", "surrogateescape"), f"[{name}]".encode())
    return data


def cause(error: BaseException) -> str:
    """Return one line on what went wrong, without secrets."""
    text = " ".join(str(error).split())[:200]
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return scrub(line.encode("utf-8", "backslashreplace")).decode()
