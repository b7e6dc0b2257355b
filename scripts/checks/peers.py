#!/usr/bin/env python3
"""Compares what geoscript reads in peers' test data with what those programs read in it.

  scripts/checks/peers.py [--all] [--offline]

Not a step of scripts/test: it fetches the data, into .build/peers, from Debian and PyPI.

  gpsd      its source package has the logs of some 150 receivers, and beside each what gpsd makes of it. Sentences of
            NMEA 0183 are compared log by log, and gpsd's own records too, which geoscript reads as well.
  gpxpy     its source package has GPX files, which gpxpy reads.
  fastkml   reads the KML that geoscript makes of these.
  pynmea2   its source package has a receiver's log, which pynmea2 reads sentence by sentence.
  shapely   its package has polygons in well-known text, which shapely reads.

It prints a table: file, our fixes, theirs, and the reason of each difference; --all lists equal files too. The status
is 1 if a difference has no reason. --offline fetches nothing.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys

import common
from peers_data import FOLDER, VENV, fetch, path

ERA = 1024 * 7 * 86400.0  # gpsd moves dates by weeks of GPS that its receiver counted wrong

BINARY = "the receiver's binary protocol, which geoscript does not read; gpsd's records of it are compared below"
EDGE = "first rounds or the last: gpsd reports a round once it has learned where rounds end"
SAME_TIME = "gpsd corrects a round with a second record of the same time: geoscript has one fix for it"
# Differences that were looked at: what is right, and why.
REASONS = {
    "bt451.log": "GLL at the ends of two parts are fixes; gpsd ends in the middle of a round",
    "bundg_zeus_9.log": "RMC gives the place of the second before: geoscript takes GGA and GLL, gpsd RMC",
    "hemi.log": "GGA quality 1 and RMC A with 0 satellites: fixes by the standard, which gpsd since 3.22 distrusts",
    "ublox-lea-5h.log": "a gap of 18 minutes cuts a round short: RMC A is a fix, gpsd waits for the end of the round",
    "sounder.log": "no sentence has a date: geoscript counts days from 1970, gpsd reports no time",
}


class Table:
    def __init__(self, lists_all):
        self.lists_all, self.rows, self.totals = lists_all, [], {}

    def add(self, peer, file, ours, theirs, reason, same=False):
        """A file with the numbers of fixes; an empty reason for a difference is a fault."""
        total = self.totals.setdefault(peer, {"files": 0, "ours": 0, "theirs": 0, "equal": 0, "explained": 0, "open": 0})
        total["files"] += 1
        total["ours"] += ours
        total["theirs"] += theirs
        total["equal" if same else "explained" if reason else "open"] += 1
        if self.lists_all or not same:
            self.rows.append("%-8s %-38s %6d %6d  %s" % (peer, file, ours, theirs, "" if same else reason or "UNEXPLAINED"))

    def compare(self, peer, file, ours, theirs, reason=None):
        """Fixes by a key of their time, each a place; `reason` is asked about keys that only one side has, and moved."""
        strange = set(ours) ^ set(theirs)
        moved = [key for key in set(ours) & set(theirs)
                 if any(abs(a - b) > 2e-6 for a, b in zip(ours[key], theirs[key]))]
        why = REASONS.get(file) or (reason(strange, moved) if reason and (strange or moved) else None)
        self.add(peer, file, len(ours), len(theirs), why, not strange and not moved)

    def print(self):
        print("%-8s %-38s %6s %6s  %s" % ("peer", "file", "ours", "theirs", "reason of the difference"))
        print("\n".join(self.rows))
        for peer, total in self.totals.items():
            print("%s: %d files, %d fixes of ours, %d of theirs: %d files equal, %d explained, %d unexplained" % (
                peer, *[total[name] for name in ("files", "ours", "theirs", "equal", "explained", "open")]))
        return sum(total["open"] for total in self.totals.values())


def read(program, file, form, *words):
    """The fixes that geoscript reads: time, latitude, longitude."""
    done = subprocess.run([program, "convert", file, "-", "--to", "ndjson", "--from-form", form, *words],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode not in (0, 65):
        sys.exit("%s: exit code %d, %s" % (file, done.returncode, done.stderr.decode(errors="replace")))
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return [(r.get("timestamp", r["time"]), r["latitude"], r["longitude"]) for r in records if "latitude" in r]


def instant(text):
    import datetime
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def gpsd_records(file):
    """The fixes in gpsd's own output."""
    fixes = []
    with open(file, errors="replace") as r:
        for line in r:
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if isinstance(record, dict) and record.get("class") == "TPV" and record.get("mode", 0) >= 2 \
                    and "lat" in record and "time" in record:
                fixes.append((instant(record["time"]), record["lat"], record["lon"]))
    return fixes


def by_time(fixes):
    return {round(time % ERA, 2): (latitude, longitude) for time, latitude, longitude in fixes}


