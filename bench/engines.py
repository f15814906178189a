"""Throughput of the engines: answers a second in one process and in a local Spark session of one and two workers.

Run by `suite.py --spark PYTHON`, in an environment that has the spark extra.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]
os.environ |= {
    "PYSPARK_PYTHON": sys.executable,
    "PYSPARK_DRIVER_PYTHON": sys.executable,
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))),
}

import pyarrow as pa  # noqa: E402
import texts  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from quantcheck import batch  # noqa: E402
from quantcheck.integrations import spark  # noqa: E402


def main() -> None:
    """Print a line for each way."""
    count = int(sys.argv[1])
    rows = [json.loads(line) for line in texts.small_cases(count)]
    records = pa.RecordBatch.from_pylist(rows, schema=batch.RECORDS)
    batch.check(records.slice(0, 100))
    clock, start = time.monotonic(), time.process_time()
    batch.check(records)
    spent = time.process_time() - start
    print(f"one process\t{count / spent:,.0f} answers a second of processor time, {_rate(count, clock)}")
    for workers in (1, 2):
        builder = SparkSession.builder.master(f"local[{workers}]").config("spark.ui.enabled", "false")
        for name in ("spark.driver.bindAddress", "spark.driver.host"):
            builder = builder.config(name, "127.0.0.1")
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        frame = session.createDataFrame(pa.Table.from_batches([records])).repartition(2 * workers).cache()
        frame.count()
        spark.findings(frame.limit(10)).count()
        clock = time.monotonic()
        spark.findings(frame).count()
        print(f"Spark, {workers} worker{'s' * (workers > 1)}\t{_rate(count, clock)}")
        session.stop()


def _rate(count: int, clock: float) -> str:
    return f"{count / (time.monotonic() - clock):,.0f} answers a second by the clock"


if __name__ == "__main__":
    main()
