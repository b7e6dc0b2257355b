#!/usr/bin/env python3
"""`geoscript debug`: each message is valid by the protocol's own schema (debugProtocol.json of PyPI's debugpy), and
Emacs' dap-mode plays scenarios with it: debug.el beside this. Also ports, exit codes, and the time of a step back
over many events.

The status is 1 when something differs.
"""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import common

common.use_packages()
from dap_client import Client, frames, validate  # noqa: E402

good = bad = 0
TEE = os.path.join(common.ROOT, "scripts", "fixtures", "dap_tee.py")
GARDEN = """local app, visits = {}, 0
local function count(n)
  local next = n + 1
  return next
end
function app.didExitRegion(_, region)
  visits = count(visits)
  geoscript.alert{ title = "left " .. region.identifier }
end
function app.didUpdateLocations(_, fixes)
  local fix = fixes[1]
  geoscript.store.last = fix.coordinate.latitude
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
manager:startUpdatingLocation()
"""
FAILING = """local function fail(t)
  return t.x.y
end
local ok = pcall(fail, {})
print("caught", ok)
fail({})
"""


def expect(what, is_so, *more):
    global good, bad
    good, bad = good + bool(is_so), bad + (not is_so)
    if not is_so:
        print("%s:" % what, *more, flush=True)


def judge(message):
    flaw = validate(message)
    expect("schema", not flaw, flaw, message)


