#!/usr/bin/env python3
"""Golden runs: the cases of Tests/golden, each a script and a track with the expected NDJSON.

  scripts/checks/golden.py [NAME…] [--update]

A case is a folder:
  run              the words after «geoscript run», read as a shell would, in the case's folder; # starts a comment
  expected.ndjson  standard output under --json, without the last record: expected.txt has the summary
  expected.txt     the exit code and standard error, without the time that the run took
  stdin            standard input, if any
A case of lines has instead of all of these:
  geocode          lines of words after «geoscript geocode», which may end in «< FILE» of the case's folder
  commands         the same of words after «geoscript»
  expected.txt     each line with its standard output, standard error and exit code
A line «shuffle FILE» in «run» says that FILE may be shuffled within three seconds, a line «one-thread» that
devices concern each other, so that --jobs is not for them; a line «writes FILE» that the run writes FILE in .build,
which must be equal to expected.FILE for any number of threads.

Checked for each: the output is the expected one; a second run, which is recorded, gives the same bytes, and so does
its recording; --jobs 2 and 3 give the same lines once sorted by time, device and sequence; a shuffled log gives the
same stream. --update writes what
geoscript prints now; read the difference before committing it. The status is 1 when something differs.
"""
import argparse
import datetime
import difflib
import glob
import json
import os
import random
import sys
import tempfile

import common
from golden_cases import CASES, LINES, Case, LinesCase

# Pictures of tests use the coast that every machine has.
os.environ["GEOSCRIPT_COAST"] = ""
# The shelf of maps is empty.
os.environ["GEOSCRIPT_BASEMAPS"] = ""
# Places are those of the built-in set.
os.environ["GEOSCRIPT_GAZETTEER"] = ""


def by_device(output):
    """The lines in an order that does not depend on the number of workers."""
    def key(line):
        record = json.loads(line)
        return seconds(record["time"]), record.get("group", record.get("device")), record["sequence"]
    return "".join(line + "\n" for line in sorted(output.splitlines(), key=key))


def seconds(time):
    """Seconds since 1970 of a time as the log writes it."""
    return datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() if isinstance(time, str) else time


def shuffled_log(path, target, seed):
    """A copy of a log with every event moved by less than the window of three seconds."""
    with open(path, encoding="utf-8") as r:
        lines = [line for line in r if line.strip()]
    dice = random.Random(seed)
    keys = [seconds(json.loads(line)["time"]) + dice.random() * 2.9 for line in lines]
    with open(target, "w", encoding="utf-8") as w:
        w.writelines(line for _, line in sorted(zip(keys, lines), key=lambda pair: pair[0]))


class Checks:
    def __init__(self):
        self.good = self.bad = 0

    def same(self, title, expected, found):
        if expected == found:
            self.good += 1
            return
        self.bad += 1
        print("✘", title)
        lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", "", "", 1)
        for number, line in enumerate(lines):
            if number == 30:
                print("   …")
                break
            print("  ", line.rstrip("\n")[:400])


def check(case, program, checks):
    expected = case.read("expected.ndjson")
    output, said = case.run(program)
    checks.same("%s: standard output" % case.name, expected, output)
    checks.same("%s: exit code and standard error" % case.name, case.read("expected.txt"), said)
    check_files(case, checks, "")
    check_recording(case, program, checks, output)
    for jobs in case.jobs:
        checks.same("%s: --jobs %s" % (case.name, jobs), by_device(expected),
                    by_device(case.run(program, "--jobs", jobs)[0]))
        check_files(case, checks, ", --jobs " + jobs)
    with tempfile.TemporaryDirectory() as folder:
        for name in case.shuffled:
            for seed in range(5):
                target = os.path.join(folder, os.path.basename(name))
                shuffled_log(case.path(name), target, seed)
                output = case.run(program, replaced=[(name, target)])[0]
                checks.same("%s: %s shuffled, seed %d" % (case.name, os.path.basename(name), seed),
                            by_device(expected), by_device(output))


def check_files(case, checks, how):
    for name, text in case.files().items():
        checks.same("%s: %s%s" % (case.name, name, how), case.read(name), text)


def check_recording(case, program, checks, output):
    """A second run, and what it leaves behind."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recording.ndjson")
        # Without the positions in its zones a recording does not replay to the same output.
        option = "--record-exact" if "--privacy-zone" in case.words else "--record"
        checks.same("%s: a second run" % case.name, output, case.run(program, option, path)[0])
        # The reason for a refused fix is reported where it came.
        if "--explain" not in case.words:
            again = case.run(program, words=case.of_recording(path))[0]
            checks.same("%s: its recording" % case.name, output, again)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    program = common.program()
    def has(name, file):
        return os.path.exists(os.path.join(CASES, name, file))
    names = options.names or sorted(n for n in os.listdir(CASES) if any(has(n, f) for f in ("run", *LINES)))
    checks = Checks()
    # What an earlier program left there may be nothing that this one replaces.
    for old in filter(os.path.isfile, glob.glob(os.path.join(".build", "golden-*"))):
        os.remove(old)
    for name in names:
        kind = next((kind for kind in LINES if has(name, kind)), None)
        if kind:
            case = LinesCase(name, kind)
            if options.update:
                case.update(program)
            case.check(program, checks)
            continue
        case = Case(name)
        if options.update:
            output = dict(zip(("expected.ndjson", "expected.txt"), case.run(program)))
            for target, text in {**output, **case.files()}.items():
                with open(case.path(target), "w", encoding="utf-8", newline="") as w:
                    w.write(text)
        check(case, program, checks)
    common.count_checks(checks.good, checks.bad)
    print("%d golden runs: %d passed, %d failed" % (len(names), checks.good, checks.bad))
    sys.exit(checks.bad > 0)


main()
