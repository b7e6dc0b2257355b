#!/usr/bin/env python3
"""Makes the tracks in examples/tracks from the recordings they come from.

  gpxpy   unpacked sdist of gpxpy 1.6.2 from PyPI (Apache-2.0), folder test_files
  gpsd    unpacked Debian source of gpsd 3.22 (BSD-2-Clause), folder test/daemon

  scripts/generate/tracks.py --gpxpy gpxpy-1.6.2 --gpsd gpsd-3.22 --out examples/tracks

Points, times and elevations stay as recorded. GPX points without a time are left out, so is every
attribute but position, elevation and time. In fleet.ndjson each recording is moved in time as a whole,
so that all of them fall into one morning. examples/tracks/LICENSES.md carries the licences.
"""
import argparse
import datetime
import json
import os
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

UTC = datetime.timezone.utc
CHANGES = ("Changed from the original: points without a time, waypoints and routes left out, "
           "written again as GPX 1.1.")

# file to write, file to read, name, what it shows
GPX = (
    ("zbevnica-hike.gpx", "korita-zbevnica.gpx", "Žbevnica hike",
     "A walk over Žbevnica in Ćićarija, Croatia, and back to the car, 3 October 2010."),
    ("cerknica-lake.gpx", "cerknicko-jezero.gpx", "Lake Cerknica",
     "A walk and short drives by Lake Cerknica, Slovenia, 5 August 2010."),
    ("visnjan-drive.gpx", "around-visnjan-with-car.gpx", "Višnjan drive",
     "A car drive around Višnjan, Croatia, with a stop on the way, 18 December 2020."),
)

# device, recording, when its first fix is moved to
FLEET = (
    ("hiker", "korita-zbevnica.gpx", datetime.datetime(2026, 5, 4, 6, 0, tzinfo=UTC)),
    ("lake-walker", "cerknicko-jezero.gpx", datetime.datetime(2026, 5, 4, 6, 30, tzinfo=UTC)),
    ("car", "around-visnjan-with-car.gpx", datetime.datetime(2026, 5, 4, 7, 15, 50, tzinfo=UTC)),
    ("yacht", "bundg_zeus_9.log", datetime.datetime(2026, 5, 4, 8, 40, tzinfo=UTC)),
)


def local(tag):
    return tag.rsplit("}", 1)[-1]


def segments(path):
    """The timed points of each segment of a GPX file: (time as written, lat, lon, ele or None)."""
    for seg in ET.parse(path).getroot().iter():
        if local(seg.tag) != "trkseg":
            continue
        points = []
        for pt in seg:
            child = {local(c.tag): (c.text or "").strip() for c in pt}
            if child.get("time"):
                points.append((child["time"], pt.get("lat"), pt.get("lon"), child.get("ele")))
        if len(points) > 1:
            yield points


def write_gpx(path, source, name, description):
    with open(path, "w", encoding="utf-8") as w:
        w.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                '<gpx version="1.1" creator="geoscript scripts/generate/tracks.py" '
                'xmlns="http://www.topografix.com/GPX/1/1">\n'
                " <metadata>\n  <name>%s</name>\n  <desc>%s Source: gpxpy 1.6.2, test_files/%s. %s</desc>\n"
                '  <copyright author="Tomo Krajina">'
                "<license>http://www.apache.org/licenses/LICENSE-2.0</license></copyright>\n </metadata>\n"
                " <trk>\n  <name>%s</name>\n"
                % (escape(name), escape(description), os.path.basename(source), CHANGES, escape(name)))
        for points in segments(source):
            w.write("  <trkseg>\n")
            for time, lat, lon, ele in points:
                w.write('   <trkpt lat="%s" lon="%s">%s<time>%s</time></trkpt>\n'
                        % (lat, lon, "<ele>%s</ele>" % ele if ele else "", time))
            w.write("  </trkseg>\n")
        w.write(" </trk>\n</gpx>\n")


def parse_time(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def gpx_fixes(path):
    for points in segments(path):
        for time, lat, lon, ele in points:
            fix = {"latitude": round(float(lat), 7), "longitude": round(float(lon), 7)}
            if ele:
                fix["altitude"] = round(float(ele), 1)
            yield parse_time(time), fix


def degrees(text, hemisphere):
    """NMEA's (d)ddmm.mmmm as degrees."""
    value = float(text)
    whole = int(value / 100)
    result = whole + (value - whole * 100) / 60
    return round(-result if hemisphere in "SW" else result, 7)


def nmea_fixes(path):
    """The valid RMC sentences of an NMEA log, one a second; checksums are checked."""
    last = None
    with open(path, encoding="latin-1") as r:
        for line in r:
            if not line.startswith("$") or "RMC," not in line or "*" not in line:
                continue
            body, check = line.strip()[1:].split("*")
            total = 0
            for ch in body:
                total ^= ord(ch)
            field = body.split(",")
            if total != int(check, 16) or field[2] != "A":
                continue
            time = datetime.datetime.strptime(field[9] + field[1][:6], "%d%m%y%H%M%S").replace(tzinfo=UTC)
            if last is not None and time <= last:
                continue
            last = time
            fix = {"latitude": degrees(field[3], field[4]), "longitude": degrees(field[5], field[6])}
            if field[7]:
                fix["speed"] = round(float(field[7]) * 1852 / 3600, 2)
            if field[8]:
                fix["course"] = float(field[8])
            yield time, fix


def write_fleet(path, gpx_folder, nmea_folder):
    lines = []
    for order, (device, name, start) in enumerate(FLEET):
        read = nmea_fixes(os.path.join(nmea_folder, name)) if name.endswith(".log") \
            else gpx_fixes(os.path.join(gpx_folder, name))
        shift = None
        for time, fix in read:
            shift = shift or start - time
            moved = (time + shift).strftime("%Y-%m-%dT%H:%M:%SZ")
            lines.append((moved, order, dict(type="location", time=moved, device=device, **fix)))
    lines.sort(key=lambda line: line[:2])
    with open(path, "w") as w:
        for _, _, record in lines:
            w.write(json.dumps(record, separators=(",", ":")) + "\n")


def write_sentences(path, source):
    """The sentences of a log about place and compass: all RMC and GGA, every tenth HDG."""
    headings = 0
    with open(source, "rb") as log, open(path, "wb") as w:
        for line in log:
            headings += line[3:6] == b"HDG"
            if line[3:6] in (b"RMC", b"GGA") or (line[3:6] == b"HDG" and headings % 10 == 1):
                w.write(line.strip() + b"\r\n")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--gpxpy", required=True, help="folder of the unpacked sdist")
    ap.add_argument("--gpsd", required=True, help="folder of the unpacked source")
    ap.add_argument("--out", required=True, help="folder to write to")
    a = ap.parse_args()
    gpx_folder = os.path.join(a.gpxpy, "test_files")
    for target, source, name, description in GPX:
        write_gpx(os.path.join(a.out, target), os.path.join(gpx_folder, source), name, description)
    write_fleet(os.path.join(a.out, "fleet.ndjson"), gpx_folder, os.path.join(a.gpsd, "test", "daemon"))
    write_sentences(os.path.join(a.out, "yacht.nmea"), os.path.join(a.gpsd, "test", "daemon", "bundg_zeus_9.log"))


if __name__ == "__main__":
    main()
