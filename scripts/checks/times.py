#!/usr/bin/env python3
"""Compares calendars, date patterns, the sun and lines on the earth with what other programs say.

  scripts/checks/times.py

Drawn dates and places; Python's zoneinfo and datetime know calendars and the hours that come twice, PyPI's babel patterns of Unicode, astral the sun,
and GeographicLib's GeodSolve and pyproj's Geod directions and destinations. The status is 1 when anything differs.
"""
import datetime
import json
import math
import random
import subprocess
import sys
import tempfile
import zoneinfo

from common import program, seed, use_packages
from times_clocks import ZONES, check_clocks, next_change

# babel 2.16 rounds negative offsets of half hours down, and gives the last days of a year to its 53rd week.
PATTERNS = ["yyyy-MM-dd HH:mm:ss", "EEEE d MMMM y", "EEE, dd MMM yy h:mm a", "D W F e", "K k kk SSS", "Q QQQ MMMMM EEEEE"]
OFFSETS = ["yyyy-MM-dd'T'HH:mm:ssxxx", "Z"]
UNITS = [("Year", "years"), ("Month", "months"), ("Day", "days"), ("WeekOfYear", "weeks"), ("Hour", "hours")]
SCRIPT = """
local cases = geoscript.json.decode(require "cases")
local out = {}
for _, case in ipairs(cases.dates) do
  local date, calendar = NSDate(case.time), NSCalendar.new{ timeZone = case.zone }
  calendar.firstWeekday, calendar.minimumDaysInFirstWeek = 2, 4
  local formatter = NSDateFormatter.new{ timeZone = case.zone }
  local row = { texts = {}, sums = {} }
  for i, pattern in ipairs(cases.patterns) do
    formatter.dateFormat = pattern
    row.texts[i] = formatter:stringFromDate(date)
  end
  formatter.dateFormat = "yyyy-MM-dd HH:mm:ss XXX"
  row.back = formatter:dateFromString(formatter:stringFromDate(date)):timeIntervalSince1970()
  for i, unit in ipairs{ NSCalendarUnitYear, NSCalendarUnitMonth, NSCalendarUnitDay, NSCalendarUnitWeekOfYear,
                         NSCalendarUnitHour } do
    row.sums[i] = calendar:dateByAddingUnit(unit, case.count, date):timeIntervalSince1970()
  end
  row.week = calendar:component(NSCalendarUnitWeekOfYear, date)
  row.weekYear = calendar:component(NSCalendarUnitYearForWeekOfYear, date)
  row.day = calendar:startOfDayForDate(date):timeIntervalSince1970()
  local change = NSTimeZone(case.zone):nextDaylightSavingTimeTransitionAfterDate(date)
  row.change = change and change:timeIntervalSince1970()
  row.seven = calendar:nextDateAfterDate_matchingHour_minute_second_options(date, 7, 30, 0, 0):timeIntervalSince1970()
  out[#out + 1] = row
end
local suns = {}
for _, case in ipairs(cases.suns) do
  local sun = geoscript.sun(CLLocationCoordinate2D(case.latitude, case.longitude), NSDate(case.time), "UTC")
  local row = { elevation = sun.elevation, azimuth = sun.azimuth }
  for _, name in ipairs{ "noon", "sunrise", "sunset", "dawn", "dusk" } do
    row[name] = sun[name] and sun[name]:timeIntervalSince1970() or nil
  end
  suns[#suns + 1] = row
end
local ways = {}
for _, case in ipairs(cases.ways) do
  local from, to = CLLocation(case[1], case[2]), CLLocation(case[3], case[4])
  local there = geoscript.destination(from, case[5], case[6])
  local nearest = geoscript.nearestPoint({ from, to }, there)
  local past = geoscript.pointAlong({ from, to }, nearest.distanceAlong)
  ways[#ways + 1] = { geoscript.distance(from, to), geoscript.bearing(from, to), there.latitude, there.longitude,
                      nearest.distance, nearest.coordinate.latitude, nearest.coordinate.longitude,
                      geoscript.distance(past, nearest.coordinate) }
end
print(geoscript.json.encode{ dates = out, suns = suns, ways = ways })
"""
faults = []


def check(what, ours, theirs, tolerance=0.0):
    if ours is None or theirs is None or not abs(ours - theirs) <= tolerance:
        faults.append("%s: %r instead of %r" % (what, ours, theirs))


