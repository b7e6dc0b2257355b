#!/usr/bin/env python3
"""Kills runs with -9 at random moments and restarts them: with --state, ndjson:FILE has every alert exactly once.

  scripts/checks/kill.py [--kills N] [--seed N]

A small fleet crosses fences. Its script raises an alert at each crossing, with a count from geoscript.store, and by
timers of its main chunk. A run is killed and restarted until one comes to its end; then the file of alerts must be,
byte for byte, the one of a run that nobody disturbed, and that of each device the one of a run without --state. This
again until there were N kills (100), with one worker and with two; from NDJSON, gzip and CSV, with circles from
--fences and from the script, with devices that watch each other (one worker only), and with geocoders that are asked
at each crossing.

A quarter as many kills again go to a few devices that come and stay, merged from three files, whose script hears of
delays, dwells, visits, significant changes, each other and every fix; the same at a pace, where only the order of
each device's alerts is certain, and both with --background. A web hook that fails now and then, and a command, must
have got every alert of these at least once, in order, and no other. The status is 1 when something differs.
"""
import argparse
import csv
import gzip
import http.server
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import common
from common import ROOT

SCRIPT = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region) tell("into " .. region.identifier) end
function app.didExitRegion(_, region) tell("out of " .. region.identifier) end
geoscript.every(97, function() tell("still here") end)
geoscript.after(130, function() tell("once") end)
geoscript.after(1e6, function() tell("never") end)
%s
"""
OWN_FENCES = """\
for _, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do manager:startMonitoringForRegion(region, 20) end
"""
NEIGHBOURS = """\
for n = 0, 79, 9 do
  local other = "d" .. n
  if other ~= geoscript.device.id then manager:startMonitoringProximity(other, 1000, 1500) end
end
"""
# A crossing is told of when the geocoder has answered; some ask for what was found just now.
PLACES = """\
local function ask(region)
  CLGeocoder.new():reverseGeocodeLocation(manager.location, function(places, error)
    tell(region.identifier .. " is at " .. (places and places[1].name or error.code))
  end)
end
app.didEnterRegion = function(_, region) ask(region) end
app.didExitRegion = function(_, region)
  CLGeocoder.new():geocodeAddressString("Paris", function(places)
    tell("out of " .. region.identifier .. ", not to " .. places[1].locality)
    if #region.identifier % 2 == 0 then ask(region) end
  end)
end
"""


STAYS = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region) tell("into " .. region.identifier) end
function app.didExitRegion(_, region) tell("out of " .. region.identifier) end
function app.didDwellInRegion(_, region) tell("still in " .. region.identifier) end
function app.didVisit(_, visit)
  tell(visit.departureDate == NSDate.distantFuture() and "has come" or "has gone")
end
function app.didUpdateLocations(_, list)
  store.far = (store.far or 0) + 1
  if store.far % 10 == 0 then tell("moved on") end
end
for n = 0, 5 do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = CLLocationCoordinate2DMake(52.5, 13.4 + 0.02 * n), radius = 200, identifier = "place " .. n,
    enterDelay = 20 * (n % 2), exitDelay = 45, dwell = 400 })
end
local watcher = CLLocationManager.new{ delegate = { didUpdateLocations = function(_, list)
  store.fixes = (store.fixes or 0) + #list
  if store.fixes % 50 == 0 then tell("fix " .. store.fixes) end
end } }
watcher.pausesLocationUpdatesAutomatically = false
watcher:startUpdatingLocation()
manager:startMonitoringVisits()
manager:startMonitoringSignificantLocationChanges()
local number = tonumber(geoscript.device.id:sub(2))
manager:startMonitoringProximity("s" .. (number + 1) % 6, 500, 900, 300)
"""


