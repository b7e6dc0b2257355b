#!/usr/bin/env python3
"""Replays an archive with Apache Spark: each task pipes its share of the devices through one geoscript.

  spark-submit examples/spark/replay.py fleet.lua year/ --alerts alerts.parquet --partitions 64

The archive is event logs (.ndjson, .ndjson.gz, or a folder of them), or Parquet whose columns are fields of the event
log. All events of a group come into one partition, in the order of their times, so that the output of any number of
partitions is that of one process. With `--group-by FIELD` the groups are those of that field, otherwise each device is
one. Alerts are written as Parquet, the time as text, with the whole record in the column `json`.

A task whose geoscript ends with another status than 0 fails, and Spark tries it again. A run that was tried again raises
the same alerts with the same ids.

A day can continue where the day before ended:

  spark-submit examples/spark/replay.py fleet.lua monday/ --alerts a1 --partitions 64 --state-to monday.state
  spark-submit examples/spark/replay.py fleet.lua tuesday/ --alerts a2 --partitions 64 --state-from monday.state \
    --state-to tuesday.state

The states are Parquet, a row for each partition, so they lie wherever Spark can write. The number of partitions and the
groups must be those of the day before.
"""
import argparse
import json
import os
import shlex
import shutil
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

# What an alert's columns are; absent fields are null.
ALERT = "time string, device string, `group` string, sequence long, id string, title string, body string, region string"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Words after -- are more words for geoscript run.")
    parser.add_argument("script", help="the Lua script; each executor must be able to read it")
    parser.add_argument("archive", help="event logs or Parquet")
    parser.add_argument("--alerts", required=True, metavar="DIR", help="write alerts here, as Parquet")
    parser.add_argument("--records", metavar="DIR", help="write all records of --json here, as text")
    parser.add_argument("--partitions", type=int, default=0, help="number of tasks (default: Spark's parallelism)")
    parser.add_argument("--group-by", metavar="FIELD", help="the field that says which devices belong together")
    parser.add_argument("--state-from", metavar="DIR", help="continue the state that an earlier replay wrote here")
    parser.add_argument("--state-to", metavar="DIR", help="write the state at the end here, as Parquet")
    parser.add_argument("--geoscript", default="geoscript", metavar="PATH", help="the program on the executors")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    return parser.parse_args(given[:end]), given[end + 1:]


def seconds(column):
    """A time of the event log, ISO 8601 or seconds since 1970, as a number."""
    return F.coalesce(column.try_cast("double"), F.unix_micros(F.try_to_timestamp(column)) / 1e6)


def events(spark, archive, group):
    """The events as lines, with group, time and place in the archive."""
    if any(name.endswith(".parquet") for _, _, names in os.walk(archive) for name in names) or archive.endswith(".parquet"):
        table = spark.read.parquet(archive)
        for name, kind in table.dtypes:
            # As text that geoscript reads, in UTC.
            if kind.startswith("timestamp"):
                table = table.withColumn(name, F.date_format(name, "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"))
        lines = table.select(F.to_json(F.struct("*")).alias("line"))
    else:
        lines = spark.read.text(archive).select(F.col("value").alias("line"))
    field = lambda name: F.get_json_object("line", "$." + name)  # noqa: E731
    return lines.select(
        "line", F.monotonically_increasing_id().alias("place"), field("device").alias("device"),
        F.coalesce(field(group) if group else field("device"), F.lit("")).alias("group"),
        F.coalesce(seconds(field("time")), seconds(field("timestamp"))).alias("time"),
    ).where("device is not null and time is not null")


