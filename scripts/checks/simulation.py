#!/usr/bin/env python3
"""Measures simulations and distortions with independent programs: PROJ's geodesics and numpy.

  scripts/checks/simulation.py

Asked of the release build of geoscript: the places of a simulated drive, the errors of a parked car against the
closed form of a first-order Gauss-Markov process, gaps against Gilbert's model, delays against the exponential
distribution.
"""
import datetime
import json
import os
import subprocess
import sys
import tempfile

import common

common.use_packages()
import numpy
import pyproj

EARTH = pyproj.Geod(ellps="WGS84")
SCRIPT = """
CLLocationManager.new{ delegate = { didUpdateLocations = function(_, locations)
  for _, fix in ipairs(locations) do
    print(string.format("%.6f %.6f %.10f %.10f %.4f %.4f %.4f", geoscript.now():timeIntervalSince1970(),
      fix.timestamp:timeIntervalSince1970(), fix.coordinate.latitude, fix.coordinate.longitude,
      fix.horizontalAccuracy, fix.speed, fix.course))
  end
end } }:startUpdatingLocation()
"""
failures = 0


def check(title, value, expected, tolerance):
    global failures
    good = abs(value - expected) <= tolerance
    failures += not good
    print("%-58s %12.5f, expected %12.5f ± %g%s" % (title, value, expected, tolerance, "" if good else "  WRONG"))


