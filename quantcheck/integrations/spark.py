"""Apache Spark: the findings of a data frame of answers, by `mapInArrow`.

    from quantcheck.integrations.spark import findings
    findings(frame, {"citation_scope": "cited"}).where("kind = 'case'").groupBy("verdict").count()

The frame has the columns `answer`, `passages` (an array of strings) and, if there are any, `id` and `question`. The
workers need quantcheck of the same version; vocabulary and policy are sent to each machine once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from quantcheck import batch
from quantcheck.integrations.result import Missing
from quantcheck.policy import Policy

try:
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame
except ModuleNotFoundError as error:
    raise Missing("pyspark", "spark") from error

SCHEMA: Final = (
    "id string, status string not null, kind string not null, verdict string not null, reason string, code string, "
    "text string, start bigint, end bigint, source string, source_start bigint, source_end bigint, quote string, "
    "notes array<string>, message string"
)
"""`batch.FINDINGS` in Spark's words."""


def findings(frame: DataFrame, policy: Policy | Mapping[str, Any] | None = None) -> DataFrame:
    """Return the findings of a frame of answers, lazily; a record that is no answer is a row with `invalid`."""
    have = [field.name for field in batch.RECORDS if field.name in frame.columns]
    kit = _sent(frame, batch.Kit.pack(policy))

    def check(batches: Iterator[Any]) -> Iterator[Any]:
        return batch.stream(batches, batch.unpack(kit if isinstance(kit, bytes) else kit.value))

    return frame.select(*have).mapInArrow(check, SCHEMA)


def _sent(frame: DataFrame, kit: bytes) -> Any:
    """Return a kit as a broadcast; as it is where the session has no context of its own, as with Spark Connect."""
    try:
        return frame.sparkSession.sparkContext.broadcast(kit)
    except (AttributeError, PySparkException):
        return kit
