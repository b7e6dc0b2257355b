"""Changes of clocks, by Python's zoneinfo, and tables whose local times go through them: a part of times.py."""
import datetime
import json
import subprocess
import zoneinfo

from common import program

ZONES = ["Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Australia/Lord_Howe",
         "Pacific/Apia", "Africa/Casablanca", "UTC", "Asia/Tehran", "America/Sao_Paulo"]


def next_change(zone, time, days=400):
    """When the offset of a zone next changes, to the second; nothing if it stays for so many days."""
    def offset(at):
        return datetime.datetime.fromtimestamp(at, zone).utcoffset()
    for before in range(time, time + days * 86_400, 86_400):
        after = before + 86_400
        if offset(after) == offset(time):
            continue
        while after - before > 1:
            middle = (before + after) // 2
            before, after = (middle, after) if offset(middle) == offset(time) else (before, middle)
        return after
    return None


def check_clocks(draw, folder):
    """Tables whose local times have no offset, through changes of clocks. Returns how many changes, and what is wrong."""
    changes, faults = 0, []
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        change = next_change(zone, draw.randrange(1_300_000_000, 1_900_000_000))
        if change is None:
            continue
        changes += 1
        times = list(range(change - 10_800, change + 10_800, draw.randrange(60, 900)))
        clocks = [datetime.datetime.fromtimestamp(time, zone).replace(tzinfo=None) for time in times]
        twice = sum(clock.replace(tzinfo=zone, fold=0).timestamp() != clock.replace(tzinfo=zone, fold=1).timestamp()
                    for clock in clocks)
        with open(folder + "/clocks.csv", "w") as file:
            file.write("time,lat,lon\n" + "".join("%s,1,%f\n" % (clock, 2 + number / 1e3)
                                                  for number, clock in enumerate(clocks)))
        done = subprocess.run([program(), "convert", "clocks.csv", "clocks.ndjson", "-f", "--time-zone", name],
                              cwd=folder, capture_output=True, text=True)
        with open(folder + "/clocks.ndjson") as file:
            found = [json.loads(line)["time"] for line in file]
        found = [datetime.datetime.fromisoformat(time).timestamp() if isinstance(time, str) else time for time in found]
        if found != times:
            faults.append("%s: local times around %d are read as %r" % (name, change, found))
        if ("%d × time that comes twice" % twice in done.stderr) != (twice > 0):
            faults.append("%s: %d times around %d come twice: %s" % (name, twice, change, done.stderr))
    return changes, faults
