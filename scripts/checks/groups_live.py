#!/usr/bin/env python3
"""Groups in a live run: phones post to a run over HTTP, and clocks are those of the wall.

  scripts/checks/groups_live.py

Each check starts a run of its own on a free port of this machine and ends it by its process id. It waits for what the
run prints, and plays the recording of the run again: that must print the same.
"""
import json
import os
import subprocess
import time

from common import program
from http_run import Server, check, finish

SCRIPT = """\
local family = geoscript.app{ per = "group" }
local home = CLCircularRegion.new{
  identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 100 }
family:startMonitoringForRegion(home)
local function tell(...) print(table.concat({ family.name, ... }, " ")) end
local function names(list)
  local all = {}
  for i, device in ipairs(list) do all[i] = device.name end
  return "(" .. table.concat(all, ",") .. ")"
end
function family:didAppear(device) tell("appears", device.name) end
function family:didEnterRegion(device) tell("enters", device.name) end
function family:didExitRegion(device) tell("exits", device.name) end
function family:didFallSilent(device) tell("silent", device.name) end
local before = 0
function family:didChangeOccupancy(_, inside, device, unknown)
  tell("inside", names(inside), "unknown", names(unknown), "by", device and device.name or "-")
  if device and before == 0 and #inside == 1 then tell("first in", device.name) end
  if device and before == 1 and #inside == 0 and #unknown == 0 then tell("last out", device.name) end
  before = #inside
end
"""
RULE = """\
family:when(function() return geoscript.group.count("home") >= 1 end, { duration = 2, identifier = "long" },
  function() tell("somebody is at home for long") end)
"""
IN, OUT = 10, 11
# Longer than any of these waits takes on a slow machine.
PATIENCE = 60


def post(server, device, longitude):
    """What OwnTracks sends; the fix is of this moment."""
    user, phone = device.split("/")
    fix = {"_type": "location", "lat": 0, "lon": longitude, "acc": 5, "tst": time.time()}
    status, body = server.curl(f"/pub?u={user}&d={phone}", "-d", json.dumps(fix))
    check(f"a fix of {device} is taken", status == 200, status, body)


def await_line(server, line, count=1, meanwhile=lambda: None):
    """Waits until the run has printed a line so often."""
    end = time.monotonic() + PATIENCE
    while server.printed().count(line) < count and time.monotonic() < end and server.process.poll() is None:
        meanwhile()
        time.sleep(0.05)
    check(f"the run prints «{line}»", server.printed().count(line) >= count, server.printed(), server.told())


def move(server, device, longitude, line, count=1):
    """Posts one fix, and waits for what it causes."""
    post(server, device, longitude)
    await_line(server, line, count)


def end(server, *words):
    """Ends the run, and plays its recording."""
    lines = sorted(server.end().splitlines())
    again = subprocess.run(
        [program(), "run", "count.lua", "--from", "rec.ndjson", "--quiet", *words], cwd=server.folder,
        capture_output=True, text=True)
    played = sorted(again.stdout.splitlines())
    check("the recording prints the same", lines == played, [line for line in lines if line not in played],
          [line for line in played if line not in lines], again.stderr)
    return lines


def first_in_and_last_out():
    """The first one comes home, the last one leaves; two families know nothing of each other."""
    with Server("--group-by", "device:([^/]*)-.*", "--record", "rec.ndjson", text=SCRIPT) as server:
        for device in "red-mom/a", "red-kid/a", "blue-dad/a":
            move(server, device, OUT, f"{device.split('-')[0]} appears {device}")
        move(server, "red-kid/a", IN, "red first in red-kid/a")
        move(server, "red-mom/a", IN, "red inside (red-kid/a,red-mom/a) unknown () by red-mom/a")
        move(server, "blue-dad/a", IN, "blue first in blue-dad/a")
        move(server, "red-kid/a", OUT, "red exits red-kid/a")
        move(server, "red-mom/a", OUT, "red last out red-mom/a")
        lines = end(server)
        check("nobody else was first or last",
              [line for line in lines if "first in" in line or "last out" in line]
              == ["blue first in blue-dad/a", "red first in red-kid/a", "red last out red-mom/a"], lines)
        check("the other family is still at home", "blue exits blue-dad/a" not in lines, lines)


def silence():
    """A phone that sends nothing becomes unknown while the other goes on, and is known again with its next fix."""
    with Server("--stale-after", "3", "--record", "rec.ndjson", text=SCRIPT) as server:
        move(server, "mom/a", IN, "default inside (mom/a) unknown () by -")
        move(server, "kid/a", IN, "default inside (kid/a,mom/a) unknown () by -")
        # Only mom goes on, each time at a place of her own: the same fix again would be one that was sent twice.
        steps = iter(range(1, 10000))
        await_line(server, "default silent kid/a",
                   meanwhile=lambda: post(server, "mom/a", IN + next(steps) * 1e-7))
        await_line(server, "default inside (mom/a) unknown (kid/a) by kid/a")
        move(server, "kid/a", IN, "default inside (kid/a,mom/a) unknown () by kid/a")
        lines = end(server, "--stale-after", "3")
        check("it is no exit", "default exits kid/a" not in lines, lines)


def holding():
    """What must hold for two seconds fires on the clock of the wall, once, and again only after it was false."""
    fires = "default somebody is at home for long"
    with Server("--record", "rec.ndjson", text=SCRIPT + RULE) as server:
        move(server, "mom/a", OUT, "default appears mom/a")
        move(server, "mom/a", IN, "default enters mom/a")
        # No event comes: only the clock can bring it.
        await_line(server, fires)
        move(server, "kid/a", IN, "default appears kid/a")
        move(server, "kid/a", OUT, "default exits kid/a")
        check("it fires once", server.printed().count(fires) == 1, server.printed())
        move(server, "mom/a", OUT, "default last out mom/a")
        move(server, "mom/a", IN, "default enters mom/a", 2)
        await_line(server, fires, 2)
        lines = end(server)
        check("it fires again after it was false", lines.count(fires) == 2, lines)


def changed_file():
    """The file of groups changes while the run lasts: the phone leaves its old group and is new in the other."""
    red, blue = "device,group\nkid/a,red\nmom/a,red\n", "device,group\nkid/a,blue\nmom/a,red\n"
    with Server("--group-by", "groups.csv", "--record", "rec.ndjson", text=SCRIPT, files={"groups.csv": red}) as server:
        move(server, "mom/a", IN, "red appears mom/a")
        move(server, "kid/a", IN, "red inside (kid/a,mom/a) unknown () by -")
        server.write("groups.csv", blue)
        steps = iter(range(1, 10000))
        # The file is read again when a fix comes some time after its change.
        await_line(server, "blue appears kid/a", meanwhile=lambda: post(server, "kid/a", IN + next(steps) * 1e-7))
        await_line(server, "red inside (mom/a) unknown () by kid/a")
        await_line(server, "blue inside (kid/a) unknown () by -")
        move(server, "kid/a", OUT, "blue exits kid/a")
        move(server, "mom/a", OUT, "red last out mom/a")
        lines = end(server)
        check("the old group has no exit of it", "red exits kid/a" not in lines, lines)
        check("its place in the old group is empty", lines.count("red appears kid/a") == 1, lines)


if __name__ == "__main__":
    for body in (first_in_and_last_out, silence, holding, changed_file):
        print(f"{body.__name__}: {body.__doc__.splitlines()[0]}", flush=True)
        body()
    finish()
