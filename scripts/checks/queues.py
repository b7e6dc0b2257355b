#!/usr/bin/env python3
"""A sink that is down with many waiting alerts: it costs no memory, and delays neither another sink nor the replay.

  scripts/checks/queues.py [--alerts N]

One run raises N alerts for a web hook that is up; another one the same, with a second hook that refuses connections.
The hook that is up must get all of them, each device's in order, about as soon as in the first run, and the second run
may need little more memory. Without any hook, alerts that wait for a checkpoint take no memory either, however late it
is. Then the second hook comes up, and must get everything that waited, in order and once.
The status is 1 when something differs.
"""
import argparse
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import common

DEVICES = 50
# A run without alerts takes 31 MB; 100,000 alerts in memory took 110.
QUIET_MB = 70
SCRIPT = """\
local app, count = {}, 0
function app.didUpdateLocations()
  count = count + 1
  geoscript.alert{ title = "fix", count = count }
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""


class Hook(http.server.BaseHTTPRequestHandler):
    """Takes alerts and notes them by path."""

    protocol_version = "HTTP/1.1"
    got = {}

    def do_POST(self):
        alert = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.got.setdefault(self.path, []).append((alert["device"], alert["count"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def listen(port=0):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def run(program, folder, state, hooks, *options):
    """Seconds and megabytes of a run."""
    words = [program, "run", "script.lua", "--from", "log.ndjson", "--quiet", "--state", state, "--alert-timeout", "1"]
    words += options
    for hook in hooks:
        words += ["--alerts", hook]
    begin = time.monotonic()
    child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit("%s\nended with %d" % (" ".join(words), status))
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def slow(both, alone):
    return both[0] - 1.5 > 1.5 * alone[0]


def wanted(alerts):
    return {"d%d" % device: list(range(1, alerts // DEVICES + 1)) for device in range(DEVICES)}


def by_device(got):
    lists = {}
    for device, count in got:
        lists.setdefault(device, []).append(count)
    return lists


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--alerts", type=int, default=100_000)
    alerts = parser.parse_args().alerts // DEVICES * DEVICES
    program = common.program()
    faults = []
    up = listen()
    port = common.free_port()
    near = "http://127.0.0.1:%d" % up.server_port
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "script.lua"), "w") as w:
            w.write(SCRIPT)
        with open(os.path.join(folder, "log.ndjson"), "w") as w:
            for number in range(alerts):
                w.write('{"time":%d,"device":"d%d","latitude":1,"longitude":%.5f}\n'
                        % (1.7e9 + number, number % DEVICES, 2 + number % 7 * 0.01))
        alone = run(program, folder, "alone", [near + "/alone"])
        both = run(program, folder, "both", ["http://127.0.0.1:%d/down" % port, near + "/both"])
        late = run(program, folder, "late", [], "--checkpoint", "3600")
        print("without a hook and with one checkpoint an hour: %.0f MB" % late[1])
        if late[1] > QUIET_MB:
            faults.append("alerts that wait for a checkpoint take memory")
        print("%d alerts: %.1f s and %.0f MB alone, %.1f s and %.0f MB beside a sink that is down" % (
            alerts, *alone, *both))
        for path in ("/alone", "/both"):
            if by_device(Hook.got.get(path, [])) != wanted(alerts):
                faults.append("the hook %s did not get all alerts in order" % path)
        # The rows for the second sink are written too, and the last second waits for it. Where the machine has become
        # busier in between, a second run alone is slow too.
        if slow(both, alone) and slow(both, run(program, folder, "again", [near + "/again"])):
            faults.append("a sink that is down delays another one")
        if both[1] > alone[1] + 24:
            faults.append("a sink that is down takes memory")
        listed = subprocess.run([program, "alerts", "list", "--state", "both", "--json", "--status", "dead"], cwd=folder,
                                stdout=subprocess.PIPE, check=True).stdout.splitlines()
        waiting = {sink["sink"].split("#")[0]: sink["waiting"] for sink in map(json.loads, listed)}
        if waiting.get("http://127.0.0.1:%d" % port) != alerts or waiting.get(near) != 0:
            faults.append("waiting: %s" % waiting)
        listen(port)
        seconds, memory = run(program, folder, "both", ["http://127.0.0.1:%d/down" % port, near + "/both"])
        print("drained in %.1f s with %.0f MB" % (seconds, memory))
        if by_device(Hook.got.get("/down", [])) != wanted(alerts):
            faults.append("the hook that was down did not get all alerts in order and once")
        if memory > both[1] + 24:
            faults.append("a queue that is drained takes memory")
    for fault in faults:
        print("✘ " + fault)
    common.count_checks(6 - len(faults), len(faults))
    sys.exit(bool(faults))


main()
