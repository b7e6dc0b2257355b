#!/usr/bin/env python3
"""Records of --json against Sources/Manual/schema/run.schema.json, by PyPI's jsonschema.

Checked: every record of the golden runs, the output of runs in which things fail, and that the schema refuses records
that are wrong. The status is 1 when a record does not fit.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import common
from common import ROOT

common.use_packages()
import jsonschema  # noqa: E402

SCHEMA = os.path.join(ROOT, "Sources", "Manual", "schema", "run.schema.json")
# Scripts that fail in different ways, with the types that their runs must print and their exit codes.
FAILING = [
    ("function app:didUpdateToLocation() error('no') end", [], {"failure", "summary"}, 1),
    ("function app:didUpdateToLocation() error('no') end", ["--keep-going"], {"failure", "summary"}, 0),
    ("error('no')", [], {"failure", "stop", "summary"}, 65),
    ("function app:didUpdateToLocation() geoscript.writeFile('/nowhere/x', 'x') end", [], {"failure", "summary"}, 77),
    ("print(1) geoscript.log('info', 'x')", ["--explain", "all"], {"print", "log", "summary"}, 0),
    ("", ["--record", "/dev/full"], {"summary"}, None),
]
WRONG = [
    {}, {"type": "nothing"}, {"type": "print", "text": "x"},
    {"type": "print", "text": 1, "time": "1970-01-01T00:00:01Z", "device": "a", "sequence": 1},
    {"type": "print", "text": "x", "more": 1, "time": "1970-01-01T00:00:01Z", "device": "a", "sequence": 1},
    {"type": "failure", "message": "x", "code": 0, "time": "1970-01-01T00:00:01Z", "device": "a", "sequence": 1},
    {"type": "print", "text": "x", "time": 1, "device": "a", "sequence": 1},
    {"type": "print", "text": "x", "time": "1970-01-01T01:00:01+01:00", "device": "a", "sequence": 1},
    {"type": "summary", "code": 0},
]


def main():
    with open(SCHEMA, encoding="utf-8") as r:
        schema = json.load(r)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = bad = 0

    def check(isRight, title):
        nonlocal good, bad
        good, bad = good + isRight, bad + (not isRight)
        if not isRight and bad <= 20:
            print("✘", title)

    def fits(record, title):
        error = next(validator.iter_errors(record), None)
        check(error is None, "%s: %s %s" % (title, json.dumps(record)[:300], error and error.message[:300]))

    for path in sorted(glob.glob(os.path.join(ROOT, "Tests", "golden", "*", "expected.ndjson"))):
        with open(path, encoding="utf-8") as r:
            for line in r:
                fits(json.loads(line), os.path.basename(os.path.dirname(path)))
    for record in WRONG:
        check(not validator.is_valid(record), "fits, and is wrong: %s" % record)
    for script, words, types, code in FAILING:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "s.lua"), "w", encoding="utf-8") as w:
                w.write("app = {}\n%s\nCLLocationManager.new{ delegate = app }:startUpdatingLocation()\n" % script)
            with open(os.path.join(folder, "a.ndjson"), "w", encoding="utf-8") as w:
                w.write('{"time":1780000000,"latitude":1,"longitude":2}\n{"time":1780000001}\n')
            done = subprocess.run([common.program(), "run", "s.lua", "--from", "a.ndjson", "--json", *words], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
            records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
            for record in records:
                fits(record, script)
            found = {record["type"] for record in records}
            check(code is None or (found >= types and done.returncode == code),
                  "%s %s: %s, exit code %d" % (script, words, sorted(found), done.returncode))
            if records and code is not None:
                check(records[-1].get("code") == done.returncode, "%s: the summary's code" % script)
    common.count_checks(good, bad)
    print("%d passed, %d failed" % (good, bad))
    sys.exit(bad > 0)


main()
