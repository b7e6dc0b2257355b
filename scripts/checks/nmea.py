#!/usr/bin/env python3
"""Compares our NMEA 0183 with pynmea2 and gpsdecode, at receivers' logs and at seeded sentences.

  scripts/checks/nmea.py

The status is 1 when something differs. Without gpsdecode only pynmea2 is asked.

Where gpsd differs, and why we do:
- It moves dates before 2017 on by 1024 weeks: here a file's dates stand as they are. Compared modulo 1024 weeks.
- It keeps the altitude of an earlier fix where GSA says that there are two dimensions: we have none then.
- It makes speed and course of positions where no sentence has them: we have none then.
- It ignores GNS whose navigational status is V, as u-blox sends it for «not provided».
- It adds deviation of HDG whatever its side, and tells of a round only when it knows that it is over.
"""
import datetime
import glob
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile

import common

common.use_packages()
import pynmea2

DEGREES = 2e-9  # gpsd prints nine digits
ERA = 1024 * 7 * 86400.0
KNOT = 1852 / 3600


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return "$%s*%02X\r\n" % (body, total)


def angle(value, digits, decimals, positive, negative):
    side = positive if value >= 0 else negative
    minutes = round(abs(value) * 60, decimals)
    return "%0*d%0*.*f,%s" % (digits, minutes // 60, decimals + 3, decimals, minutes % 60, side)


def generated(seed):
    """Sentences of a receiver that travels around the earth, over midnights, years and the date line."""
    r = random.Random(seed)
    time = datetime.datetime(2019, 12, 31, 23, 50, tzinfo=datetime.timezone.utc)
    out, decimals = [], 1 + seed % 7
    for _ in range(2000):
        time += datetime.timedelta(seconds=r.choice([1, 1, 1, 5, 3600]))
        where = "%s,%s" % (angle(r.uniform(-89.9, 89.9), 2, decimals, "N", "S"),
                           angle(r.uniform(-179.9, 179.9), 3, decimals, "E", "W"))
        hms, talker = time.strftime("%H%M%S") + ".%02d" % r.choice([0, 50]), r.choice(["GP", "GN", "GL", "BD"])
        bodies = ["%sRMC,%s,A,%s,%.2f,%.1f,%s,,,A" % (talker, hms, where, r.uniform(0, 90), r.uniform(0, 359.9),
                                                     time.strftime("%d%m%y")),
                  "%sGGA,%s,%s,%d,%02d,%.1f,%.1f,M,%.1f,M,," % (talker, hms, where, r.choice([1, 2, 4]), r.randint(4, 20),
                                                              r.uniform(0.5, 20), r.uniform(-100, 9000), r.uniform(-50, 50))]
        if seed % 2:
            bodies.reverse()
        out += [sentence(b) for b in bodies]
    return "".join(out)


def pynmea2_fixes(path):
    """{(date, time of the day): [latitude, longitude, altitude, speed, course]} of valid RMC and GGA sentences."""
    found, date = {}, None
    with open(path, "rb") as lines:
        for raw in lines.read().split(b"\n"):
            text = raw.decode("latin-1").strip()
            if not text.startswith("$") or text[3:6] not in ("RMC", "GGA"):
                continue
            try:
                s = pynmea2.parse(text, check=True)
                if not s.timestamp or not s.lat or not s.lon:
                    continue
                if s.sentence_type == "RMC" and s.status in ("A", "D") and s.datestamp:
                    date = s.datestamp
                    found.setdefault(s.timestamp, {}).update(
                        date=date, place=(s.latitude, s.longitude),
                        speed=None if s.spd_over_grnd is None else float(s.spd_over_grnd) * KNOT,
                        course=None if s.true_course is None else float(s.true_course))
                elif s.sentence_type == "GGA" and s.gps_qual in range(1, 10):
                    found.setdefault(s.timestamp, {}).update(
                        gga=(s.latitude, s.longitude), altitude=None if s.altitude is None else float(s.altitude))
            except (pynmea2.ParseError, ValueError, AttributeError, TypeError):
                continue
    return found


def ours(program, path):
    done = subprocess.run([program, "fixes", path], capture_output=True, text=True, check=True)
    return [list(map(float, line.split())) for line in done.stdout.splitlines()]


def close(a, b, most):
    return b is None or (not math.isnan(a) and abs(a - b) <= most)


def check_pynmea2(program, path, faults):
    """Each time of day that both know; of times on several days, the last counts."""
    theirs, count = pynmea2_fixes(path), 0
    by_time = {}
    for fix in ours(program, path):
        instant = datetime.datetime.fromtimestamp(fix[0], datetime.timezone.utc)
        by_time[instant.time()] = (instant.date(), fix)
    for time, said in theirs.items():
        if "place" not in said or time.replace(tzinfo=None) not in by_time:
            continue
        day, fix = by_time[time.replace(tzinfo=None)]
        count += 1
        places = [said["place"]] + ([said["gga"]] if "gga" in said else [])
        near = any(abs(fix[1] - la) < DEGREES and abs(fix[2] - lo) < DEGREES for la, lo in places)
        if not (near and day == said["date"] and close(fix[5], said["speed"], 1e-9)
                and close(fix[6], said["course"], 1e-9)
                and (math.isnan(fix[4]) or close(fix[4], said.get("altitude"), 1e-9))):
            faults.append("%s at %s: pynmea2 %s, ours %s" % (path, time, said, fix))
    return count


def check_gpsdecode(program, path, faults):
    done = subprocess.run(["gpsdecode", "-j"], stdin=open(path, "rb"), capture_output=True, check=True)
    mine, last, count = {}, {}, 0
    for fix in ours(program, path):
        mine[round(fix[0] % ERA, 2)] = fix
    for line in done.stdout.decode("latin-1").splitlines():
        said = json.loads(line) if line.startswith('{"class":"TPV"') else {}
        if "time" not in said or "lat" not in said:
            continue
        # Of several reports of one moment, the last is complete.
        last[said["time"]] = said
    for said in last.values():
        time = datetime.datetime.fromisoformat(said["time"].replace("Z", "+00:00")).timestamp()
        fix = mine.get(round(time % ERA, 2))
        if fix is None:
            faults.append("%s: gpsdecode has a fix at %s, we have none" % (path, said["time"]))
            continue
        count += 1
        if not (abs(fix[1] - said["lat"]) < DEGREES and abs(fix[2] - said["lon"]) < DEGREES
                and (math.isnan(fix[4]) or close(fix[4], said.get("altMSL"), 1e-3))
                and (math.isnan(fix[5]) or close(fix[5], said.get("speed"), 1e-3))
                and (math.isnan(fix[6]) or close(fix[6], said.get("track"), 1e-3))):
            faults.append("%s at %s: gpsdecode %s, ours %s" % (path, said["time"], said, fix))
    return count


def main():
    program = common.program("geobench")
    faults, counts = [], [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        paths = sorted(glob.glob(common.ROOT + "/Tests/receivers/*.log"))
        for seed in range(5):
            path = "%s/receiver-%d.nmea" % (folder, seed)
            with open(path, "w", newline="") as file:
                file.write(generated(seed))
            paths.append(path)
        for path in paths:
            counts[0] += check_pynmea2(program, path, faults)
            if shutil.which("gpsdecode"):
                counts[1] += check_gpsdecode(program, path, faults)
    for fault in faults[:20]:
        print(fault)
    print("%d fixes compared with pynmea2, %d with gpsdecode, %d differ" % (counts[0], counts[1], len(faults)))
    return 1 if faults or not counts[0] else 0


if __name__ == "__main__":
    sys.exit(main())
