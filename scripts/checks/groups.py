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

START = 1780000000
RADIUS = 100.0
STALE = 300
# Regions lie on the equator, so far from their edges that no distance has to be computed: 0.01 degrees are 1.1 km.
CENTERS = {"home": 10.0, "school": 10.1, "depot": 10.2}
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


class World:
    """Devices with their fixes: (time, device, group, region or None)."""

    def __init__(self, seed):
        dice = random.Random(seed)
        groups = ["red", "blue", "green"][:dice.randint(1, 3)]
        self.events = []
        for number in range(dice.randint(1, 7)):
            name = "%s%d" % (dice.choice(["kid", "van", "dog", "Zoë"]), number)
            group = dice.choice(groups)
            time = START + dice.randint(0, 200)
            place = dice.choice([*CENTERS, None])
            for _ in range(dice.randint(1, 40)):
                self.events.append((time, name, group, place))
                time += dice.choice([1, 5, 30, 60, 60, 120, 299, 300, 301, 700])
                if dice.random() < 0.5:
                    place = dice.choice([*CENTERS, None])
                if dice.random() < 0.05:
                    group = dice.choice(groups)
        # The order of the window: time, then the bytes of the name.
        self.events.sort(key=lambda event: (event[0], event[1].encode()))

    def lines(self):
        for time, name, group, place in self.events:
            longitude = CENTERS[place] if place else 11.0
            yield json.dumps({"time": time, "device": name, "team": group, "latitude": 0, "longitude": longitude},
                             ensure_ascii=False)


class Member:
    def __init__(self):
        self.side = None
        self.heard = None
        self.stale = False


class Group:
    """What a group script must print, by looking at everything at each moment."""

    def __init__(self, name):
        self.name = name
        self.members = {}
        self.out = []
        self.seen = {region: ([], []) for region in CENTERS}
        self.rules = {"empty": [0, None, False], "two": [120, None, False], "all": [45, None, False]}

    def say(self, time, *words):
        self.out.append("\t".join([str(time), *words]))

    def inside(self, region):
        return sorted((name for name, m in self.members.items() if m.side is not None and not m.stale
                       and m.side == region), key=str.encode)

    def unknown(self):
        return sorted((name for name, m in self.members.items() if m.side is None or m.stale), key=str.encode)

    def holds(self, rule):
        if rule == "empty":
            return not self.inside("home") and not self.unknown()
        if rule == "two":
            return len(self.inside("depot")) >= 2
        return len(self.inside("school")) == len(self.members)

    def occupancy(self, time, cause):
        for region in sorted(CENTERS):
            now = (self.inside(region), self.unknown())
            if now != self.seen[region]:
                self.seen[region] = now
                self.say(time, "occupancy", region, ",".join(now[0]), cause or "-", ",".join(now[1]))

    def judge(self, time):
        for rule, state in self.rules.items():
            if not self.holds(rule):
                state[1:] = [None, False]
                continue
            if state[1] is None:
                state[1] = time
            if not state[2] and time >= state[1] + state[0]:
                state[2] = True
                self.say(time, "when", rule)

    def advance(self, time):
        """Everything that falls due up to a time, one moment after the other."""
        while True:
            due = []
            for name, member in self.members.items():
                if not member.stale and member.heard is not None:
                    due.append((member.heard + STALE, 0, member.heard, name.encode(), name))
            for rule, (duration, since, fired) in self.rules.items():
                if since is not None and not fired:
                    due.append((since + duration, 1, 0, b"", rule))
            due = [entry for entry in due if entry[0] <= time]
            if not due:
                return
            moment = min(entry[0] for entry in due)
            silent = [entry for entry in due if entry[0] == moment and entry[1] == 0]
            # At one moment, members fall silent in the order in which they were last heard.
            for entry in sorted(silent, key=lambda entry: self.order.index(entry[4])):
                name = entry[4]
                self.members[name].stale = True
                self.say(moment, "silent", name)
                self.occupancy(moment, name)
                self.judge(moment)
            self.judge(moment)

    order = ()

    def fix(self, time, name, place):
        self.advance(time)
        # Whoever was heard last is last.
        self.order = [other for other in self.order if other != name] + [name]
        member = self.members.get(name)
        cause = None
        if member is None:
            member = self.members[name] = Member()
            self.say(time, "appear", name)
        before, was_stale = member.side, member.stale
        member.heard, member.stale = time, False
        member.side = place or "away"
        if before is not None and before != member.side:
            cause = name
            if before != "away":
                self.say(time, "exit", name, before)
            if member.side != "away":
                self.say(time, "enter", name, member.side)
        elif was_stale:
            cause = name
        self.occupancy(time, cause)
        self.judge(time)

    def leave(self, time, name):
        self.advance(time)
        del self.members[name]
        self.occupancy(time, name)
        self.judge(time)


def model(world):
    """The printed lines of each group."""
    groups, home = {}, {}
    for time, name, team, place in world.events:
        old = home.get(name)
        group = groups.setdefault(team, Group(team))
        if old is not None and old is not group:
            old.leave(time, name)
        home[name] = group
        group.fix(time, name, place)
    end = max(time for time, *_ in world.events)
    for group in groups.values():
        group.advance(end)
    return {name: group.out for name, group in groups.items()}


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
