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
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import tempfile
import time

import common
from common import free_port
from gpsd_receiver import GPSD, LOGS, Client, Receiver, answers, check, checks, listeners, wait_until

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
    check(len(expected) > 3, f"{log}: gpsd reported only {len(expected)} epochs")
    # The dates of a log are long past, so its fixes get the host's dates: on a busy machine, two fixes that arrive at
    # the same instant from the same place are one, which is counted.
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
        check(stays and doubles > 0, f"{log}: {location} does not match {epoch}")
        doubles -= 1
    attributes = [event for event in events if event.get("type") == "attributes"]
    told = [report["uSat"] for report in client.reports if "uSat" in report]
    if told:
        check(attributes and attributes[-1]["attributes"].get("satellites") in told, f"{log}: {attributes[-1:]}")
    replayed = subprocess.run([program, "run", script, "--from", record, "--quiet"], capture_output=True, text=True)
    check(replayed.returncode == 0, f"{log}: the recording does not replay: {replayed.stderr}")
    print(f"{log}: {len(locations)} locations as gpsd reports them, {len(attributes)} changes of attributes")


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
        # The log begins with the first listener, which is either of the two.
        client = Client(port)
        wait_for_silence(client)
        end(process)
    finally:
        # With the gpsd that it has started.
        os.killpg(harness.pid, signal.SIGKILL)
        harness.wait()
    locations, expected = located(record), epochs(client.reports)
    missed = len(expected) - len(locations)
    check(len(expected) > 3 and -5 <= missed <= 5, f"gpsfake {log}: {len(locations)} locations of {len(expected)}")
    count = min(len(locations), len(expected))
    for location, epoch in zip(locations[-count:], expected[-count:]):
        check(agrees(location, epoch), f"gpsfake {log}: {location} does not match {epoch}")
    print(f"gpsfake {log}: {count} locations as gpsd reports them")


def wait_for_silence(client):
    """Until the log has been played: gpsfake itself would wait for another minute."""
    told, since = 0, time.monotonic()
    wait_until(lambda: len(client.reports) > 4, "reports of gpsfake")
    while time.monotonic() < since + 4:
        if len(client.reports) != told:
            told, since = len(client.reports), time.monotonic()
        time.sleep(0.1)


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
    check((losses, returns) == (count, count), f"{losses} losses and {returns} returns reported of {count}:\n{errors}")
    again = run(program, script, gpsd.port, "--state", state)
    time.sleep(1.5)
    output, _ = end(again)
    gpsd.stop()
    kept = [int(line.split()[-1]) for line in output.splitlines() if "began with" in line]
    check(kept and kept[0] > 3 * count, f"the store did not continue: {output}")
    print(f"{count} restarts: each loss and return reported once, {kept[0]} locations counted in the store")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--restarts", type=int, default=10)
    arguments = parser.parse_args()
    program = common.program()
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "count.lua")
        with open(script, "w") as file:
            file.write(SCRIPT)
        # Each check mostly waits for its own receiver.
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
