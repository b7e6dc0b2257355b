#!/usr/bin/env python3
"""Groups against a second, naive model.

  scripts/checks/groups.py [WORLDS]

Draws seeded families and fleets that walk between regions, fall silent and change groups; runs one group script on
each, and compares its changes of occupancy, its silences and what `when` fires with a model that looks at the whole
log by brute force. Every world runs with --jobs 1 and 3, shuffled within the window, and from its own recording.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import common
from groups_model import STALE, World, model

SCRIPT = """
local app = geoscript.app{ per = "group" }
local function names(list)
  local all = {}
  for i, device in ipairs(list) do all[i] = device.name end
  return table.concat(all, ",")
end
local regions = {}
for _, name in ipairs{ "home", "school", "depot" } do
  local x = ({ home = 10.0, school = 10.1, depot = 10.2 })[name]
  regions[name] = CLCircularRegion.new{
    identifier = name, center = CLLocationCoordinate2DMake(0, x), radius = 100 }
  app:startMonitoringForRegion(regions[name])
end
local function now() return string.format("%d", geoscript.now():timeIntervalSince1970()) end
function app:didAppear(device) print(now(), "appear", device.name) end
function app:didEnterRegion(device, region) print(now(), "enter", device.name, region.identifier) end
function app:didExitRegion(device, region) print(now(), "exit", device.name, region.identifier) end
function app:didFallSilent(device, since) print(now(), "silent", device.name) end
function app:didChangeOccupancy(region, inside, device, unknown)
  print(now(), "occupancy", region.identifier, names(inside), device and device.name or "-", names(unknown))
end
app:when(function() return geoscript.group.none("home") end, { identifier = "empty" },
  function() print(now(), "when", "empty") end)
app:when(function() return geoscript.group.count("depot") >= 2 end, { duration = 120, identifier = "two" },
  function() print(now(), "when", "two") end)
app:when(function() return geoscript.group.all(regions.school) end, { duration = 45, identifier = "all" },
  function() print(now(), "when", "all") end)
"""


def run(program, script, log, *more):
    command = [program, "run", script, "--from", log, "--group-by", "team", "--stale-after", str(STALE), "--json",
               "--quiet", *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    if done.returncode:
        sys.exit("%s\nended with %d\n%s" % (" ".join(command), done.returncode, done.stderr.decode()))
    found = {}
    for line in done.stdout.decode().splitlines():
        record = json.loads(line)
        if record["type"] == "print":
            found.setdefault(record["group"], []).append(record["text"])
    return found


def shuffled(lines, seed):
    dice = random.Random(seed)
    keys = [json.loads(line)["time"] + dice.random() * 2.9 for line in lines]
    return [line for _, line in sorted(zip(keys, lines), key=lambda pair: pair[0])]


def write(path, lines):
    with open(path, "w", encoding="utf-8") as w:
        w.writelines(line + "\n" for line in lines)


def main():
    program = common.program()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = common.seed()
    good = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        script, log, recording = (os.path.join(folder, name) for name in ("app.lua", "log.ndjson", "rec.ndjson"))
        with open(script, "w", encoding="utf-8") as w:
            w.write(SCRIPT)
        for number in range(count):
            world = World(seed * 100000 + number)
            lines = list(world.lines())
            write(log, lines)
            if os.path.exists(recording):
                os.remove(recording)
            expected = {name: out for name, out in model(world).items() if out}
            found = {"plain": run(program, script, log, "--record", recording),
                     "--jobs 3": run(program, script, log, "--jobs", "3")}
            command = [program, "run", script, "--from", recording, "--stale-after", str(STALE), "--json", "--quiet"]
            again = {}
            for line in subprocess.run(command, stdout=subprocess.PIPE, timeout=60).stdout.decode().splitlines():
                record = json.loads(line)
                if record["type"] == "print":
                    again.setdefault(record["group"], []).append(record["text"])
            found["its recording"] = again
            # A change of groups is an event like any other, but which group a fix belongs to is its own.
            if len({(name, team) for _, name, team, _ in world.events}) == len({name for _, name, *_ in world.events}):
                write(log, shuffled(lines, number))
                found["shuffled"] = run(program, script, log)
            for title, got in found.items():
                if got == expected:
                    good += 1
                    continue
                bad += 1
                print("✘ world %d, %s" % (seed * 100000 + number, title))
                for name in sorted(set(expected) | set(got)):
                    want, have = expected.get(name, []), got.get(name, [])
                    for place in range(max(len(want), len(have))):
                        pair = [out[place] if place < len(out) else None for out in (want, have)]
                        if pair[0] != pair[1]:
                            print("   group %s, line %d: expected %r, got %r" % (name, place, *pair))
                            break
                if bad > 20:
                    sys.exit(1)
    common.count_checks(good, bad)
    print("%d worlds: %d runs agree, %d differ" % (count, good, bad))
    sys.exit(bad > 0)


main()
