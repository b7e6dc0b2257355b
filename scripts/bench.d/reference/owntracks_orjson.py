#!/usr/bin/env python3
"""What a message of OwnTracks costs from PyPI: orjson, and the four members that every location has.

  owntracks_orjson.py FILE RUNS

FILE holds a message a line, as `geobench owntracks` writes it. Prints the CPU time of one: the median of RUNS.
"""
import json
import statistics
import sys
import time

import orjson

with open(sys.argv[1], "rb") as r:
    messages = r.read().splitlines()
loads = orjson.loads
each = []
for _ in range(int(sys.argv[2])):
    start = time.process_time()
    for message in messages:
        value = loads(message)
        if value["_type"] == "location":
            value["lat"], value["lon"], value["tst"]
    each.append((time.process_time() - start) / len(messages) * 1e9)
print(json.dumps({"name": "orjson", "value": statistics.median(each), "unit": "ns"}))