def session(folder, body):
    process = subprocess.Popen([PROGRAM, "debug"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    client = Client(folder, process.stdout.read, process.stdin.write, judge)
    try:
        body(client)
        client.ask("disconnect")
    except (EOFError, BrokenPipeError):
        expect("session", False, "ended early: %s" % body.__name__)
    process.stdin.close()
    return process.wait(60)


def track(path, count):
    """Fixes every ten seconds, in turn at home and 500 m north of it, ten of each."""
    with open(path, "w") as w:
        for n in range(count):
            latitude = 52.5 + (0.0045 if n // 10 % 2 else 0)
            when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(1_777_888_800 + 10 * n))
            w.write('{"type":"location","time":"%s","latitude":%.6f,"longitude":13.4}\n' % (when, latitude))


def every_request(client):
    """Each request once, right and wrong."""
    expect("too early", not client.ask("stackTrace", threadId=1)["success"])
    client.launch("garden.lua", "walk.ndjson", [{"line": 7}], ["error", "alert", "region"], stopOnEntry=True)
    expect("entry", client.stopped()[0] == "entry")
    client.ask("continue", threadId=1)
    expect("region", client.stopped() == ("exception", 7))
    client.ask("exceptionInfo", threadId=1)
    client.ask("threads")
    client.ask("continue", threadId=1)
    expect("alert", client.stopped() == ("exception", 8))
    for scope in client.ask("scopes", frameId=1)["body"]["scopes"]:
        for variable in client.ask("variables", variablesReference=scope["variablesReference"])["body"]["variables"]:
            if variable["variablesReference"]:
                client.ask("variables", variablesReference=variable["variablesReference"], start=0, count=3)
    scopes = client.ask("scopes", frameId=1)["body"]["scopes"]
    client.ask("setVariable", variablesReference=scopes[1]["variablesReference"], name="visits", value="{1, 2}")
    client.ask("evaluate", expression="visits", frameId=1, context="hover")
    for wrong in [("evaluate", {"expression": "1 +"}), ("evaluate", {}), ("variables", {"variablesReference": 99}),
                  ("scopes", {"frameId": 99}), ("setVariable", {"variablesReference": 1, "name": "x", "value": "1"})]:
        expect("refused", not client.ask(wrong[0], **wrong[1])["success"], wrong)
    for step in ["stepBack", "next", "stepIn", "stepOut", "reverseContinue"]:
        expect(step, client.ask(step, threadId=1)["success"])
        client.event("stopped")
    client.ask("pause", threadId=1)
    client.ask("terminate")
    client.event("exited")
    client.event("terminated")


def failing(client):
    client.launch("failing.lua", "walk.ndjson", [], ["error"])
    expect("error", client.stopped() == ("exception", 2))
    client.ask("continue", threadId=1)
    expect("its exit code", client.event("exited")["exitCode"] == 1)


def long_way(client):
    client.launch("garden.lua", "long.ndjson", [{"line": 7, "hitCondition": "== 4999"}])
    client.stopped()
    start = time.monotonic()
    expect("a step back", client.ask("stepBack", threadId=1)["success"])
    expect("stands", client.stopped()[0] == "step")
    print("a step back over 100,000 events: %.2f s" % (time.monotonic() - start))


def send(port, **fix):
    """What an OwnTracks phone sends, and how long the answer took."""
    body = json.dumps({"_type": "location", "tid": "re", "acc": 5, "lon": 13.4, **fix}).encode()
    start = time.monotonic()
    request = urllib.request.Request("http://127.0.0.1:%d/" % port, body, {
        "Content-Type": "application/json", "X-Limit-U": "rex", "X-Limit-D": "phone"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        expect("a phone's answer", answer.status == 200, answer.status)
    return time.monotonic() - start


def live(client):
    """A phone sends while the script stands still; there is no way back."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    now = int(time.time())
    client.launch("garden.lua", "http://127.0.0.1:%d" % port, [{"line": 7}, {"line": 12}])
    expect("live: no way back", client.event("capabilities")["capabilities"] == {"supportsStepBack": False})
    while "listening" not in client.event("output")["output"]:
        pass
    send(port, lat=52.5, tst=now - 20)
    expect("live: a line", client.stopped() == ("breakpoint", 12))
    # Two more come meanwhile.
    send(port, lat=52.51, tst=now - 10)
    send(port, lat=52.52, tst=now)
    for step in ["stepBack", "reverseContinue"]:
        answer = client.ask(step, threadId=1)
        expect("live: " + step, not answer["success"] and "forwards only" in answer["message"], answer)
    latitude = client.ask("evaluate", expression="fix.coordinate.latitude", frameId=1, context="hover")["body"]["result"]
    expect("live: a value", latitude == "52.5", latitude)
    client.ask("continue", threadId=1)
    expect("live: the exit", client.stopped() == ("breakpoint", 7))
    client.ask("continue", threadId=1)
    expect("live: the next fix", client.stopped() == ("breakpoint", 12))
    client.ask("continue", threadId=1)
    client.ask("terminate")
    client.event("exited")


def over_a_port(folder):
    process = subprocess.Popen([PROGRAM, "debug", "--port", "0"], cwd=folder, stderr=subprocess.PIPE, text=True)
    port = int(process.stderr.readline().rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        client = Client(folder, connection.recv, connection.sendall, judge)
        client.launch("garden.lua", "walk.ndjson", [{"line": 7}])
        expect("port", client.stopped() == ("breakpoint", 7))
        client.ask("disconnect")
    expect("end of a port", process.wait(60) == 0)
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    words = [PROGRAM, "debug", "--port", str(taken.getsockname()[1])]
    expect("taken port", subprocess.run(words, capture_output=True).returncode == 69)
    taken.close()
    expect("no port", subprocess.run([PROGRAM, "debug", "--port", "99999"], capture_output=True).returncode == 64)


def emacs(folder):
    """Scenarios of dap-mode; what passes is checked against the schema."""
    if not shutil.which("emacs"):
        sys.exit("emacs is not there: run scripts/setup --test")
    script = os.path.join(common.ROOT, "scripts", "checks", "debug.el")
    environment = {**os.environ, "HOME": folder, "DAP_COMMAND": "%s %s %s/dap %s debug" % (sys.executable, TEE, folder, PROGRAM)}
    words = ["emacs", "--batch", "--no-init-file", "--eval", "(setq debug-folder \"%s/\")" % folder, "-l", script]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=500)
    results = re.findall(r"^scenario (.*): (held|failed.*)$", done.stdout, re.M)
    expect("scenarios", len(results) >= 30, len(results), done.stdout[-2000:], done.stderr[-2000:])
    for name, result in results:
        expect("dap-mode, " + name, result == "held", result)
    expect("emacs", done.returncode == 0, done.returncode, done.stderr[-2000:])
    with open(folder + "/dap.out", "rb") as r:
        messages = list(frames(r.read()))
    for message in messages:
        judge(message)
    print("dap-mode: %d scenarios, %d messages" % (len(results), len(messages)))


PROGRAM = common.program()
with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    for name, text in [("garden.lua", GARDEN), ("failing.lua", FAILING)]:
        with open(os.path.join(folder, name), "w") as w:
            w.write(text)
    track(os.path.join(folder, "walk.ndjson"), 60)
    track(os.path.join(folder, "long.ndjson"), 100_000)
    expect("exit code", session(folder, every_request) == 0)
    expect("exit code of a failure", session(folder, failing) == 1)
    expect("exit code of a way back", session(folder, long_way) == 0)
    expect("exit code of a live source", session(folder, live) == 0)
    over_a_port(folder)
    there = sorted(os.listdir(folder))
    expect("nothing is written", there == ["failing.lua", "garden.lua", "long.ndjson", "walk.ndjson"], there)
    emacs(folder)
print("%d held, %d did not" % (good, bad))
common.count_checks(good, bad)
sys.exit(1 if bad else 0)
