#!/usr/bin/env python3
"""Compares the output of «geoscript convert» with what other programs read in it.

  scripts/checks/convert.py

A log of two devices with everything that a fix can have is written in each form and read by programs that know
nothing of this one: gpsbabel reads GPX, KML, GeoJSON and NMEA, Python's csv and json the table, the GeoJSON and the
records of OwnTracks, xmllint every XML; pynmea2 and gpxpy too, where they are installed. Then each is read by geoscript
again. The status is 1 when a date, a place or a number differs by more than the form can tell.
"""
import csv
import datetime
import io
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

from common import program

NAME = "van <7> & \"co\", Zoë"
FILE_NAME = "van %3C7%3E & %22co%22, Zoë"  # what DeviceFileName makes of it
START = 1777622400  # 2026-05-01T08:00:00Z
faults = []


def log():
    """Fixes of two devices on all four quarters of the earth, with and without optional fields."""
    lines = []
    for number in range(60):
        fix = {"time": START + number * 7 + (number % 4) / 4, "device": NAME if number % 2 else "bob",
               "latitude": round(math.sin(number / 9) * 89.5, 7), "longitude": round(math.cos(number / 7) * 179.9, 7),
               "horizontalAccuracy": 3 + number % 5}
        if number % 3:
            fix.update(altitude=round(number * 3.7 - 50, 3), verticalAccuracy=4.5)
        if number % 4:
            fix.update(speed=round(number * 0.31, 3), course=round(number * 5.9 % 360, 2))
        lines.append(fix)
    return lines


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def check(what, ours, theirs, tolerance):
    if theirs is None or abs(ours - theirs) > tolerance:
        faults.append("%s: %r is read as %r" % (what, ours, theirs))


class Forms:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.fixes = log()
        self.named = [fix for fix in self.fixes if fix["device"] == NAME]
        self.source = self.path("log.ndjson")
        with open(self.source, "w") as file:
            file.writelines(json.dumps(fix) + "\n" for fix in self.fixes)
        with open(self.path("one.ndjson"), "w") as file:
            file.writelines(json.dumps(fix) + "\n" for fix in self.named)

    def path(self, name):
        return os.path.join(self.folder, name)

    def convert(self, *words):
        done = subprocess.run([self.program, "convert", *words], capture_output=True, text=True, cwd=self.folder)
        if done.returncode != 0:
            faults.append("convert %s: %s" % (" ".join(words), done.stderr))
        return done

    def babel(self, form, name, fixes, degrees, seconds):
        """What gpsbabel reads, in order of time."""
        done = subprocess.run(["gpsbabel", "-t", "-i", form, "-f", self.path(name), "-o", "unicsv,utc=0", "-F", "-"],
                              capture_output=True, text=True)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        if done.returncode != 0 or len(rows) != len(fixes):
            faults.append("%s: gpsbabel reads %d of %d fixes %s" % (name, len(rows), len(fixes), done.stderr))
            return
        for row in rows:
            clock = row["Time"] if "." in row["Time"] else row["Time"] + ".0"
            row["at"] = instant(row["Date"].replace("/", "-") + "T" + clock.split(".")[0] + "+00:00") + float(
                "0." + clock.split(".")[1])
        rows.sort(key=lambda row: row["at"])
        for fix, row in zip(sorted(fixes, key=lambda fix: fix["time"]), rows):
            check(name + " time", fix["time"], row["at"], seconds)
            # unicsv itself has six decimals.
            check(name + " latitude", fix["latitude"], float(row["Latitude"]), max(degrees, 1e-6))
            check(name + " longitude", fix["longitude"], float(row["Longitude"]), max(degrees, 1e-6))
            if "altitude" in fix and row.get("Altitude"):
                check(name + " altitude", fix["altitude"], float(row["Altitude"]), 0.051)

    def again(self, name, fixes, tolerance, *words):
        """What geoscript reads itself, by device and time."""
        self.convert(name, "again.ndjson", "--quiet", "-f", *words)
        with open(self.path("again.ndjson")) as file:
            read = [json.loads(line) for line in file]
        read = [line for line in read if "latitude" in line]
        if len(read) != len(fixes):
            faults.append("%s: %d of %d fixes are read again" % (name, len(read), len(fixes)))
        for fix, line in zip(sorted(fixes, key=lambda fix: fix["time"]), sorted(read, key=lambda line: line["time"])):
            if "device" in tolerance and line["device"] != fix["device"]:
                faults.append("%s: the device is read as %s" % (name, line["device"]))
            for key, most in tolerance.items():
                if key != "device" and key in fix:
                    check("%s %s" % (name, key), fix[key], line.get(key), most)