def run(program, *words):
    """Rows of arrival, timestamp, latitude, longitude, accuracy, speed and course."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT)
        script.flush()
        done = subprocess.run([program, "run", script.name, "--quiet", "--max-memory-device", "64", *words],
                              stdout=subprocess.PIPE, check=True)
    return numpy.array([[float(word) for word in line.split()] for line in done.stdout.decode().splitlines()])


def errors(rows, latitude, longitude):
    count = len(rows)
    azimuth, _, distance = EARTH.inv([longitude] * count, [latitude] * count, rows[:, 3], rows[:, 2])
    angle = numpy.radians(azimuth)
    return distance * numpy.sin(angle), distance * numpy.cos(angle)


def autocorrelation(values, lag):
    return float(numpy.corrcoef(values[:-lag], values[lag:])[0, 1])


program = common.program()

# A drive from Helsinki to Tallinn and the way back, a fix every 100 s.
start, end, speed = (60.1699, 24.9384), (59.4370, 24.7536), 50 / 3.6
rows = run(program, "--from", "sim:drive?from=%f,%f&to=%f,%f&interval=100&laps=2" % (start + end))
azimuth, _, length = EARTH.inv(start[1], start[0], end[1], end[0])
gone = numpy.minimum((rows[:, 1] - rows[0, 1]) * speed, 2 * length)
gone = numpy.where(gone > length, 2 * length - gone, gone)
count = len(rows)
longitude, latitude, _ = EARTH.fwd([start[1]] * count, [start[0]] * count, [azimuth] * count, gone)
_, _, apart = EARTH.inv(longitude, latitude, rows[:, 3], rows[:, 2])
check("drive: farthest from PROJ's place, m", float(numpy.max(apart)), 0, 1e-4)
check("drive: how long it takes, s", rows[-1, 1] - rows[0, 1], 2 * length / speed, 1e-3)
check("drive: speed, m/s", float(numpy.median(rows[:, 5])), speed, 1e-3)

# A parked car: 200,000 s with an error that lasts 20 s have 5,000 independent errors.
rows = run(program, "--from", "sim:still?at=60.17,24.94&duration=200000s&jitter=8m,20s", "--seed", "11")
east, north = errors(rows, 60.17, 24.94)
sigma = 8 / numpy.sqrt(-2 * numpy.log(1 - 0.68))
check("parked: share within 8 m", float(numpy.mean(numpy.hypot(east, north) <= 8)), 0.68, 0.035)
for name, axis in (("east", east), ("north", north)):
    check("parked: mean to the %s, m" % name, float(numpy.mean(axis)), 0, 0.4)
    check("parked: deviation to the %s, m" % name, float(numpy.std(axis)), sigma, 0.3)
    for lag in (1, 10, 20, 60):
        check("parked: autocorrelation to the %s after %d s" % (name, lag), autocorrelation(axis, lag),
              float(numpy.exp(-lag / 20)), 0.08)
check("parked: correlation of both axes", float(numpy.corrcoef(east, north)[0, 1]), 0, 0.08)
check("parked: accuracy, m", float(rows[0, 4]), float(numpy.hypot(5, 8)), 1e-3)

# Gaps: 10,000 of them.
rows = run(program, "--from", "sim:still?at=1,1&duration=1000000s&dropout=20%,20s&jitter=0", "--seed", "12")
check("gaps: share of fixes lost", 1 - len(rows) / 1e6, 0.2, 0.015)
steps = numpy.diff(rows[:, 1]).round()
lost = steps[steps > 1] - 1
stays = 0.2 + 0.8 * numpy.exp(-1 / (20 * 0.8))
check("gaps: average length, s", float(numpy.mean(lost)), float(1 / (1 - stays)), 1.2)
check("gaps: share longer than the mean", float(numpy.mean(lost > numpy.mean(lost))), float(numpy.exp(-1)), 0.03)

# Delays: the window lets all pass in order of arrival.
rows = run(program, "--from", "sim:still?at=1,1&duration=100000s&reorder=2s&interval=30", "--seed", "13",
           "--reorder-window", "0")
delays = rows[:, 0] - rows[:, 1]
check("delays: mean, s", float(numpy.mean(delays)), 2, 0.18)
for quantile in (0.25, 0.5, 0.9):
    check("delays: quantile %g, s" % quantile, float(numpy.quantile(delays, quantile)),
          float(-2 * numpy.log(1 - quantile)), 0.35)

# Ten runs with other seeds are independent of each other.
firsts = []
for seed in range(10):
    rows = run(program, "--from", "sim:still?at=60.17,24.94&duration=2000s&jitter=8m,20s", "--seed", str(seed))
    firsts.append(errors(rows, 60.17, 24.94)[0])
both = [abs(numpy.corrcoef(firsts[a], firsts[b])[0, 1]) for a in range(10) for b in range(a)]
check("seeds: average correlation between two", float(numpy.mean(both)), 0.1, 0.1)


# A track as gpsbabel writes it in other forms is the track.
track = os.path.join(common.ROOT, "examples", "tracks", "visnjan-drive.gpx")
original = run(program, "--from", track)
with tempfile.TemporaryDirectory() as folder:
    for form, name in (("kml", "track.kml"), ("kml,track=1,points=0,lines=0", "google.kml")):
        path = os.path.join(folder, name)
        subprocess.run(["gpsbabel", "-i", "gpx", "-f", track, "-o", form, "-F", path], check=True)
        rows = run(program, "--from", path)
        check("%s: fixes" % name, len(rows), len(original), 0)
        if len(rows) == len(original):
            _, _, apart = EARTH.inv(original[:, 3], original[:, 2], rows[:, 3], rows[:, 2])
            check("%s: farthest from the GPX, m" % name, float(numpy.max(apart)), 0, 0.2)
            check("%s: times apart, s" % name, float(numpy.max(numpy.abs(original[:, 1] - rows[:, 1]))), 0, 1e-3)
    # The same as GeoJSON, written by Python like togeojson.
    path = os.path.join(folder, "track.geojson")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": [{
            "type": "Feature", "properties": {"name": "drive", "coordinateProperties": {"times": [
                datetime.datetime.fromtimestamp(time, datetime.timezone.utc).isoformat()
                for time in original[:, 1]]}},
            "geometry": {"type": "LineString", "coordinates": original[:, [3, 2]].tolist()}}]}, file)
    rows = run(program, "--from", path)
    check("track.geojson: fixes", len(rows), len(original), 0)
    check("track.geojson: same", float(numpy.max(numpy.abs(rows[:, :4] - original[:, :4]))), 0, 1e-6)

print("%d failures" % failures)
sys.exit(failures > 0)
