#!/usr/bin/env python3
"""Compares examples/spark/replay.py on a real Spark with one process of geoscript, byte for byte.

  scripts/checks/spark.py

Random devices with timers, regions and a store, as event logs and as Parquet, in 1, 3 and 8 partitions, and by groups; and
two days, the second of which continues the first.
scripts/setup --servers installs Spark.
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

import common

PYTHON = os.path.join(common.ROOT, ".build", "spark-venv", "bin", "python")
SCRIPT = """\
local app, store = {}, geoscript.store
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45, 14), radius = 400, dwell = 90 }
for _, name in ipairs{ "didEnterRegion", "didExitRegion", "didDwellInRegion" } do
  app[name] = function(_, region) geoscript.alert{ title = name, body = region.identifier } end
end
function app.didUpdateToLocation()
  store.fixes = (store.fixes or 0) + 1
  if store.fixes % 50 == 0 then geoscript.alert{ title = "fix " .. store.fixes, count = store.fixes } end
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(home, 10)
manager:startUpdatingLocation()
geoscript.every(600, function() print("tick", geoscript.now(), store.fixes) end)
geoscript.onFinish(function() print("end", geoscript.device.id, geoscript.now(), store.fixes) end)
"""
GROUP = """\
local family = geoscript.app{ per = "group" }
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(45, 14), radius = 400 }
family:startMonitoringForRegion(home, 10)
function family:didChangeOccupancy(_, inside)
  geoscript.alert{ title = #inside .. " at home" }
end
"""
failures = []
count = 0


def check(what, is_right, *details):
    global count
    count += 1
    if not is_right:
        failures.append(what)
        print("  WRONG:", what, *details)


def events(draw):
    """Walks of 40 devices of 9 families around their home, in the order of time."""
    places = {"d%d" % n: [45 + draw.gauss(0, 0.003), 14 + draw.gauss(0, 0.003)] for n in range(40)}
    time = 1_780_000_000.0
    for _ in range(6000):
        time += draw.choice([0, 0.25, 1, 7])
        device = draw.choice(list(places))
        place = places[device]
        place[0] += draw.gauss(0, 0.0008) - (place[0] - 45) / 20
        place[1] += draw.gauss(0, 0.0008) - (place[1] - 14) / 20
        yield {"type": "location", "time": time, "device": device, "latitude": round(place[0], 7),
               "longitude": round(place[1], 7), "horizontalAccuracy": 5.0, "family": "f%d" % (int(device[1:]) % 9)}


def spark(folder, script, archive, name, *words):
    """The records and the alerts of a replay on Spark."""
    records, alerts = os.path.join(folder, name + ".records"), os.path.join(folder, name + ".alerts")
    done = subprocess.run(
        [PYTHON, os.path.join(common.ROOT, "examples", "spark", "replay.py"), script, archive, "--alerts", alerts,
         "--records", records, "--geoscript", common.program(), *words],
        env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "TZ": "America/New_York"}, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr, None
    lines = []
    for path in glob.glob(os.path.join(records, "part-*")):
        with open(path) as file:
            lines += file.read().splitlines()
    read = subprocess.run(
        [PYTHON, "-c", "import sys, pyarrow.parquet as p\nfor v in p.read_table(sys.argv[1])['json']: print(v)", alerts],
        capture_output=True, text=True, check=True)
    return sorted(lines), sorted(read.stdout.splitlines())


def alone(script, log, *words):
    """The same by one process."""
    done = subprocess.run(
        [common.program(), "run", script, "--from", "-", "--json", "--quiet", "--alerts", "none", *words],
        stdin=open(log), capture_output=True, text=True, check=True)
    return sorted(done.stdout.splitlines())


def compare(name, found, expected):
    records, alerts = found
    check("%s: the records are those of one process" % name, records == expected,
          records if alerts is None else [(a, b) for a, b in zip(records, expected) if a != b][:3])
    wanted = [line for line in expected if json.loads(line)["type"] == "alert"]
    check("%s: the alerts are those of one process" % name, wanted and alerts == wanted, len(wanted))


def days(path, script, log, *words):
    """Two days, the second of which continues the state of the first; some partitions have no event on it."""
    middle = next(n for n, event in enumerate(log) if event["time"] > log[0]["time"] + 6000)
    # A few devices on the second day: timers of the others are due all the same.
    second = [event for event in log[middle:] if event["device"] in ("d1", "d7", "d20")]
    for name, events in (("monday", log[:middle]), ("tuesday", second)):
        with open(path(name + ".ndjson"), "w") as file:
            file.writelines(json.dumps(event) + "\n" for event in events)
    name = os.path.basename(script)
    for count in ("2", "5"):
        before, states = None, [path("%s.state%s.%s" % (name, count, day)) for day in ("monday", "tuesday")]
        for day, state in zip(("monday", "tuesday"), states):
            more = ("--state-from", before) if before else ()
            found = spark(path(""), script, path(day + ".ndjson"), "%s.%s%s" % (name, day, count), "--partitions", count,
                          "--state-to", state, *more, *words)
            compare("%s, %s of %s partitions" % (name, day, count), found,
                    alone(script, path(day + ".ndjson"), "--state", path("%s.alone%s" % (name, count)), *words))
            before = state
    text, alerts = spark(path(""), script, path("tuesday.ndjson"), name + ".other", "--partitions", "3", "--state-from",
                         before, *words)
    check("a state of another number of partitions is refused", alerts is None and "is of 5 partitions" in text, text[-300:])


def main():
    if not os.access(PYTHON, os.X_OK):
        raise SystemExit("%s is not there: run scripts/setup --servers" % PYTHON)
    draw = random.Random(common.seed())
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)
        for name, text in (("s.lua", SCRIPT), ("group.lua", GROUP), ("bad.lua", "error('no')")):
            with open(path(name), "w") as file:
                file.write(text)
        log = list(events(draw))
        with open(path("log.ndjson"), "w") as file:
            file.writelines(json.dumps(event) + "\n" for event in log)
        subprocess.run(
            [PYTHON, "-c", "import sys, pyarrow.json as j, pyarrow.parquet as p\n"
             "p.write_table(j.read_json(sys.argv[1]), sys.argv[2])", path("log.ndjson"), path("log.parquet")], check=True)
        expected = alone(path("s.lua"), path("log.ndjson"))
        for number in (1, 3, 8):
            compare("%d partitions" % number,
                    spark(folder, path("s.lua"), path("log.ndjson"), "log%d" % number, "--partitions", str(number)),
                    expected)
        compare("Parquet", spark(folder, path("s.lua"), path("log.parquet"), "parquet", "--partitions", "3"), expected)
        compare("groups", spark(folder, path("group.lua"), path("log.ndjson"), "groups", "--partitions", "3",
                                "--group-by", "family"),
                alone(path("group.lua"), path("log.ndjson"), "--group-by", "family"))
        days(path, path("s.lua"), log)
        days(path, path("group.lua"), log, "--group-by", "family")
        text, alerts = spark(folder, path("bad.lua"), path("log.ndjson"), "bad", "--partitions", "2")
        check("a script that fails fails its task", alerts is None and "Pipe function" in text, text[-500:])
    common.count_checks(count - len(failures), len(failures))
    print("%d passed, %d failed" % (count - len(failures), len(failures)))
    sys.exit(1 if failures else 0)


main()
