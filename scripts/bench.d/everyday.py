"""What issues of everyday use bound: reports over a long log, jobs side by side, devices that register regions."""
import glob
import os
import subprocess
import time

import measuring
from command import words
from measuring import DATA, Row, Unmeasured, measure, written

ROWS = (
    # The dearest report over 1,000,000 fixes of 1,000 devices ÷ 2 s of CPU.
    Row("report-million", "ratio", 1, 0.6, "process-report", "C100"),
    # The time that --jobs 2 takes where both cores are free ÷ that of one job: its busiest thread, or half of the CPU
    # time of all. 0.59 is 1.7 times the throughput.
    Row("jobs-2", "ratio", 0.59, 0.52, "process-jobs", "C100"),
    # 1,000 devices that register 400 equal regions each ÷ the stock interpreter that makes the same tables. 3 µs a region
    # were asked of a machine on which the interpreter takes some 0.4. Both depend on caches: on a busy machine it is more.
    Row("register-equal", "ratio", 7.5, 6.5, "process-register"),
)

REGIONS = """\
local manager = CLLocationManager.new{ delegate = {} }
for i = 1, %d do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = { latitude = 45 + i / 1000, longitude = 14.2 }, radius = 100, identifier = "region " .. i })
end
"""


TABLES = """\
local kept = {}
for device = 1, 1000 do
  local regions = {}
  for i = 1, %d do
    regions[i] = { center = { latitude = 45 + i / 1000, longitude = 14.2 }, radius = 100, identifier = "region " .. i }
  end
  kept[1] = regions
end
"""


def least(arguments, program=None):
    """The CPU time of a run, the least of three: others use the machine."""
    return min(measure(arguments, program)["cpu"] for _ in range(3))


def report(folder):
    target, spent = os.path.join(DATA, "report.csv"), {}
    for kind in ("trips", "stops", "visits", "distance", "fences"):
        more = ["--fences", os.path.join(folder, "fences.geojson")] if kind == "fences" else []
        spent[kind] = least(["report", kind, "--from", os.path.join(folder, "fixes.ndjson"), *more, "-f", "-o", target])
    return {"report-million": (max(spent.values()) / 2, "ratio"),
            **{"report " + kind: (seconds, "s") for kind, seconds in spent.items()}}


def threads(arguments):
    """The CPU time of each thread of a run, in seconds."""
    process = subprocess.Popen([measuring.programs.geoscript, *arguments], stdout=subprocess.DEVNULL)
    spent = {}
    while process.poll() is None:
        for path in glob.glob("/proc/%d/task/*/schedstat" % process.pid):
            try:
                with open(path) as r:
                    spent[path] = int(r.read().split()[0]) / 1e9
            except (OSError, IndexError):
                pass  # the thread has just ended
        time.sleep(0.005)
    if process.returncode != 0 or not spent:
        raise Unmeasured("geoscript ended with %d" % process.returncode)
    return list(spent.values())


def jobs(folder):
    def with_jobs(count):
        return [count if word == "1" else word for word in words(folder, 1000000)]

    one = min(sum(threads(with_jobs("1"))) for _ in range(3))
    two = min(max(max(spent), sum(spent) / 2) for spent in (threads(with_jobs("2")) for _ in range(3)))
    return {"jobs-2": (two / one, "ratio")}


def register(_):
    log = written("register.ndjson", "".join(
        '{"time":1700000000,"device":"d%d","latitude":52.5,"longitude":13.3}\n' % d for d in range(1000)))
    spent = [least(["run", written("register-%d.lua" % count, REGIONS % count), "--from", log, "--quiet"])
             for count in (0, 400)]
    lua = [least([written("tables-%d.lua" % count, TABLES % count)], "lua5.4") for count in (0, 400)]
    ours, theirs = ((times[1] - times[0]) / 400000 for times in (spent, lua))
    return {"register-equal": (ours / theirs, "ratio"), "a region": (ours * 1e6, "µs"), "its tables in Lua": (theirs * 1e6, "µs")}


PROCESSES = {"process-report": report, "process-jobs": jobs, "process-register": register}
PROBES = {"process-report": None, "process-jobs": None, "process-register": None}
