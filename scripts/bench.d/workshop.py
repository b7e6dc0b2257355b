"""The workshop of script authors: tests, worlds, why and the profile, each beside a plain run of the same events."""
import os
import time

import measuring
from measuring import Row, measure, written

ROWS = (
    # 100 tests on a track of 1,000 fixes ÷ one run of 100,000 fixes: CPU.
    Row("workshop-tests", "ratio", 4, 2, "process-tests"),
    # A test in 20 noisy worlds ÷ in one.
    Row("workshop-worlds", "ratio", 20, 10, "process-tests"),
    # `why` of an alert at the end of 200,000 fixes ÷ their run: it plays them twice.
    Row("workshop-why", "ratio", 3, 2.2, "process-why"),
    # What --profile-script adds to the CPU time of that run.
    Row("workshop-profile", "%", 10, 5, "process-why"),
)

SCRIPT = """\
local app = {}
function app.didExitRegion(_, region) geoscript.alert{ title = "left " .. region.identifier } end
function app.didUpdateLocations(_, fixes) app.last = fixes[1].coordinate.latitude end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
manager:startUpdatingLocation()
"""
TESTS = """\
local t = geoscript.test
t.script "workshop.lua"
t.worlds(%d, { jitter = "8m", dropout = "5%%", outliers = "1%%" })
for i = 1, %d do
  t.test("walk " .. i, function(run)
    run:track "workshop-1000.ndjson"
    run:expectAlert{ title = "left garden" }
  end)
end
"""


def track(count):
    """Fixes every ten seconds near the garden; the last hundred are outside."""
    lines = []
    for n in range(count):
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_777_888_800 + 10 * n))
        latitude = 52.5045 if n >= count - 100 else 52.5 + 0.00001 * (n % 7)
        lines.append('{"time":"%s","latitude":%.6f,"longitude":13.4}\n' % (when, latitude))
    return written("workshop-%d.ndjson" % count, "".join(lines))


def cpu(*words):
    """The least of three: others use the machine."""
    return min(measure(list(words))["cpu"] for _ in range(3))


def tests(_):
    script = written("workshop.lua", SCRIPT)
    track(1000)
    plain = written("workshop_plain_test.lua", TESTS.replace("t.worlds", "-- ") % (1, 100))
    spent = [cpu("test", written("workshop_%d_test.lua" % worlds, TESTS % (worlds, 1))) for worlds in (1, 20)]
    run = cpu("run", script, "--from", track(100_000), "--quiet")
    return {"workshop-tests": (cpu("test", plain) / run, "ratio"), "workshop-worlds": (spent[1] / spent[0], "ratio")}


def why(_):
    script, log = written("workshop.lua", SCRIPT), track(200_000)
    run = cpu("run", script, "--from", log, "--quiet")
    folded = os.path.join(measuring.DATA, "workshop.folded")
    profiled = cpu("run", script, "--from", log, "--quiet", "--profile-script", folded, "-f")
    asked = cpu("why", "left garden", script, "--from", log)
    return {"workshop-why": (asked / run, "ratio"), "workshop-profile": (100 * (profiled / run - 1), "%")}


PROCESSES = {"process-tests": tests, "process-why": why}
PROBES = {"process-tests": None, "process-why": None}
