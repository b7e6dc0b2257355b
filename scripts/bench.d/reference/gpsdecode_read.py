"""Times gpsd's own decoder, gpsdecode of Debian's gpsd-clients, on DIR/receiver.nmea: CPU time a sentence.

  python3 scripts/bench.d/reference/gpsdecode_read.py --data DIR --runs N
"""
import json
import os
import statistics
import subprocess
import sys

SENTENCES = 200_000

folder, runs = sys.argv[2], int(sys.argv[4])
with open(folder + "/receiver.nmea", "rb") as lines:
    text = b"".join(line for _, line in zip(range(SENTENCES), lines))
times = []
for _ in range(runs):
    before = os.times()
    subprocess.run(["gpsdecode", "-j"], input=text, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    times.append(spent / SENTENCES)
print(json.dumps({"name": "gpsdecode", "value": statistics.median(times) * 1e9, "unit": "ns"}))
