"""Times PyPI's pynmea2 on DIR/receiver.nmea: CPU time of a sentence with its checksum, place, speed or altitude.

  python3 scripts/bench.d/reference/pynmea2_read.py --data DIR --runs N
"""
import json
import statistics
import sys
import time

import pynmea2

SENTENCES = 50_000

folder, runs = sys.argv[2], int(sys.argv[4])
with open(folder + "/receiver.nmea") as lines:
    sentences = [line for _, line in zip(range(SENTENCES), lines)]
times = []
for _ in range(runs):
    start = time.process_time()
    for text in sentences:
        sentence = pynmea2.parse(text, check=True)
        sentence.latitude, sentence.longitude, sentence.timestamp
    times.append((time.process_time() - start) / len(sentences))
print(json.dumps({"name": "pynmea2", "value": statistics.median(times) * 1e9, "unit": "ns"}))
