"""The naive model of groups.py: worlds at random, and what a group script must print about them."""
import json
import random

START = 1780000000
STALE = 300
# Regions lie on the equator, so far from their edges that no distance has to be computed: 0.01 degrees are 1.1 km.
CENTERS = {"home": 10.0, "school": 10.1, "depot": 10.2}


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
