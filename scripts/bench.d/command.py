"""Whole runs of the command: its speed, what options cost, its start."""
import os
import shutil

import measuring
from measuring import DATA, Reference, Row, instructions, measure, newer, written

REFERENCES = {"pipeline": Reference()}

ROWS = (
    Row("command-C100", "µs", 0.15, 0.08, "process-command", "C100", "pipeline", ("command",)),
    Row("command-C10k", "µs", 0.16, 0.14, "process-command", "C10k", "pipeline", ("command",)),
    Row("command-N100k", "µs", 0.2, 0.12, "process-command", "N100k", "pipeline", ("command",)),
    Row("state-C100", "%", 10, 5, "process-state", "C100"),  # what checkpoints add to the CPU time of command-C100
    Row("state-C10k", "%", 10, 5, "process-state", "C10k"),
    # Instructions per fix if one far region has a dwell and delays, ÷ those without: the cost of an option for others.
    Row("options-elsewhere", "ratio", 1.1, 1.03, "process-options", "C100"),
    # Instructions of an object made by named values ÷ those of its table alone.
    Row("make-region", "ratio", 5, 4, "process-make"),
    Row("make-location", "ratio", 3, 2.5, "process-make"),
    Row("start-first-line", "ms", 0.6, 0.55, "process-start"),
    Row("start-memory", "MB", 1.15, 1, "process-start"),
)

SCRIPT = """\
-- Reads the region's identifier and coordinate at every enter and exit.
local app, sum = {}, 0
local manager = CLLocationManager.new{ delegate = app }
function app.didEnterRegion(sender, region)
  local coordinate = region.center
  sum = sum + #region.identifier + coordinate.latitude + coordinate.longitude
end
app.didExitRegion = app.didEnterRegion
"""
FAR = SCRIPT + """\
local far = CLCircularRegion({ latitude = -40, longitude = 0 }, 100, "far")
far.enterDelay, far.exitDelay, far.dwell = 10, 10, 30
manager:startMonitoringForRegion(far, 0)
"""


def head(folder, fixes):
    """A log of the first `fixes` lines of a workload."""
    source, target = os.path.join(folder, "fixes.ndjson"), os.path.join(folder, "first-%d.ndjson" % fixes)
    if not newer(target, source):
        with open(source, "rb") as r, open(target, "wb") as w:
            for _ in range(fixes):
                w.write(r.readline())
    return target


def words(folder, fixes, script="command.lua", text=SCRIPT):
    return ["run", written(script, text), "--from", head(folder, fixes), "--fences",
            os.path.join(folder, "fences.geojson"), "--jobs", "1", "--quiet"]


def command(folder):
    """CPU per fix, from the difference of a long and a short run; the rest of the short run is set-up."""
    short, long = 100000, 600000
    spent = [measure(words(folder, n))["cpu"] for n in (short, long)]
    fix = (spent[1] - spent[0]) / (long - short)
    return {"command": (fix * 1e6, "µs"), "command set-up": ((spent[0] - fix * short) * 1e3, "ms")}


def state(folder):
    """The percentage that --state adds to the CPU time of a replay: the least of three, as others use the machine."""
    kept = os.path.join(DATA, "state")
    spent = {}
    for _ in range(3):
        for more in ([], ["--state", kept]):
            shutil.rmtree(kept, ignore_errors=True)
            cpu = measure([*words(folder, 600000), *more])["cpu"]
            spent[len(more)] = min(cpu, spent.get(len(more), cpu))
    shutil.rmtree(kept, ignore_errors=True)
    return {"state-" + os.path.basename(folder): (100 * (spent[2] / spent[0] - 1), "%")}


def a_fix(folder, *script):
    """The instructions of a fix: the difference of a long and a short run."""
    counts = [instructions([measuring.programs.geoscript, *words(folder, n, *script)]) for n in (5000, 20000)]
    return (counts[1] - counts[0]) / 15000


def options(folder):
    fixes = [a_fix(folder), a_fix(folder, "options.lua", FAR)]
    return {"options-elsewhere": (fixes[1] / fixes[0], "ratio"), "instructions a fix": (fixes[0], "")}


MADE = {
    "make-region": ("CLCircularRegion", "{ center = { latitude = 45.5, longitude = 14.2 }, radius = 100, identifier = 'a' }"),
    "make-location": ("CLLocation", "{ latitude = 45.5, longitude = 14.2 }"),
}


def making(_):
    def count(value):
        script = written("make.lua", "local made; for i = 1, 5000 do made = %s end\n" % value)
        return instructions([measuring.programs.geoscript, "run", script, "--quiet"])

    nothing = count("nil")
    return {row: ((count(name + ".new" + table) - nothing) / (count(table) - nothing), "ratio")
            for row, (name, table) in MADE.items()}


def start_words():
    return ["run", written("hello.lua", 'print("hello")\n')]


def start(_):
    use = measure(start_words())
    return {"start-first-line": (use["first"] * 1e3, "ms"), "start-memory": (use["rss"] * 1024 / 1e6, "MB")}


PROCESSES = {"process-command": command, "process-state": state, "process-options": options, "process-make": making,
             "process-start": start}
# Counting takes long and does not vary.
ONCE = ("process-options", "process-make")
PROBES = {
    "process-command": a_fix,
    "process-state": None,
    "process-options": None,
    "process-make": None,
    "process-start": lambda _: instructions([measuring.programs.geoscript, *start_words()]),
}