def check_gpsd(program, table):
    logs = sorted(glob.glob(path("gpsd", "gpsd-*", "test", "daemon", "*.log")))
    if len(logs) < 150:
        sys.exit("gpsd's source has %d logs (expected some 154)" % len(logs))
    for log in logs:
        name, found = os.path.basename(log), read(program, log, "nmea")
        ours, theirs = by_time(found), by_time(gpsd_records(log + ".chk"))
        with open(log, "rb") as r:
            isText = len(re.findall(rb"\$[A-Z]{2}(?:GGA|RMC|GLL|GNS),", r.read())) > 2

        def reason(strange, moved):
            if not ours and not isText:
                return BINARY
            times = [round(time % ERA, 2) for time, _, _ in found]
            isEdge = not moved and bool(times) and strange <= set(times[:4] + times[-1:])
            return EDGE if isEdge else None
        table.compare("gpsd", name, ours, theirs, reason)
        records = gpsd_records(log + ".chk")
        if records:
            # gpsd repeats sentences between its records.
            with open(log + ".chk", errors="replace") as r, open(path("records.json"), "w") as w:
                w.writelines(line for line in r if line.startswith("{"))
            again = {(round(t, 3), round(a, 7), round(b, 7)) for t, a, b in read(program, path("records.json"), "nmea")}
            known = {(round(t, 3), round(a, 7), round(b, 7)) for t, a, b in records}
            isOnePerTime = again < known and {fix[0] for fix in again} == {fix[0] for fix in known}
            table.add("json", name + ".chk", len(again), len(known), SAME_TIME if isOnePerTime else None, again == known)


def gpx_points(gpx):
    """The points of the best kind in a file (HO-42)."""
    tracks = [p for track in gpx.tracks for segment in track.segments for p in segment.points]
    return tracks or [p for route in gpx.routes for p in route.points] or gpx.waypoints


def check_gpx(program, table):
    import fastkml
    import gpxpy
    for file in sorted(glob.glob(path("gpxpy", "gpxpy-*", "test_files", "*.gpx"))):
        name = os.path.basename(file)
        with open(file, encoding="utf-8-sig") as r:
            try:
                points = gpx_points(gpxpy.parse(r))
            except gpxpy.gpx.GPXException as error:
                table.add("gpxpy", name, len(read(program, file, "gpx", "--interval", "1")), 0, "gpxpy: %s" % error)
                continue
        found = read(program, file, "gpx", "--interval", "1")
        isTimed = bool(points) and all(p.time for p in points)

        def key(time, latitude, longitude):
            return (round(time, 2) if isTimed else 0, round(latitude, 7), round(longitude, 7))
        ours = sorted(key(*fix) for fix in found)
        theirs = sorted(key(p.time.timestamp() if isTimed else 0, p.latitude, p.longitude) for p in points)
        table.add("gpxpy", name, len(ours), len(theirs), None, ours == theirs)
        if not found:
            continue
        kml = path("made.kml")
        subprocess.run([program, "convert", file, kml, "-f", "--quiet", "--interval", "1"], check=True,
                       stderr=subprocess.DEVNULL)
        with open(kml, encoding="utf-8") as r:
            tracks = re.findall(r"<gx:Track.*?</gx:Track>", r.read(), re.S)
        read_back = []
        for text in tracks:
            text = text.replace("<gx:Track", '<gx:Track xmlns:gx="http://www.google.com/kml/ext/2.2" '
                                'xmlns="http://www.opengis.net/kml/2.2"', 1)
            track = fastkml.gx.Track.from_string(text, strict=False)
            read_back += [(round(item.when.dt.timestamp(), 2), round(item.coord.y, 6), round(item.coord.x, 6))
                          for item in track.track_items]
        known = [(round(time, 2), round(latitude, 6), round(longitude, 6)) for time, latitude, longitude in found]
        table.add("fastkml", name, len(known), len(read_back), None, sorted(known) == sorted(read_back))


def check_sentences(program, table):
    import pynmea2
    for file in sorted(glob.glob(path("pynmea2", "pynmea2-*", "examples", "*.log"))):
        places = {}
        with open(file, errors="replace") as r:
            for line in r:
                try:
                    sentence = pynmea2.parse(line.strip())
                except pynmea2.ParseError:
                    continue
                kind = type(sentence).__name__
                isFix = {"RMC": lambda: sentence.status == "A", "GLL": lambda: sentence.status == "A",
                         "GGA": lambda: sentence.gps_qual > 0}.get(kind, lambda: False)()
                if isFix:
                    t = sentence.timestamp
                    places.setdefault(t.hour * 3600 + t.minute * 60 + t.second + t.microsecond / 1e6, []).append(
                        (sentence.latitude, sentence.longitude))
        found = {round(time % 86400, 2): (a, b) for time, a, b in read(program, file, "nmea")}
        isSame = set(found) == set(round(t, 2) for t in places) and all(
            any(abs(a - c) < 1e-7 and abs(b - d) < 1e-7 for c, d in places[t]) for t, (a, b) in found.items() if t in places)
        table.add("pynmea2", os.path.basename(file), len(found), len(places), None, isSame)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--offline", action="store_true")
    options = parser.parse_args()
    if not options.offline:
        fetch()
    if os.path.realpath(sys.prefix) != os.path.realpath(VENV):
        python = os.path.join(VENV, "bin", "python")
        os.execv(python, [python, os.path.abspath(__file__), "--offline", *sys.argv[1:]])
    import peers_shapes
    program, table = common.program(), Table(options.all)
    check_gpsd(program, table)
    check_gpx(program, table)
    check_sentences(program, table)
    peers_shapes.check(program, table, FOLDER)
    sys.exit(table.print() > 0)


if __name__ == "__main__":
    main()
