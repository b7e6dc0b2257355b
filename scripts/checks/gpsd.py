#!/usr/bin/env python3
"""Runs scripts on a real gpsd: our locations against its own reports, and ten restarts of it within one run.

  scripts/checks/gpsd.py [--restarts N]

gpsd reads a log of Tests/gpsd from a socket that this script feeds, once all who listen are there. What gpsd tells a
client of JSON that is not ours is what our locations must say; two logs come through gpsfake, too. Then gpsd is killed
and started again, with kill -9 by turns, in the middle of a run with --state: each loss and return is told once, the
script's store goes on, and geoscript doctor says what is there. Needs gpsd: scripts/setup --test. The status is 1 when
something differs.
"""
import argparse
import atexit
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import common
from common import ROOT, free_port

LOGS = os.path.join(ROOT, "Tests", "gpsd")
SCRIPT = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
print("began with " .. (geoscript.store.count or 0))
function app:didUpdateToLocation()
  geoscript.store.count = (geoscript.store.count or 0) + 1
  geoscript.store.satellites = geoscript.device.attributes.satellites
end
function app:didFailWithError() end
manager:startUpdatingLocation()
"""
checks = itertools.count()


def check(is_good, message):
    next(checks)
    if not is_good:
        sys.exit(f"gpsd: {message}")


def wait_until(test, what, seconds=20):
    end = time.monotonic() + seconds
    while not test():
        check(time.monotonic() < end, f"no {what} in {seconds} s")
        time.sleep(0.05)


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def listeners(port):
    """How many are connected to a port of this machine (proc(5), /proc/net/tcp; state 01 is ESTABLISHED)."""
    count = 0
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with open(table) as lines:
            for words in (line.split() for line in list(lines)[1:]):
                count += int(words[1].rsplit(":", 1)[1], 16) == port and words[3] == "01"
    return count


class Receiver:
    """A receiver at a socket: says the lines of a log to whoever connects, once it may."""

    def __init__(self, log, is_endless=False):
        with open(os.path.join(LOGS, log), "rb") as file:
            self.lines = [line for line in file if not line.startswith(b"#")]
        self.is_endless = is_endless
        self.may_speak = threading.Event()
        self.is_over = threading.Event()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                peer, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.speak, args=(peer,), daemon=True).start()

    def speak(self, peer):
        self.may_speak.wait()
        try:
            for line in itertools.cycle(self.lines) if self.is_endless else self.lines:
                peer.sendall(line)
                time.sleep(0.01)
            self.is_over.set()
            time.sleep(60)
        except OSError:
            pass


class GPSD:
    def __init__(self, receiver):
        self.port, self.receiver, self.process = free_port(), receiver, None
        self.program = shutil.which("gpsd", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
        if self.program is None:
            sys.exit("no gpsd here; run scripts/setup --test")
        self.start()

    def start(self):
        # In the foreground; a receiver is opened when somebody listens.
        command = [self.program, "-N", "-S", str(self.port), f"tcp://127.0.0.1:{self.receiver.port}"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        # Where a check fails, too.
        atexit.register(self.process.kill)
        wait_until(lambda: answers(self.port), "gpsd")

    def stop(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        self.process.wait()


class Client:
    """What gpsd tells, read without us."""

    def __init__(self, port):
        self.reports = []
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with self.connection.makefile("rb") as lines:
            for line in lines:
                self.reports.append(json.loads(line))


def epochs(reports):
    """The reports of fixes, those of one time together."""
    result = []
    for report in reports:
        if report["class"] != "TPV" or report["mode"] < 2 or "lat" not in report:
            continue
        last = result[-1][-1] if result else None
        place = (report["lat"], report["lon"])
        if last is not None and ((report.get("time") and last.get("time") == report.get("time"))
                                 or (not (report.get("time") and last.get("time"))
                                     and place == (last["lat"], last["lon"]))):
            result[-1].append(report)
        else:
            result.append([report])
    return result


def agrees(location, epoch):
    """Whether each value of a location is one of its epoch's."""
    names = {"latitude": "lat", "longitude": "lon", "speed": "speed", "course": "track", "altitude": "altMSL",
             "verticalAccuracy": "epv"}
    for ours, theirs in names.items():
        value = location.get(ours)
        said = [report[theirs] for report in epoch if theirs in report]
        if value is not None and value not in said:
            return False
    said = [report["eph"] for report in epoch if "eph" in report]
    return not said or location["horizontalAccuracy"] in said + [5] or "eph" not in epoch[0]


def run(program, script, port, *options):
    return subprocess.Popen(
        [program, "run", script, "--from", f"gpsd://127.0.0.1:{port}", *options], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process):
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    check(process.returncode == 130, f"ended with {process.returncode}:\n{errors}")
    return output, errors


