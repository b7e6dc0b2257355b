"""The cases of kill.py: fleets that cross fences, and devices that come and stay, each with its script."""
import csv
import gzip
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys

from common import ROOT
from kill_scripts import GROUPS, NEIGHBOURS, OWN_FENCES, PLACES, SCRIPT, STAYS, WATCHES


class Case:
    """What is run: the words, the most workers it can have, whether a hook and a command are told too, whether the run
    reloads, and words that change nothing for a device."""

    def __init__(self, *words, workers=2, tells=False, reloads=False, more=()):
        self.words, self.workers, self.tells, self.reloads, self.more = words, workers, tells, reloads, more
        self.reloaded = 0

    def ordered(self, alerts):
        """The alerts in their guaranteed order."""
        return by_device(alerts) if self.more else alerts


def make_stays(folder):
    """Six devices that go to and fro between six places and stay there, in three files that overlap in time."""
    dice = random.Random(7)
    fixes = []
    for device in range(6):
        now, place = device, dice.randrange(6)
        at = 52.5 + 0.0001 * device, 13.4 + 0.02 * place
        while now < 9000:
            goal = 13.4 + 0.02 * dice.randrange(6)
            steps = max(1, math.ceil(abs(goal - at[1]) / 0.003))
            for step in range(steps):
                fixes.append((now, device, at[0], at[1] + (goal - at[1]) * step / steps))
                now += 20
            at = at[0], goal
            until = now + dice.choice((30, 300, 900, 1500))
            while now < until:
                fixes.append((now, device, at[0], at[1] + dice.uniform(-1e-4, 1e-4)))
                now += 40
    fixes.sort()
    names = ("time", "device", "latitude", "longitude", "horizontalAccuracy")
    rows = [(1.7e9 + now, "s%d" % device, round(y, 7), round(x, 7), 10) for now, device, y, x in fixes]
    lines = [json.dumps(dict(zip(names, row), type="location")) + "\n" for row in rows]
    with open(os.path.join(folder, "stays.ndjson"), "w") as w:
        w.writelines(line for line, fix in zip(lines, fixes) if fix[1] % 3 == 0)
    with gzip.open(os.path.join(folder, "stays.ndjson.gz"), "wt", 1) as w:
        w.writelines(line for line, fix in zip(lines, fixes) if fix[1] % 3 == 1)
    with open(os.path.join(folder, "stays.csv"), "w", newline="") as w:
        table = csv.writer(w)
        table.writerow(names)
        table.writerows(row for row, fix in zip(rows, fixes) if fix[1] % 3 == 2)
    with open(os.path.join(folder, "stays.lua"), "w") as w:
        w.write(STAYS)
    with open(os.path.join(folder, "phone.json"), "w") as w:
        json.dump({"base": "default", "pausesLocationUpdates": True}, w)