class Case:
    """What is run: the words, the most workers it can have, whether a hook and a command are told too, and words
    that change nothing for a device."""

    def __init__(self, *words, workers=2, tells=False, more=()):
        self.words, self.workers, self.tells, self.more = words, workers, tells, more

    def ordered(self, alerts):
        """The alerts in the order that is certain."""
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
                       ("places.lua", PLACES)):
        with open(os.path.join(folder, name), "w") as w:
            w.write(SCRIPT % more)
    make_stays(folder)
    stays = "stays.lua", "--from", "stays.ndjson", "--from", "stays.ndjson.gz", "--from", "stays.csv"
    return (
        Case("shared.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
        Case("own.lua", "--from", "fixes.ndjson.gz"),
        Case("own.lua", "--from", "fixes.csv"),
        Case("near.lua", "--from", "data/fixes.ndjson", workers=1),
        Case("places.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
    ), (
        Case(*stays, workers=1, tells=True),
        Case(*stays, workers=1, tells=True, more=("--speed", "15000")),
        Case(*stays, "--background", workers=1, tells=True),
        Case(*stays, "--background", workers=1, tells=True, more=("--speed", "15000")),
    )


class HookServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a sender that was killed


class Hook(http.server.BaseHTTPRequestHandler):
    """Takes alerts; now and then it is too busy, or takes one and says nothing."""

    protocol_version = "HTTP/1.1"
    dice = random.Random(3)
    ids = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if len(body) < int(self.headers["Content-Length"]):
            return  # its sender was killed
        alert = json.loads(body)
        if self.headers["Idempotency-Key"] != '"%s"' % alert["id"]:
            self.ids.append("another key")
        luck = self.dice.random()
        if luck > 0.005:
            self.ids.append(alert["id"])
        if 0.005 < luck < 0.01:
            self.close_connection = True
            return
        self.send_response(503 if luck < 0.005 else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Journey:
    """One run to its end, with a state directory and a file of alerts of its own."""

    def __init__(self, program, folder, case, jobs, hook):
        self.folder = folder
        self.case = case
        start = [program, "run", *case.words, "--quiet"]
        self.calm = [*start, "--alerts", "ndjson:calm.ndjson"]
        self.command = [*start, *case.more, "--jobs", str(jobs), "--state", "state", "--checkpoint", "0",
                        "--alerts", "ndjson:alerts.ndjson"]
        if case.tells:
            self.command += ["--alerts", hook, "--alerts", "exec:cat >> told.ndjson"]
        self.clear()

    def clear(self):
        shutil.rmtree(os.path.join(self.folder, "state"), ignore_errors=True)
        for name in ("calm.ndjson", "alerts.ndjson", "told.ndjson"):
            with open(os.path.join(self.folder, name), "w"):
                pass
        Hook.ids.clear()

    def run(self, limit=None):
        """Whether it came to its end within `limit` seconds; killed if not."""
        started = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, errors = started.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            started.kill()
            started.communicate()
            return False
        if started.returncode != 0 or (errors and not self.case.tells):
            sys.exit("%s\nended with %d: %s" % (" ".join(self.command), started.returncode, errors.decode()))
        return True

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as r:
            return r.read()

    def faults(self, expected):
        """What is wrong, a line each."""
        alerts = self.read("alerts.ndjson")
        if self.case.ordered(alerts) != self.case.ordered(expected):
            yield differ(expected, alerts)
        if self.case.tells:
            wanted = ids(alerts)
            for who, told in (("the hook", list(Hook.ids)), ("the command", ids(self.read("told.ndjson")))):
                if list(dict.fromkeys(told)) != wanted:
                    yield "%s: %d lost, %d unknown, or another order" % (
                        who, len(set(wanted) - set(told)), len(set(told) - set(wanted)))


def by_device(alerts):
    return sorted(alerts.splitlines(), key=lambda line: json.loads(line)["device"])


def ids(alerts):
    return [json.loads(line)["id"] for line in alerts.splitlines()]


def differ(expected, found):
    """What is wrong with a file of alerts, in one line."""
    found, wanted = ids(found), ids(expected)
    return "%d alerts instead of %d: %d twice, %d lost, %d others" % (
        len(found), len(wanted), len(found) - len(set(found)), len(set(wanted) - set(found)),
        len(set(found) - set(wanted)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, help="of the moments; otherwise $GEOSCRIPT_SEED, or one that is printed")
    options = parser.parse_args()
    program = common.program()
    os.environ["GEOSCRIPT_GAZETTEER"] = ""  # the built-in set
    dice = random.Random(options.seed or common.seed())
    server = HookServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hook = "http://127.0.0.1:%d/" % server.server_port
    good = bad = 0
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        crossings, stays = prepare(folder)
        for cases, jobs, most in ((crossings, 1, options.kills), (crossings, 2, options.kills),
                                  (stays, 1, options.kills // 4)):
            cases = [case for case in cases if case.workers >= jobs]
            kills = journeys = 0
            for case in cases:
                calm = Journey(program, folder, case, 1, hook)
                subprocess.run(calm.calm, cwd=folder, stdout=subprocess.DEVNULL, check=True)
                begin = time.monotonic()
                calm.run()
                case.seconds = time.monotonic() - begin
                case.expected = calm.read("alerts.ndjson")
                if by_device(case.expected) != by_device(calm.read("calm.ndjson")):
                    sys.exit("%s: --state alone changes the alerts" % " ".join(calm.command))
                counts.append(case.expected.count(b"\n"))
            while kills < most or journeys < len(cases):
                case = cases[journeys % len(cases)]
                journey = Journey(program, folder, case, jobs, hook)
                journeys += 1
                before = kills
                # From before the first checkpoint to near the end; now and then it gets further than the last time.
                while not journey.run(dice.uniform(0.002, 0.8 * case.seconds)):
                    kills += 1
                faults = list(journey.faults(case.expected))
                good, bad = good + (not faults), bad + bool(faults)
                for fault in faults:
                    print("✘ %s, --jobs %d, journey %d, killed %d times: %s" % (
                        " ".join(case.words + case.more), jobs, journeys, kills - before, fault))
            print("%s …, --jobs %d: %d kills" % (cases[0].words[0], jobs, kills))
    server.shutdown()
    print("%s alerts; %d journeys passed, %d failed" % (", ".join(map(str, counts)), good, bad))
    common.count_checks(good, bad)
    sys.exit(bad > 0)


main()
