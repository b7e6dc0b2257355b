"""Answers the points of DIR/points.csv one by one with PyPI's reverse_geocoder, and prints what one takes.

  python3 scripts/bench.d/reference/reverse_geocoder_query.py --data DIR --runs N

It knows 144,563 places of its own and no borders, and searches degrees as if they were a plane. One process (mode 1),
as the other mode starts as many as there are processors for each call.
"""
import json
import statistics
import sys
import time

import reverse_geocoder

POINTS = 20_000

folder, runs = sys.argv[2], int(sys.argv[4])
with open(folder + "/points.csv") as lines:
    points = [tuple(map(float, line.split(","))) for line in lines][:POINTS]
geocoder = reverse_geocoder.RGeocoder(mode=1, verbose=False)
for point in points[:1000]:
    geocoder.query([point])
times = []
for _ in range(runs):
    start = time.process_time()
    for point in points:
        geocoder.query([point])
    times.append((time.process_time() - start) / len(points))
print(json.dumps({"name": "reverse_geocoder", "value": statistics.median(times) * 1e6, "unit": "us"}))