def prepare(folder):
    """The fleet's logs in three forms, and the script in three; each case with the most workers that it can have."""
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "generate", "workload.py"), "--preset", "C100", "--fixes",
                    "40000", "--fences", "400", "--devices", "80", "--polygons", "1", "--formats",
                    "ndjson,geojson", "--out", os.path.join(folder, "data")], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "data", "fixes.ndjson"), "rb") as r:
        log = r.read()
    with gzip.open(os.path.join(folder, "fixes.ndjson.gz"), "wb", 1) as w:
        w.write(log)
    names = ("time", "device", "latitude", "longitude", "horizontalAccuracy")
    with open(os.path.join(folder, "fixes.csv"), "w", newline="") as w:
        rows = csv.writer(w)
        rows.writerow(names)
        for line in log.splitlines():
            fix = json.loads(line)
            rows.writerow(fix[name] for name in names)
    for name, more in (("shared.lua", ""), ("own.lua", OWN_FENCES), ("near.lua", NEIGHBOURS),
                       ("places.lua", PLACES), ("watches.lua", WATCHES)):
        with open(os.path.join(folder, name), "w") as w:
            w.write(SCRIPT % more)
    with open(os.path.join(folder, "groups.lua"), "w") as w:
        w.write(GROUPS)
    make_groups(folder, log)
    make_stays(folder)
    # Geocoders are not asked here: a reload ends open requests.
    for name in ("shared", "own", "groups", "stays", "watches"):
        shutil.copy(os.path.join(folder, name + ".lua"), os.path.join(folder, name + "-reloads.lua"))
    stays = "stays.lua", "--from", "stays.ndjson", "--from", "stays.ndjson.gz", "--from", "stays.csv", \
        "--profile", "phone.json"
    return (
        Case("shared.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
        Case("own.lua", "--from", "fixes.ndjson.gz"),
        Case("own.lua", "--from", "fixes.csv"),
        Case("near.lua", "--from", "data/fixes.ndjson", workers=1),
        Case("places.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
        Case("watches.lua", "--from", "data/fixes.ndjson"),
        Case("groups.lua", "--from", "groups.ndjson", "--group-by", "team", "--stale-after", "40"),
    ), (
        Case(*stays, workers=1, tells=True),
        Case(*stays, workers=1, tells=True, more=("--speed", "15000")),
        # Without pauses: one of a suspended app can end early after a restart.
        Case(*stays[:-2], "--background", workers=1, tells=True),
        Case(*stays[:-2], "--background", workers=1, tells=True, more=("--speed", "15000")),
    ), (
        Case("shared-reloads.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson", reloads=True),
        Case("stays-reloads.lua", *stays[1:], workers=1, reloads=True, more=("--speed", "15000")),
        Case("groups-reloads.lua", "--from", "groups.ndjson", "--group-by", "team", "--stale-after", "40", reloads=True),
        Case("own-reloads.lua", "--from", "fixes.ndjson.gz", reloads=True),
        Case("watches-reloads.lua", "--from", "data/fixes.ndjson", reloads=True),
    )


def make_groups(folder, log):
    """A part of the fleet in teams; now and then a device pauses, and some change to another team."""
    dice = random.Random(11)
    teams, pauses = {}, {}
    with open(os.path.join(folder, "groups.ndjson"), "w") as w:
        for line in log.splitlines():
            fix = json.loads(line)
            number = int(fix["device"][1:])
            if number % 4:
                continue
            if pauses.get(number, 0) > 0:
                pauses[number] -= 1
                continue
            if dice.random() < 0.01:
                pauses[number] = dice.randrange(15)
            if number not in teams or dice.random() < 0.003:
                teams[number] = "team %d" % dice.randrange(4)
            fix["team"] = teams[number]
            w.write(json.dumps(fix) + "\n")


def by_device(alerts):
    def key(line):
        alert = json.loads(line)
        return alert.get("group") or alert["device"]
    return sorted(alerts.splitlines(), key=key)


def takes_hangup(pid):
    """Whether a process has a handler for SIGHUP; before that the signal would end it."""
    try:
        with open("/proc/%d/status" % pid, encoding="ascii") as r:
            caught = next(line for line in r if line.startswith("SigCgt:"))
        return int(caught.split()[1], 16) >> (signal.SIGHUP - 1) & 1 == 1
    except (OSError, StopIteration):
        return False


def in_order(ids, device):
    """The ids of each device in their order; ids of no alert are under None."""
    lists = {}
    for id in ids:
        lists.setdefault(device.get(id), []).append(id)
    return lists


def ids(alerts):
    return [json.loads(line)["id"] for line in alerts.splitlines()]


def differ(expected, found):
    """What is wrong with a file of alerts, in one line."""
    found, wanted = ids(found), ids(expected)
    return "%d alerts instead of %d: %d twice, %d lost, %d others" % (
        len(found), len(wanted), len(found) - len(set(found)), len(set(wanted) - set(found)),
        len(set(found) - set(wanted)))
