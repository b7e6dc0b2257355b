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
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

from common import program, seed, use_packages

START = 1777622400  # 2026-05-01T08:00:00Z
EPOCH = 631065600  # 1989-12-31T00:00:00Z
faults = []


def check(what, ours, theirs, tolerance=0.0):
    if ours is None or theirs is None or not abs(ours - theirs) <= tolerance:
        faults.append("%s: %r instead of %r" % (what, ours, theirs))


class Files:
    def __init__(self, program, folder, draw):
        self.program, self.folder = program, folder
        self.fixes = []
        latitude, longitude = draw.uniform(-60, 60), draw.uniform(-170, 170)
        for number in range(200):
            latitude += draw.uniform(-1e-3, 1e-3)
            longitude += draw.uniform(-1e-3, 1e-3)
            self.fixes.append({"time": START + 5 * number, "lat": round(latitude, 6), "lon": round(longitude, 6),
                               "ele": round(draw.uniform(-50, 3000), 1), "hr": draw.randint(50, 200),
                               "cad": draw.randint(1, 120), "temp": draw.randint(-20, 40)})

    def path(self, name):
        return os.path.join(self.folder, name)

    def babel(self, *words):
        done = subprocess.run(["gpsbabel", *words], capture_output=True, text=True, cwd=self.folder)
        if done.returncode != 0:
            faults.append("gpsbabel %s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def events(self, name):
        """What geoscript reads: fixes, each with the attributes at its time, and messages."""
        done = subprocess.run([self.program, "convert", name, "out.ndjson", "-f", "--quiet"], capture_output=True,
                              text=True, cwd=self.folder)
        if done.returncode != 0:
            faults.append("convert %s: %s" % (name, done.stderr))
            return [], []
        fixes, messages, attributes = [], [], {}
        with open(self.path("out.ndjson")) as file:
            for line in map(json.loads, file):
                if line.get("type") == "attributes":
                    attributes = line["attributes"]
                elif line.get("type") == "message":
                    messages.append(line)
                elif "latitude" in line:
                    fixes.append({**line, **attributes})
        return fixes, messages


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


SIZES = {"B": 1, "b": 1, "H": 2, "h": 2, "I": 4, "i": 4}
TYPES = {"B": 2, "b": 1, "H": 0x84, "h": 0x83, "I": 0x86, "i": 0x85}


def crc(data):
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ 0xA001 if value & 1 else value >> 1
    return value


def fit(messages, draw):
    """A FIT of messages: the number of each, and its fields by number with their types and values."""
    data = b""
    for number, fields in messages:
        order = draw.choice("<>")
        data += struct.pack(order + "BBBHB", 0x40, 0, order == ">", number, len(fields))
        for field, kind, value in fields:
            size = len(value) if kind == "s" else SIZES[kind]
            data += struct.pack("BBB", field, size, 7 if kind == "s" else TYPES[kind])
        data += b"\x00"
        for _, kind, value in fields:
            data += value if kind == "s" else struct.pack(order + kind, value)
    header = struct.pack("<BBHI4s", 14, 0x20, 2132, len(data), b".FIT")
    header += struct.pack("<H", crc(header))
    return header + data + struct.pack("<H", crc(header + data))


# The fields of each message that geoscript names, with their types.
NAMED = {
    0: [(0, "B"), (1, "H"), (2, "H"), (3, "I"), (4, "I")],
    18: [(254, "H"), (253, "I"), (2, "I"), (3, "i"), (4, "i"), (5, "B"), (6, "B"), (7, "I"), (8, "I"), (9, "I"),
         (11, "H"), (14, "H"), (15, "H"), (16, "B"), (17, "B"), (18, "B"), (19, "B"), (20, "H"), (21, "H"), (22, "H"),
         (23, "H"), (26, "H")],
    19: [(254, "H"), (253, "I"), (2, "I"), (3, "i"), (4, "i"), (7, "I"), (8, "I"), (9, "I"), (11, "H"), (13, "H"),
         (14, "H"), (15, "B"), (16, "B"), (17, "B"), (18, "B"), (19, "H"), (20, "H"), (21, "H"), (22, "H"), (25, "B")],
    21: [(253, "I"), (0, "B"), (1, "B"), (3, "I")],
    23: [(253, "I"), (0, "B"), (1, "B"), (2, "H"), (3, "I"), (4, "H"), (5, "H"), (10, "H"), (11, "B")],
}


def random_messages(files, draw):
    def value(number, field, kind, at):
        if field in (253, 2 if number in (18, 19) else 253, 4 if number == 0 else 253):
            return at
        if number == 21 and field in (0, 1):
            # Not the timer, whose events mean more.
            return 3
        return draw.randrange(1, 100) if kind in "Bb" else draw.randrange(1, 30000)

    yield 0, [(field, kind, value(0, field, kind, START - EPOCH)) for field, kind in NAMED[0]] + [(8, "s", b"Edge\0")]
    for number, fix in enumerate(files.fixes):
        at = fix["time"] - EPOCH
        semicircles = [round(fix[key] / 180 * 2 ** 31) for key in ("lat", "lon")]
        yield 20, [(253, "I", at), (0, "i", semicircles[0]), (1, "i", semicircles[1]),
                   (2, "H", round((fix["ele"] + 500) * 5)), (3, "B", fix["hr"]), (4, "B", fix["cad"]),
                   (5, "I", 1234 * number + 1), (6, "H", draw.randrange(1, 60000)), (7, "H", draw.randrange(1, 2000)),
                   (13, "b", fix["temp"]), (31, "B", draw.randrange(1, 50))]
        if number % 10 == 9:
            kind = draw.choice([18, 19, 21, 23])
            yield kind, [(field, form, value(kind, field, form, at)) for field, form in NAMED[kind]]


def check_fitdecode(files, draw):
    import fitdecode
    with open(files.path("all.fit"), "wb") as file:
        file.write(fit(random_messages(files, draw), draw))
    ours, messages = files.events("all.fit")
    records, others = [], []
    with fitdecode.FitReader(files.path("all.fit"), check_crc=fitdecode.CrcCheck.RAISE) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                (records if frame.name == "record" else others).append(frame)
    check("records", len(ours), len(records))
    check("other messages", len(messages), len(others))

    def get(frame, *names):
        for name in names:
            if frame.has_field(name):
                return frame.get_value(name)
        return None

    for fix, frame in zip(ours, records):
        check("FIT time", fix["time"], get(frame, "timestamp").timestamp())
        check("FIT latitude", fix["latitude"], get(frame, "position_lat") * 180 / 2 ** 31, 1e-12)
        check("FIT longitude", fix["longitude"], get(frame, "position_long") * 180 / 2 ** 31, 1e-12)
        check("FIT altitude", fix["altitude"], get(frame, "enhanced_altitude", "altitude"), 1e-9)
        check("FIT speed", fix["speed"], get(frame, "enhanced_speed", "speed"), 1e-9)
        check("FIT accuracy", fix["horizontalAccuracy"], get(frame, "gps_accuracy"))
        for ours_name, name in (("heartRate", "heart_rate"), ("cadence", "cadence"), ("temperature", "temperature"),
                                ("power", "power"), ("distance", "distance")):
            check("FIT " + name, fix[ours_name], get(frame, name), 1e-9)
    for line, frame in zip(messages, others):
        if line["messageType"] != frame.name:
            faults.append("FIT: %s instead of %s" % (line["messageType"], frame.name))
            continue
        for name, value in line["message"].items():
            # Values that mean something get names there; their numbers are what is written.
            field = next((field for field in frame.fields if field.name == name), None)
            aliases = {"avg_speed": "enhanced_avg_speed", "max_speed": "enhanced_max_speed"}
            field = field or next((one for one in frame.fields if one.name == aliases.get(name)), None)
            if field is None:
                # A subfield has the name of what it means, and the raw number of its parent.
                field = next((one for one in frame.fields if one.parent_field and one.parent_field.name == name), None)
            if field is None:
                faults.append("FIT: fitdecode has no field %s.%s" % (frame.name, name))
            elif isinstance(value, str):
                theirs = field.value if isinstance(field.value, str) else field.value.strftime("%Y-%m-%dT%H:%M:%SZ")
                if value != theirs:
                    faults.append("FIT %s.%s: %s instead of %s" % (frame.name, name, value, theirs))
            elif name.startswith("start_position"):
                check("FIT " + name, value, field.raw_value * 180 / 2 ** 31, 1e-12)
            else:
                theirs = field.value if isinstance(field.value, (int, float)) else field.raw_value
                check("FIT %s.%s" % (frame.name, name), value, theirs, 1e-9)


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