def ended(greatest, keeps):
    """Ends a partition with a clock line at the whole archive's greatest time, which timers of all devices reach.

    If the partition keeps its state, its first line is for with_state.py: the state of the day before, and a group and a
    device of the partition, by which the next day finds it.
    """
    def lines(rows):
        row = next(rows, None)
        if row is None:
            return
        first, device = row, row.device
        if keeps:
            yield json.dumps({"group": row.group, "device": device, "files": None if row.is_event else row.line,
                              "time": greatest})
        if row.is_event:
            yield row.line
        for row in rows:
            device = row.device
            yield row.line
        if row is first and not row.is_event:
            # Nothing happened today: the device goes on where it was, as all do that only wait.
            yield json.dumps({"type": "clock", "time": row.time, "device": device})
        yield json.dumps({"type": "clock", "time": greatest, "device": device})
    return lines


def states(spark, options, count):
    """The state of the day before as rows like those of events."""
    table = spark.read.parquet(options.state_from)
    earlier = table.select("partitions", "groups").distinct().collect()
    now = (count, options.group_by or "")
    if [tuple(row) for row in earlier] != [now]:
        sys.exit("replay.py: %s is of %s partitions by '%s', this replay is of %d by '%s'" % (
            options.state_from, "/".join(str(row[0]) for row in earlier), "/".join(row[1] for row in earlier), *now))
    return table.select(
        F.col("files").alias("line"), F.lit(0).cast("long").alias("place"), "device", "group",
        F.col("time").cast("double").alias("time"), F.lit(False).alias("is_event"))


def write_states(records, spark, options, count):
    lines = spark.createDataFrame(records.map(lambda line: (line,)), "json string")
    field = lambda name: F.get_json_object("json", "$." + name).alias(name)  # noqa: E731
    lines.where(field("type") == "partition-state").select(
        field("group"), field("device"), field("files"), field("time"), F.lit(count).alias("partitions"),
        F.lit(options.group_by or "").alias("groups")).write.mode("errorifexists").parquet(options.state_to)


def main():
    options, words = arguments()
    program = shutil.which(options.geoscript)
    if program is None:
        sys.exit("replay.py: there is no program %s (expected --geoscript PATH)" % options.geoscript)
    spark = SparkSession.builder.appName("geoscript").getOrCreate()
    # Times without a zone are UTC, as in the event log.
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    table = events(spark, options.archive, options.group_by)
    greatest = table.agg(F.max("time")).first()[0]
    if greatest is None:
        sys.exit("replay.py: %s holds no event with a device and a time" % options.archive)
    count = options.partitions or spark.sparkContext.defaultParallelism
    keeps = bool(options.state_from or options.state_to)
    table = table.withColumn("is_event", F.lit(True))
    if options.state_from:
        table = table.unionByName(states(spark, options, count))
    # The state comes first: false is less than true.
    sorted_table = table.repartition(count, "group").sortWithinPartitions("is_event", "group", "time", "place")
    command = [program, "run", os.path.abspath(options.script), "--from", "-", "--json", "--quiet", "--alerts", "none"]
    if options.group_by:
        command += ["--group-by", options.group_by]
    if keeps:
        # As text, because executors need not have the file.
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "with_state.py")) as file:
            command = ["python3", "-c", file.read(), *command]
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TZ") if name in os.environ}
    output = sorted_table.rdd.mapPartitions(ended(greatest, keeps)).pipe(
        shlex.join(command + words), env=environment, checkCode=True)
    if options.records or options.state_to:
        output = output.cache()
    is_state = lambda line: line.startswith('{"type": "partition-state"')  # noqa: E731
    records = output.filter(lambda line: not is_state(line))
    if options.records:
        records.saveAsTextFile(options.records)
    lines = spark.createDataFrame(records.map(lambda line: (line,)), "json string")
    alerts = lines.where(F.get_json_object("json", "$.type") == "alert")
    alerts.select(F.from_json("json", ALERT).alias("alert"), "json").select("alert.*", "json").write.mode(
        "errorifexists").parquet(options.alerts)
    # Last: a replay that failed has not ended its day.
    if options.state_to:
        write_states(output.filter(is_state), spark, options, count)
    spark.stop()


main()