def xml(path):
    done = subprocess.run(["xmllint", "--noout", "--nonet", path], capture_output=True, text=True)
    if done.returncode != 0:
        faults.append(done.stderr)


def check_gpx(forms):
    forms.convert("log.ndjson", "log.gpx")
    xml(forms.path("log.gpx"))
    forms.babel("gpx", "log.gpx", forms.fixes, 1e-7, 0.001)
    exact = dict.fromkeys(
        ("time", "latitude", "longitude", "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy",
         "device"), 1e-9)
    forms.again("log.gpx", forms.fixes, dict(exact, time=1e-6), "--device-by", "track")
    try:
        import gpxpy
    except ImportError:
        return
    with open(forms.path("log.gpx")) as file:
        read = gpxpy.parse(file)
    if [track.name for track in read.tracks] != ["bob", NAME]:
        faults.append("log.gpx: gpxpy reads the tracks %s" % [track.name for track in read.tracks])
    if sum(track.get_points_no() for track in read.tracks) != len(forms.fixes):
        faults.append("log.gpx: gpxpy does not read all")


def check_kml(forms):
    forms.convert("log.ndjson", "log.kml")
    xml(forms.path("log.kml"))
    forms.babel("kml", "log.kml", forms.fixes, 1e-7, 0.001)
    forms.again("log.kml", forms.fixes,
                {"time": 1e-6, "latitude": 0, "longitude": 0, "altitude": 0, "device": 0}, "--device-by", "track")


def check_geojson(forms):
    forms.convert("log.ndjson", "log.geojson")
    with open(forms.path("log.geojson")) as file:
        collection = json.load(file)
    features = collection["features"]
    if [feature["properties"]["name"] for feature in features] != ["bob", NAME]:
        faults.append("log.geojson: wrong names")
    for feature in features:
        fixes = [fix for fix in forms.fixes if fix["device"] == feature["properties"]["name"]]
        properties = feature["properties"]["coordinateProperties"]
        # RFC 7946, 3.1.5: an array of lines; 3.1.1: longitude, latitude, altitude.
        places = [place for line in feature["geometry"]["coordinates"] for place in line]
        times = [time for line in properties["times"] for time in line]
        speeds = [speed for line in properties["speeds"] for speed in line]
        if feature["geometry"]["type"] != "MultiLineString" or len(places) != len(fixes) != len(times):
            faults.append("log.geojson: wrong shape")
        for fix, place, time, speed in zip(fixes, places, times, speeds):
            third = [fix["altitude"]] if "altitude" in fix else []
            if place != [fix["longitude"], fix["latitude"]] + third:
                faults.append("log.geojson: %s for %s" % (place, fix))
            check("log.geojson time", fix["time"], instant(time), 1e-6)
            if speed != fix.get("speed"):
                faults.append("log.geojson: speed %s for %s" % (speed, fix))
    forms.again("log.geojson", forms.fixes,
                {"time": 1e-6, "latitude": 0, "longitude": 0, "altitude": 0, "device": 0}, "--device-by", "track")