def draw_cases(draw):
    dates = [{"time": draw.randrange(0, 4_000_000_000), "zone": draw.choice(ZONES), "count": draw.randrange(-40, 40)}
             for _ in range(400)]
    suns = [{"time": draw.randrange(0, 4_000_000_000), "latitude": draw.uniform(-64, 64),
             "longitude": draw.uniform(-180, 180)} for _ in range(300)]
    ways = []
    for _ in range(300):
        latitude, longitude = math.degrees(math.asin(draw.uniform(-1, 1))), draw.uniform(-180, 180)
        size = 10 ** draw.uniform(-3, 1)
        ways.append([latitude, longitude, max(-90, min(90, latitude + draw.uniform(-size, size))),
                     (longitude + draw.uniform(-size, size) + 180) % 360 - 180, draw.uniform(-360, 360),
                     10 ** draw.uniform(0, 5.5)])
    return {"dates": dates, "suns": suns, "ways": ways, "patterns": PATTERNS + OFFSETS}


def plus(local, unit, count):
    """A local time so many units later, by the clock."""
    if unit in ("years", "months"):
        months = local.year * 12 + local.month - 1 + count * (12 if unit == "years" else 1)
        year, month = months // 12, months % 12 + 1
        last = (datetime.date(year + month // 12, month % 12 + 1, 1) - datetime.timedelta(1)).day
        return local.replace(year=year, month=month, day=min(local.day, last), fold=0)
    return (local + datetime.timedelta(**{unit: count})).replace(fold=0)


def check_dates(cases, rows):
    import babel.dates
    for case, row in zip(cases["dates"], rows):
        zone = zoneinfo.ZoneInfo(case["zone"])
        local = datetime.datetime.fromtimestamp(case["time"], zone)
        name = "%s %d" % (case["zone"], case["time"])
        for pattern, ours in zip(PATTERNS, row["texts"]):
            theirs = babel.dates.format_datetime(local, pattern, tzinfo=zone, locale="en_US").replace("\u202f", " ")
            if ours != theirs:
                faults.append("%s, %s: %r instead of %r" % (name, pattern, ours, theirs))
        for ours, theirs in zip(row["texts"][len(PATTERNS):], (local.isoformat(), local.strftime("%z"))):
            if ours != theirs:
                faults.append("%s: %r instead of %r" % (name, ours, theirs))
        check(name + " read back", row["back"], case["time"])
        for (unit, word), ours in zip(UNITS, row["sums"]):
            if word == "hours":
                theirs = case["time"] + 3600 * case["count"]
            else:
                theirs = plus(local, word, case["count"]).timestamp()
                if case["count"] == 0:
                    # The first of two equal times of day, as Python's replaced fold says.
                    theirs = local.replace(fold=0).timestamp()
            check("%s plus %d %s" % (name, case["count"], word), ours, theirs)
        check(name + " week", row["week"], local.isocalendar()[1])
        check(name + " year of the week", row["weekYear"], local.isocalendar()[0])
        change = next_change(zone, case["time"])
        if change or row.get("change", math.inf) < case["time"] + 399 * 86_400:
            check(name + " next change", row.get("change"), change)
        seven = local.replace(hour=7, minute=30, second=0, fold=0)
        if seven.timestamp() <= case["time"]:
            seven = (seven + datetime.timedelta(1)).replace(fold=0)
        check(name + " next half past seven", row["seven"], seven.timestamp())
        check(name + " midnight", row["day"], local.replace(hour=0, minute=0, second=0, fold=0).timestamp())


def check_suns(cases, rows):
    import astral
    import astral.sun
    for case, row in zip(cases["suns"], rows):
        name = "sun %r" % case
        place = astral.Observer(case["latitude"], case["longitude"])
        at = datetime.datetime.fromtimestamp(case["time"], datetime.timezone.utc)
        check(name + " elevation", row["elevation"], astral.sun.elevation(place, at, with_refraction=False), 0.02)
        turn = abs((row["azimuth"] - astral.sun.azimuth(place, at) + 180) % 360 - 180)
        check(name + " azimuth", turn * math.cos(math.radians(row["elevation"])), 0, 0.02)
        # Ours belong to the noon nearest to midday; astral's to a date, which may be a neighbour.
        for word, function in (("noon", astral.sun.noon), ("sunrise", astral.sun.sunrise),
                               ("sunset", astral.sun.sunset), ("dawn", astral.sun.dawn), ("dusk", astral.sun.dusk)):
            theirs = []
            for day in (-2, -1, 0, 1, 2):
                try:
                    theirs.append(function(place, at.date() + datetime.timedelta(day)).timestamp())
                except ValueError:
                    pass
            if row.get(word) is None or not theirs:
                # White nights: astral has none of these days either, or the sun only grazes the height.
                if abs(case["latitude"]) < 55:
                    faults.append("%s: no %s" % (name, word))
                continue
            # astral leaves a day out where the time passes midnight of UTC: what is between its neighbours.
            theirs += [(one + two) / 2 for one, two in zip(sorted(theirs), sorted(theirs)[1:]) if two - one > 129_600]
            off = min(abs(row[word] - time) for time in theirs)
            height = {"sunrise": -0.833, "sunset": -0.833, "dawn": -6, "dusk": -6}.get(word)
            if off <= 90 or height is None:
                check("%s %s" % (name, word), off, 0, 90)
                continue
            # Only where the sun grazes a height do minutes change nothing: there its height is what counts.
            before, here, after = (
                astral.sun.elevation(place, datetime.datetime.fromtimestamp(row[word] + seconds, datetime.timezone.utc),
                                     with_refraction=False) for seconds in (-90, 0, 90))
            check("%s %s, grazing" % (name, word), after, before, 0.15)
            check("%s %s, height" % (name, word), here, height, 0.03)


def geod_solve(words, lines):
    """The rows of numbers that GeographicLib's own program gives for these."""
    text = "".join(" ".join("%.17g" % number for number in line) + "\n" for line in lines)
    done = subprocess.run(["GeodSolve", "-p", "9", *words], input=text, capture_output=True, text=True, check=True)
    return [[float(word) for word in line.split()] for line in done.stdout.splitlines()]


def check_directions(cases, rows):
    """Directions and destinations, as GeographicLib computes them."""
    inverse = geod_solve(["-i"], [way[:4] for way in cases["ways"]])
    direct = geod_solve([], [(way[0], way[1], way[4], way[5]) for way in cases["ways"]])
    for way, row, (forward, _, meters), (latitude, longitude, _) in zip(cases["ways"], rows, inverse, direct):
        name = "GeodSolve from %r" % (way,)
        check(name + " distance", row[0], meters, 1e-6)
        check(name + " bearing", abs((row[1] - forward + 180) % 360 - 180) * meters, 0, 1e-3)
        check(name + " latitude", row[2], latitude, 1e-9)
        # Near a pole, a degree of longitude is short.
        turn = abs((row[3] - longitude + 180) % 360 - 180)
        check(name + " longitude", turn * math.cos(math.radians(latitude)), 0, 1e-9)


def check_ways(cases, rows):
    import pyproj
    geod = pyproj.Geod(ellps="WGS84")
    for (a, b, c, d, bearing, distance), row in zip(cases["ways"], rows):
        name = "from %r, %r to %r, %r" % (a, b, c, d)
        forward, _, meters = geod.inv(b, a, d, c)
        check(name, row[0], meters, 1e-6 + 1e-12 * meters)
        check(name + " bearing", abs((row[1] - forward + 180) % 360 - 180) * meters, 0, 1e-3)
        longitude, latitude, _ = geod.fwd(b, a, bearing, distance)
        check(name + " destination", geod.inv(row[3], row[2], longitude, latitude)[2], 0, 1e-6)
        check(name + " along", row[7], 0, 1e-6)
        # Nothing on the line is nearer: a thousand places of it, and the ends.
        nearest = min(geod.inv(x, y, longitude, latitude)[2] for x, y in
                      [(b, a), (d, c)] + (geod.npts(b, a, d, c, 998) if meters > 1e-3 else []))
        if row[4] > nearest + 1e-6:
            faults.append("%s: nearest %r, but %r is nearer" % (name, row[4], nearest))
        check(name + " nearest", row[4], geod.inv(row[6], row[5], longitude, latitude)[2], 1e-6)


def main():
    use_packages()
    draw = random.Random(seed())
    cases = draw_cases(draw)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("cases.lua", "return [==[%s]==]" % json.dumps(cases)), ("times.lua", SCRIPT)):
            with open(folder + "/" + name, "w") as file:
                file.write(text)
        done = subprocess.run([program(), "run", "times.lua", "--quiet", "--max-instructions", "2000000000"],
                              cwd=folder, capture_output=True, text=True)
        changes, wrong = check_clocks(draw, folder)
    if done.returncode != 0:
        sys.exit(done.stderr)
    faults.extend(wrong)
    rows = json.loads(done.stdout)
    check_dates(cases, rows["dates"])
    check_suns(cases, rows["suns"])
    check_ways(cases, rows["ways"])
    check_directions(cases, rows["ways"])
    for fault in faults[:30]:
        print(fault, file=sys.stderr)
    print("times: %d dates, %d changes of clocks, %d suns, %d lines, %d differ"
          % (len(cases["dates"]), changes, len(cases["suns"]), len(cases["ways"]), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
