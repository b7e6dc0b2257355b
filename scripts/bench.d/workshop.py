"""The workshop of script authors: tests, worlds, why, the profile, a step back and a reload, each beside a plain run of
the same events, and tests of plain Lua beside busted."""
import json
import os
import re
import resource
import signal
import socket
import subprocess
import time
import urllib.request

import measuring
from measuring import Row, Unmeasured, measure, note, written

ROWS = (
    # 100 tests on a track of 1,000 fixes ÷ one run of 100,000 fixes: CPU.
    Row("workshop-tests", "ratio", 4, 2, "process-tests"),
    # 100 tests of 1,000 single fixes, each followed by a wait ÷ the same run.
    Row("workshop-fixes", "ratio", 4, 3, "process-tests"),
    # A test in 20 noisy worlds ÷ in one.
    Row("workshop-worlds", "ratio", 20, 10, "process-tests"),
    # `why` of an alert at the end of 200,000 fixes ÷ their run: it plays them twice.
    Row("workshop-why", "ratio", 3, 2.2, "process-why"),
    # What --profile-script adds to the CPU time of that run.
    Row("workshop-profile", "%", 10, 5, "process-why"),
    # 100 tests that each look at 1,000 distances, in plain Lua ÷ the same tests in Debian's busted: CPU.
    Row("workshop-busted", "ratio", 1, 0.5, "process-busted"),
    # A debugger's step back over 100,000 fixes ÷ their run: CPU.
    Row("workshop-back", "ratio", 1.7, 1.3, "process-debug"),
    # A reload of 10,000 devices ÷ a run that starts as many: CPU. Its seconds are printed.
    Row("workshop-reload", "ratio", 4, 2, "process-reload"),
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

FIXES = """\
local t = geoscript.test
t.script "workshop.lua"
for i = 1, 100 do
  t.test("fixes " .. i, function(run)
    for n = 1, 1000 do
      run:fix{ latitude = n > 900 and 52.5045 or 52.5 + 0.00001 * (n % 7), longitude = 13.4 }
      run:wait(9)
    end
    run:expectAlert{ title = "left garden" }
  end)
end
"""
# What geoscript and busted can both do.
DISTANCES = """\
local function distance(a, b, c, d)
  local x = math.sin(math.rad(c - a) / 2)
  local y = math.sin(math.rad(d - b) / 2)
  return 12742000 * math.asin(math.sqrt(x * x + math.cos(math.rad(a)) * math.cos(math.rad(c)) * y * y))
end
local function check(i)
  for n = 1, 1000 do assert(distance(52.5, 13.4, 52.5 + n / 1e5, 13.4) < 1200 + i, "too far") end
end
"""
OURS = """\
local t = geoscript.test
t.script "plain.lua"
%s
for i = 1, 100 do t.test("distances " .. i, function() check(i) end) end
""" % DISTANCES
THEIRS = """\
%s
describe("distances", function()
  for i = 1, 100 do it("of " .. i, function() check(i) end) end
end)
""" % DISTANCES


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
    fixes = cpu("test", written("workshop_fixes_test.lua", FIXES))
    return {"workshop-tests": (cpu("test", plain) / run, "ratio"), "workshop-fixes": (fixes / run, "ratio"),
            "workshop-worlds": (spent[1] / spent[0], "ratio")}


def why(_):
    script, log = written("workshop.lua", SCRIPT), track(200_000)
    run = cpu("run", script, "--from", log, "--quiet")
    folded = os.path.join(measuring.DATA, "workshop.folded")
    profiled = cpu("run", script, "--from", log, "--quiet", "--profile-script", folded, "-f")
    asked = cpu("why", "left garden", script, "--from", log)
    return {"workshop-why": (asked / run, "ratio"), "workshop-profile": (100 * (profiled / run - 1), "%")}


def spent_by(process):
    """The CPU seconds of a process that runs."""
    with open("/proc/%d/stat" % process.pid) as r:
        return sum(map(int, r.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def busted(_):
    written("plain.lua", "local app = {}\n")
    ours = cpu("test", written("distances_test.lua", OURS))
    theirs = written("distances_spec.lua", THEIRS)
    spent = []
    for _ in range(3):
        before = children()
        try:
            done = subprocess.run(["busted", "--output=plainTerminal", theirs], capture_output=True, text=True)
        except FileNotFoundError as e:
            raise Unmeasured("busted is not there: scripts/setup --bench") from e
        if done.returncode != 0 or "100 successes" not in done.stdout:
            raise Unmeasured("busted: %s" % (done.stdout + done.stderr)[-200:])
        spent.append(children() - before)
    return {"workshop-busted": (ours / min(spent), "ratio")}


class Debugger:
    """Just enough of a client of the Debug Adapter Protocol."""

    def __init__(self):
        self.process = subprocess.Popen([measuring.programs.geoscript, "debug"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, command, **arguments):
        body = json.dumps({"seq": 1, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def await_event(self, name):
        while True:
            head = self.process.stdout.readline()
            if not head:
                raise Unmeasured("geoscript debug has ended")
            self.process.stdout.readline()
            if json.loads(self.process.stdout.read(int(head.split(b":")[1]))).get("event") == name:
                return

    def end(self):
        self.send("disconnect")
        self.process.communicate()


def stepping(script, log, steps):
    """The CPU time of a session that stops once and steps back."""
    before = children()
    client = Debugger()
    client.send("initialize", adapterID="geoscript")
    client.await_event("initialized")
    client.send("launch", script=script, **{"from": log})
    client.send("setBreakpoints", source={"path": os.path.abspath(script)}, breakpoints=[{"line": 2, "hitCondition": "== 2"}])
    client.send("configurationDone")
    client.await_event("stopped")
    for _ in range(steps):
        client.send("stepBack", threadId=1)
        client.await_event("stopped")
    client.end()
    return children() - before


def debug(_):
    # The main chunk runs the line first; it stops where the last hundred fixes begin.
    script, log = written("workshop.lua", SCRIPT), track(100_000)
    run = cpu("run", script, "--from", log, "--quiet")
    there, back = (min(stepping(script, log, steps) for _ in range(3)) for steps in (0, 1))
    return {"workshop-back": ((back - there) / run, "ratio")}


def reload(_):
    """Every device has sent one fix when the run reloads; fixes that come meanwhile are handled, too."""
    script, devices = written("workshop.lua", SCRIPT), 10_000
    now = int(time.time())
    lines = ['{"device":"d%d","timestamp":%d,"latitude":52.5,"longitude":13.4}' % (n, now - 60) for n in range(devices)]
    start = cpu("run", script, "--from", written("workshop-devices.ndjson", "\n".join(lines) + "\n"), "--quiet")
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        address = "http://127.0.0.1:%d" % s.getsockname()[1]

    def post(some):
        urllib.request.urlopen(address + "/events", "\n".join(some).encode(), timeout=60).read()

    run = subprocess.Popen([measuring.programs.geoscript, "run", script, "--from", address, "--reload-on-sighup"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seconds, spent, sent, reloads = [], [], devices, 0
    try:
        while "listening" not in run.stderr.readline():
            pass
        for first in range(0, devices, 1000):
            post(lines[first:first + 1000])
        # The first reload may come before the last devices.
        while len(seconds) < 3 and reloads < 10:
            before = spent_by(run)
            run.send_signal(signal.SIGHUP)
            # Fixes come meanwhile.
            post(line.replace(str(now - 60), str(now - 50 + reloads)) for line in lines[:1000])
            sent, reloads, line = sent + 1000, reloads + 1, " "
            while line and "reloaded" not in line:
                line = run.stderr.readline()
            found = re.search(r"10,000 devices in ([\d.]+) s", line)
            if found:
                seconds.append(float(found[1]))
                spent.append(spent_by(run) - before)
    finally:
        run.terminate()
        summary = run.communicate()[1]
    if not seconds or "%s events, 10,000 devices" % format(sent, ",") not in summary:
        raise Unmeasured("%d reloads, %d fixes sent: %s" % (len(seconds), sent, summary[-200:]))
    note("a reload of 10,000 devices took %s s" % min(seconds))
    return {"workshop-reload": (min(spent) / start, "ratio")}


PROCESSES = {
    "process-tests": tests, "process-why": why, "process-busted": busted, "process-debug": debug, "process-reload": reload}
PROBES = dict.fromkeys(PROCESSES)
