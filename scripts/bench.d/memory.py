"""The memory of whole runs: of a device, of a fleet, of a long log."""
import os
import random

from measuring import DATA, Row, measure, written
from command import SCRIPT

ROWS = (
    Row("device-memory", "KiB", 1.15, 1, "process-devices"),
    Row("fleet-memory", "MB", 1.15, 1, "process-fleet", "N100k"),  # 100,000 devices, 100,000 shared fences
    # The cost of one more device at 100,000 devices, ÷ that at 50,000.
    Row("fleet-growth", "ratio", 1.2, 1.0, "process-fleet", "N100k"),
    # The greatest memory over a log of 1 GB ÷ that over one of 10 MB.
    Row("log-memory-growth", "ratio", 1.2, 1.05, "process-log"),
)


def near_trailhead(device, time):
    """A fix of a device that passes the trailhead of examples/geofence.lua."""
    return ('{"type":"location","time":%d,"device":"d%d","latitude":%.7f,"longitude":14.0182,'
            '"horizontalAccuracy":5}\n' % (1700000000 + time, device, 45.45 + (time // 5 + device) % 600 * 1e-5))


def devices(_):
    few, many = 1, 4001
    rss = []
    for count in (few, many):
        log = written("devices-%d.ndjson" % count,
                      "".join(near_trailhead(d, t) for t in (0, 5, 10) for d in range(count)))
        rss.append(measure(["run", "examples/geofence.lua", "--from", log, "--jobs", "1"])["rss"])
    return {"device-memory": ((rss[1] - rss[0]) / (many - few), "KiB")}


def fleet(folder):
    """The greatest memory with 1,000, 50,000 and 100,000 devices over the same fences, three fixes each."""
    script = written("command.lua", SCRIPT)
    dice = random.Random(1)
    # Where the country's fences are.
    places = [(51 + 4 * dice.random(), 10 + 6 * dice.random()) for _ in range(100000)]
    rss = []
    for devices in (1000, 50000, 100000):
        log = written("fleet.ndjson", "".join(
            '{"type":"location","time":%d,"device":"d%d","latitude":%.6f,"longitude":%.6f,"horizontalAccuracy":5}\n'
            % (1700000000 + 30 * round, d, places[d][0] + round * 0.001, places[d][1])
            for round in range(3) for d in range(devices)))
        rss.append(measure(["run", script, "--from", log, "--fences", os.path.join(folder, "fences.geojson"),
                            "--jobs", "1"])["rss"] * 1024 / 1e6)
    first, second = (rss[1] - rss[0]) / 49000, (rss[2] - rss[1]) / 50000
    return {"fleet-memory": (rss[2], "MB"), "fleet-growth": (second / first, "ratio"),
            "memory of a device more": (second * 1e6 / 1024, "KiB")}


def log(_):
    """The greatest memory over a log of 1 GB and over one of 10 MB."""
    rss = []
    for size in (10 ** 7, 10 ** 9):
        path = os.path.join(DATA, "log.ndjson")
        try:
            with open(path, "w") as w:
                length, time = 0, 0
                while length < size:
                    length += w.write("".join(near_trailhead(d, time) for d in range(100)))
                    time += 5
            rss.append(measure(["run", "examples/geofence.lua", "--from", path, "--jobs", "1"])["rss"])
        finally:
            if os.path.exists(path):
                os.remove(path)
    return {"log-memory-growth": (rss[1] / rss[0], "ratio"),
            "memory over a 10 MB log": (rss[0] * 1024 / 1e6, "MB")}


PROCESSES = {"process-devices": devices, "process-fleet": fleet, "process-log": log}
PROBES = dict.fromkeys(PROCESSES)
# Memory over many events takes long and does not vary.
ONCE = ("process-fleet", "process-log")
