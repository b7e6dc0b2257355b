#!/usr/bin/env python3
"""Measures a gateway, a server and a worker of a stream with simulated devices: CPU and memory for each device.

  scripts/checks/nats_scale.py [DEVICES…]      10000 100000 unless told otherwise

Not a step of scripts/test: it asserts nothing. Each device watches one region and sends a fix at its turn, RATE of all
devices a second: three fixes each, more of few devices, so that each run takes half a minute at least. A gateway publishes
them while a worker with a state directory reads them. The first fix of each device launches its script instance: its cost
is told apart from that of the later ones. At the end the worker is killed and begins again.
"""
import contextlib
import math
import os
import shutil
import signal
import sys
import tempfile
import time

import common

common.use_packages()
from nats_parts import PARTITIONS, Process, Servers, handled, until, used  # noqa: E402
from nats_stream import Worker  # noqa: E402

# Fixes a second of all devices, which one gateway, one server and one worker on the same two cores take.
RATE = 6000
SCRIPT = """\
local app, store = {}, geoscript.store
function app.didEnterRegion(_, region) store.visits = (store.visits or 0) + 1 end
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
  center = CLLocationCoordinate2DMake(45.2, 13.6), radius = 300, identifier = "depot" })
"""


def measure(folder, devices):
    servers = Servers(folder, 1)
    interval = devices / RATE
    source = "sim:walk?at=45.2,13.6&radius=5000&speed=10&interval=%g&duration=%g&devices=%d" % (
        interval, interval * max(3, math.ceil(30 / interval)), devices)
    with open(os.path.join(folder, "s.lua"), "w") as file:
        file.write(SCRIPT)
    worker = Worker(folder, "worker", servers.address, "--metrics", "127.0.0.1:0", "--max-memory", "16384")
    worker.start = 0
    until(60, worker.ready)
    gateway = Process(folder, "gateway", [common.program(), "gateway", "--from", source, "--to", servers.address])
    samples, publishing = [], (0, 0)

    def sample():
        nonlocal publishing
        with contextlib.suppress(StopIteration, OSError):  # it has ended
            publishing = used(gateway.process)
        spent = [used(process)[0] for process in (servers.all[0].process, worker.process)] + [publishing[0]]
        samples.append((handled(worker), spent))
        return gateway.process.poll() is None

    while sample():
        time.sleep(0.2)
    messages = int(gateway.told().split(" in ")[-1].split()[0].replace(",", ""))
    row = {"devices": devices, "messages": messages, "memory": publishing[1]}
    until(600, lambda: not sample() and samples[-1][0] >= messages)
    middle = next(each for each in samples if each[0] >= devices)
    row["launch"] = middle[1][1] / devices
    row["later"] = [(end - begin) / (samples[-1][0] - middle[0]) for begin, end in zip(middle[1], samples[-1][1])]
    row["worker memory"] = used(worker.process)[1]
    time.sleep(2)
    row["state"] = sum(os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(worker.folder)
                       for name in names if name.startswith("state.sqlite"))
    worker.end(signal.SIGKILL)
    begin = time.monotonic()
    worker.begin()
    while "reading %d of" % PARTITIONS not in worker.told()[worker.start:] and time.monotonic() - begin < 120:
        time.sleep(0.02)
    row["restore"] = time.monotonic() - begin
    worker.end()
    servers.end()
    return row


def main():
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    print("µs a message:                    once a device  the later messages    MiB      KiB      bytes")
    print("devices  messages   fixes a device  worker  worker  gateway  server  gateway  worker  state  again after s")
    for devices in [int(word) for word in sys.argv[1:]] or [10_000, 100_000]:
        with tempfile.TemporaryDirectory() as folder:
            row = measure(folder, devices)
        server, worker, gateway = [cost * 1e6 for cost in row["later"]]
        print("%7d  %8d  %14.1f  %6.1f  %6.1f  %7.1f  %6.1f  %7.0f  %6.1f  %5.0f  %13.2f" % (
            devices, row["messages"], row["messages"] / devices, row["launch"] * 1e6, worker, gateway, server, row["memory"],
            row["worker memory"] * 1024 / devices, row["state"] / devices, row["restore"]), flush=True)


if __name__ == "__main__":
    main()
