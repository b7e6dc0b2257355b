#!/usr/bin/env python3
"""Compares how geoscript reads FIT, TCX, KMZ and GPX with what other programs read and write.

  scripts/checks/formats.py

gpsbabel writes a track of random fixes as FIT, TCX and GPX; geoscript and gpsbabel read each. A FIT with every field
that geoscript knows is written here by the documentation of the protocol, and read by PyPI's fitdecode. A KMZ comes from
Python's zipfile. An export of Timeline of 64 MB must not need more memory than one of 8 MB. The status is 1 when
anything differs.
"""
import csv
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile

from common import program, seed, use_packages
from formats_files import START, Files, check, faults
from formats_fit import check_fitdecode


def write_gpx(files):
    with open(files.path("track.gpx"), "w") as file:
        file.write('<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" '
                   'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><trkseg>')
        for fix in files.fixes:
            clock = fix["time"] - START
            file.write('<trkpt lat="%s" lon="%s"><ele>%s</ele><time>2026-05-01T%02d:%02d:%02dZ</time><extensions>'
                       "<gpxtpx:TrackPointExtension><gpxtpx:atemp>%d</gpxtpx:atemp><gpxtpx:hr>%d</gpxtpx:hr>"
                       "<gpxtpx:cad>%d</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions></trkpt>"
                       % (fix["lat"], fix["lon"], fix["ele"], 8 + clock // 3600, clock // 60 % 60, clock % 60,
                          fix["temp"], fix["hr"], fix["cad"]))
        file.write("</trkseg></trk></gpx>")


def compare(files, name, form, degrees, meters):
    """What geoscript and gpsbabel read in a file that gpsbabel wrote."""
    ours, _ = files.events(name)
    theirs = list(csv.DictReader(io.StringIO(files.babel("-t", "-i", form, "-f", name, "-o", "unicsv,utc=0", "-F",
                                                         "-"))))
    if not len(ours) == len(theirs) == len(files.fixes):
        faults.append("%s: %d fixes, gpsbabel reads %d, %d are written" % (name, len(ours), len(theirs),
                                                                          len(files.fixes)))
        return
    for wanted, fix, row in zip(files.fixes, ours, theirs):
        check(name + " time", fix["time"], wanted["time"])
        check(name + " latitude", fix["latitude"], float(row["Latitude"]), degrees)
        check(name + " longitude", fix["longitude"], float(row["Longitude"]), degrees)
        check(name + " latitude", fix["latitude"], wanted["lat"], degrees)
        check(name + " altitude", fix["altitude"], float(row["Altitude"]), meters)
        # gpsbabel writes no sensors to FIT.
        for key, title in (("heartRate", "Heartrate"), ("cadence", "Cadence"), ("temperature", "Temperature")):
            if row.get(title):
                check("%s %s" % (name, key), fix.get(key), float(row[title]))


def check_gpx(files):
    compare(files, "track.gpx", "gpx", 1e-6, 0.051)


def check_tcx(files):
    files.babel("-t", "-i", "gpx", "-f", "track.gpx", "-o", "gtrnctr,course=0", "-F", "track.tcx")
    compare(files, "track.tcx", "gtrnctr", 1e-6, 0.051)


def check_fit(files):
    files.babel("-t", "-i", "gpx", "-f", "track.gpx", "-o", "garmin_fit", "-F", "track.fit")
    compare(files, "track.fit", "garmin_fit", 1e-6, 0.31)


def check_unicsv(files):
    done = subprocess.run([files.program, "convert", "track.gpx", "track.unicsv", "--quiet"], cwd=files.folder)
    check("convert to unicsv", done.returncode, 0)
    # Anywhere: its times are called UTC.
    os.environ["TZ"] = "America/New_York"
    rows = list(csv.DictReader(io.StringIO(files.babel("-t", "-i", "unicsv", "-f", "track.unicsv", "-o",
                                                       "unicsv,utc=0", "-F", "-"))))
    del os.environ["TZ"]
    check("fixes that gpsbabel reads in unicsv", len(rows), len(files.fixes))
    for fix, row in zip(files.fixes, rows):
        clock = fix["time"] - START
        if row["Date"] != "2026/05/01" or row["Time"] != "%02d:%02d:%02d" % (8 + clock // 3600, clock // 60 % 60,
                                                                            clock % 60):
            faults.append("unicsv: %s %s" % (row["Date"], row["Time"]))
        check("unicsv latitude", fix["lat"], float(row["Latitude"]), 1e-6)
        check("unicsv altitude", fix["ele"], float(row["Altitude"]), 0.051)
        for key, title in (("hr", "Heartrate"), ("cad", "Cadence"), ("temp", "Temperature")):
            check("unicsv " + title, fix[key], float(row[title]))


def check_kmz(files):
    files.babel("-t", "-i", "gpx", "-f", "track.gpx", "-o", "kml,track=1,points=0", "-F", "doc.kml")
    with zipfile.ZipFile(files.path("track.kmz"), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("images/a.png", b"\x89PNG")
        archive.write(files.path("doc.kml"), "doc.kml")
    ours, _ = files.events("track.kmz")
    check("fixes of the KMZ", len(ours), len(files.fixes))
    for wanted, fix in zip(files.fixes, ours):
        check("KMZ time", fix["time"], wanted["time"])
        check("KMZ latitude", fix["latitude"], wanted["lat"], 1e-6)


def check_memory(files):
    """The memory for a Timeline does not grow with it."""
    most = []
    for name, count in (("small.json", 40_000), ("large.json", 320_000)):
        with open(files.path(name), "w") as file:
            file.write('{"locations": [')
            for number in range(count):
                file.write('%s{"latitudeE7": %d, "longitudeE7": 133777000, "accuracy": 12, "source": "WIFI", '
                           '"deviceTag": 123456789, "timestamp": "%s", "activity": [{"activity": [{"type": "STILL"}]}]}'
                           % ("," if number else "", 525163000 + number,
                              "2026-%02d-%02dT%02d:%02d:00Z" % (1 + number // 40320, 1 + number // 1440 % 28,
                                                               number // 60 % 24, number % 60)))
            file.write("]}")
        done = subprocess.run(["/usr/bin/env", "python3", "-c", "import resource, subprocess, sys; "
                               "done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE); "
                               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.returncode, "
                               "done.stdout.decode().count('\\n'))",
                               files.program, "replay-info", name], capture_output=True, text=True, cwd=files.folder)
        kilobytes, code, _ = map(int, done.stdout.split())
        check(name + " status", code, 0)
        most.append(kilobytes)
    if most[1] > most[0] + 4096:
        faults.append("Timeline: %d KB of memory for 8 times the bytes, %d KB before" % (most[1], most[0]))


def main():
    use_packages()
    if shutil.which("gpsbabel") is None:
        sys.exit("gpsbabel is not installed (scripts/setup --test)")
    draw = random.Random(seed())
    with tempfile.TemporaryDirectory() as folder:
        files = Files(program(), folder, draw)
        write_gpx(files)
        for each in (check_gpx, check_tcx, check_fit, check_unicsv, check_kmz,
                     lambda files: check_fitdecode(files, draw), check_memory):
            before = len(faults)
            each(files)
            name = each.__name__[6:] if each.__name__ != "<lambda>" else "fitdecode"
            print("%s %s" % ("ok    " if len(faults) == before else "FAILED", name))
    for fault in faults[:40]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
