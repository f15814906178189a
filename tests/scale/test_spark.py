"""Apache Spark, in a local session: the findings of one process, however the answers are spread over tasks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="the spark extra is not installed")
if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
    pytest.skip("Spark needs Java 17", allow_module_level=True)

from pyspark.sql import SparkSession
from scale_frames import POLICY, answers, expected, ordered

from quantcheck import batch
from quantcheck.integrations import spark

COLUMNS = "id string, question string, answer string, passages array<string>"
ROOT = str(Path(__file__).resolve().parents[2])


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    os.environ |= {
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH")))),
    }
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.driver.memory": "512m",
        "spark.sql.shuffle.partitions": "2",
    }
    builder = SparkSession.builder.master("local[2]").appName("quantcheck")
    for name, value in settings.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    yield made
    made.stop()


def frame(session: Any) -> Any:
    rows = [tuple(answer[name] for name in batch.RECORDS.names) for answer in answers()]
    return session.createDataFrame(rows, COLUMNS)


def rows(found: Any) -> list[dict[str, Any]]:
    return [row.asDict() for row in found.collect()]


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_findings_are_those_of_one_process(session: Any, partitions: int) -> None:
    found = rows(spark.findings(frame(session).repartition(partitions)))
    assert ordered(found) == expected(answers())


def test_small_batches_and_a_policy(session: Any) -> None:
    session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "3")
    found = rows(spark.findings(frame(session).coalesce(2), POLICY))
    session.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert ordered(found) == expected(answers(), POLICY)


def test_columns_that_need_not_be_there(session: Any) -> None:
    found = rows(spark.findings(frame(session).select("answer", "passages")))
    assert {row["id"] for row in found} == {None}
    assert sum(row["kind"] == "case" for row in found) == len(answers())


def test_the_schema_is_that_of_the_findings(session: Any) -> None:
    found = spark.findings(frame(session))
    assert found.schema.names == batch.FINDINGS.names
    assert [field.nullable for field in found.schema] == [field.nullable for field in batch.FINDINGS]


def test_findings_can_be_counted(session: Any) -> None:
    counted = spark.findings(frame(session)).where("kind = 'case'").groupBy("verdict").count()
    found = {row["verdict"]: row["count"] for row in counted.collect()}
    cases = [row["verdict"] for row in expected(answers()) if row["kind"] == "case"]
    assert found == {verdict: cases.count(verdict) for verdict in set(cases)}