def check_log(program, script, folder, log):
    receiver = Receiver(log)
    gpsd = GPSD(receiver)
    record = os.path.join(folder, log + ".ndjson")
    process = run(program, script, gpsd.port, "--record", record)
    client = Client(gpsd.port)
    wait_until(lambda: listeners(gpsd.port) == 2 and client.reports, "listeners")
    # Until gpsd has heard what they wish.
    time.sleep(0.5)
    receiver.may_speak.set()
    receiver.is_over.wait(60)
    time.sleep(1)
    _, errors = end(process)
    gpsd.stop()
    with open(record) as lines:
        events = [json.loads(line) for line in lines]
    locations = located(record)
    expected = epochs(client.reports)
    check(len(expected) > 3, f"{log}: gpsd told {len(expected)} epochs only")
    # The dates of a log are of long ago, so that its fixes have the host's: on a busy machine two that arrive at one
    # instant from one place are one, which is counted.
    said = re.search(r"(\d+) × duplicate event", errors)
    doubles = int(said[1]) if said else 0
    check(len(locations) + doubles == len(expected),
          f"{log}: {len(locations)} locations, {doubles} doubles of {len(expected)} epochs")
    rest = iter(locations)
    location = next(rest, None)
    for before, epoch in zip([None, *expected], expected):
        if location is not None and agrees(location, epoch):
            location = next(rest, None)
            continue
        stays = before and all(before[0][name] == epoch[0][name] for name in ("lat", "lon"))
        check(stays and doubles > 0, f"{log}: {location} is not of {epoch}")
        doubles -= 1
    attributes = [event for event in events if event.get("type") == "attributes"]
    told = [report["uSat"] for report in client.reports if "uSat" in report]
    if told:
        check(attributes and attributes[-1]["attributes"].get("satellites") in told, f"{log}: {attributes[-1:]}")
    replayed = subprocess.run([program, "run", script, "--from", record, "--quiet"], capture_output=True, text=True)
    check(replayed.returncode == 0, f"{log}: the recording does not replay: {replayed.stderr}")
    print(f"{log}: {len(locations)} locations as gpsd tells them, {len(attributes)} changes of attributes")


def check_gpsfake(program, script, folder, log):
    """gpsd under its own test harness, which plays a log through a pseudo-terminal: a serial line with its speeds."""
    port = free_port()
    harness = subprocess.Popen(
        ["gpsfake", "-1", "-q", "-c", "0.02", "-P", str(port), os.path.join(LOGS, log)], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until(lambda: answers(port), "gpsd of gpsfake")
        record = os.path.join(folder, "gpsfake-" + log + ".ndjson")
        process = run(program, script, port, "--record", record)
        # The log begins with the first who listens, which is either of the two.
        client = Client(port)
        harness.wait(120)
        time.sleep(0.5)
        end(process)
    finally:
        if harness.poll() is None:
            os.killpg(harness.pid, signal.SIGTERM)
            harness.wait()
    locations, expected = located(record), epochs(client.reports)
    missed = len(expected) - len(locations)
    check(len(expected) > 3 and -5 <= missed <= 5, f"gpsfake {log}: {len(locations)} locations of {len(expected)}")
    count = min(len(locations), len(expected))
    for location, epoch in zip(locations[-count:], expected[-count:]):
        check(agrees(location, epoch), f"gpsfake {log}: {location} is not of {epoch}")
    print(f"gpsfake {log}: {count} locations as gpsd tells them")


def located(record):
    with open(record) as lines:
        events = [json.loads(line) for line in lines]
    return [event for event in events if event.get("type", "location") == "location" and "latitude" in event]


def check_restarts(program, script, folder, count):
    receiver = Receiver("bu303-moving.log", is_endless=True)
    receiver.may_speak.set()
    gpsd = GPSD(receiver)
    name = f"gpsd://127.0.0.1:{gpsd.port}"
    state, record = os.path.join(folder, "state"), os.path.join(folder, "restarts.ndjson")

    def locations():
        try:
            with open(record) as lines:
                return sum('"latitude"' in line for line in lines)
        except FileNotFoundError:
            return 0

    process = run(program, script, gpsd.port, "--state", state, "--record", record)
    for number in range(count):
        before = locations()
        wait_until(lambda: locations() > before + 2, f"location after {number} restarts", 30)
        gpsd.stop(signal.SIGKILL if number % 2 == 0 else signal.SIGTERM)
        gpsd.start()
    before = locations()
    wait_until(lambda: locations() > before + 2, "location after the last restart", 30)
    doctor = subprocess.run([program, "doctor", name, "--json", "--wait", "20"], capture_output=True, text=True)
    lines = [json.loads(line) for line in doctor.stdout.splitlines()]
    found = [line for line in lines if line["check"] == name]
    check(found and found[0]["status"] == "ok" and "a location" in found[0]["message"], f"doctor: {doctor.stdout}")
    _, errors = end(process)
    losses, returns = errors.count("trying again"), errors.count("is back")
    check((losses, returns) == (count, count), f"{losses} losses and {returns} returns told of {count}:\n{errors}")
    again = run(program, script, gpsd.port, "--state", state)
    time.sleep(1.5)
    output, _ = end(again)
    gpsd.stop()
    kept = [int(line.split()[-1]) for line in output.splitlines() if "began with" in line]
    check(kept and kept[0] > 3 * count, f"the store did not go on: {output}")
    print(f"{count} restarts: each loss and return told once, {kept[0]} locations counted in the store")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--restarts", type=int, default=10)
    arguments = parser.parse_args()
    program = common.program()
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "count.lua")
        with open(script, "w") as file:
            file.write(SCRIPT)
        # Each mostly waits for a receiver of its own.
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(check_restarts, program, script, folder, arguments.restarts)]
            runs += [pool.submit(check_gpsfake, program, script, folder, log) for log in ("garmin-10x.log", "nl402u.log")]
            runs += [pool.submit(check_log, program, script, folder, name)
                     for name in sorted(os.listdir(LOGS)) if name.endswith(".log")]
            for run_ in concurrent.futures.as_completed(runs):
                run_.result()
    print(f"{next(checks)} checks")


if __name__ == "__main__":
    main()