def check_csv(forms):
    forms.convert("log.ndjson", "log.csv")
    with open(forms.path("log.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    for fix, row in zip(forms.fixes, rows):
        if row["device"] != fix["device"]:
            faults.append("log.csv: the device is read as %s" % row["device"])
        check("log.csv time", fix["time"], instant(row["time"]), 1e-6)
        for key, title in (("latitude", "latitude"), ("longitude", "longitude"), ("horizontalAccuracy", "accuracy"),
                           ("altitude", "altitude"), ("verticalAccuracy", "vertical accuracy"), ("speed", "speed"),
                           ("course", "course")):
            if row[title] != "" or key in fix:
                check("log.csv " + key, fix.get(key, math.nan), float(row[title]), 0)
    exact = dict.fromkeys(
        ("latitude", "longitude", "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy", "device"), 0)
    forms.again("log.csv", forms.fixes, dict(exact, time=1e-6))


def check_ndjson(forms):
    forms.convert("log.ndjson", "log2.ndjson.gz")
    exact = dict.fromkeys(
        ("time", "latitude", "longitude", "altitude", "speed", "course", "horizontalAccuracy", "verticalAccuracy",
         "device"), 0)
    forms.again("log2.ndjson.gz", forms.fixes, exact)


def check_nmea(forms):
    refused = subprocess.run([forms.program, "convert", "log.ndjson", "log.nmea"], capture_output=True, text=True,
                             cwd=forms.folder)
    if refused.returncode != 64 or "several" not in refused.stderr or os.path.exists(forms.path("log.nmea")):
        faults.append("log.nmea: several devices are not refused")
    forms.convert("log.ndjson", "part-{device}.nmea")
    if not os.path.exists(forms.path("part-bob.nmea")) or not os.path.exists(forms.path("part-%s.nmea" % FILE_NAME)):
        faults.append("part-{device}.nmea: wrong names")
    forms.convert("one.ndjson", "one.nmea")
    forms.babel("nmea", "one.nmea", forms.named, 1e-7, 0.001)
    forms.again("one.nmea", forms.named,
                {"time": 0.0011, "latitude": 2e-9, "longitude": 2e-9, "altitude": 0.001, "speed": 1e-4, "course": 0.001,
                 "horizontalAccuracy": 1e-3, "verticalAccuracy": 1e-3})
    with open(forms.path("one.nmea"), newline="") as file:
        lines = file.read().split("\r\n")
    for line in lines[:-1]:
        total = 0
        for letter in line[1:-3]:
            total ^= ord(letter)
        if len(line) > 80 + 20 or line[-2:] != "%02X" % total:
            faults.append("one.nmea: %s" % line)
    try:
        import pynmea2
    except ImportError:
        return
    read = [pynmea2.parse(line, check=True) for line in lines[:-1]]
    for fix, row in zip(forms.named, [row for row in read if row.sentence_type == "RMC"]):
        check("one.nmea latitude", fix["latitude"], row.latitude, 1e-8)
        check("one.nmea longitude", fix["longitude"], row.longitude, 1e-8)


def check_rec(forms):
    forms.convert("one.ndjson", "one.rec")
    with open(forms.path("one.rec")) as file:
        lines = file.read().splitlines()
    for fix, line in zip(forms.named, lines):
        date, topic, payload = line.split("\t")
        message = json.loads(payload)
        check("one.rec date", math.floor(fix["time"]), instant(date), 0)
        if topic != "*".ljust(18) or message["_type"] != "location" or message["tst"] != math.floor(fix["time"]):
            faults.append("one.rec: %s" % line)
        check("one.rec lat", fix["latitude"], message["lat"], 0)
        check("one.rec lon", fix["longitude"], message["lon"], 0)
        check("one.rec acc", fix["horizontalAccuracy"], message["acc"], 0.5)
        if "speed" in fix:
            check("one.rec vel", fix["speed"] * 3.6, message["vel"], 0.5)
            check("one.rec cog", fix["course"], message["cog"], 0.5)


def main():
    if shutil.which("gpsbabel") is None:
        sys.exit("gpsbabel is not installed (scripts/setup --test)")
    with tempfile.TemporaryDirectory() as folder:
        forms = Forms(program(), folder)
        for each in (check_gpx, check_kml, check_geojson, check_csv, check_ndjson, check_nmea, check_rec):
            before = len(faults)
            each(forms)
            print("%s %s" % ("ok    " if len(faults) == before else "FAILED", each.__name__[6:]))
    for fault in faults[:40]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
