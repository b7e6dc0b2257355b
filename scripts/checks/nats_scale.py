#!/usr/bin/env python3
"""Measures a gateway, a server and a worker of a stream with simulated devices: CPU and memory for each device.

  scripts/checks/nats_scale.py [DEVICES…]      10000 100000 unless told otherwise

Not a step of scripts/test: it asserts nothing. Each device sends three fixes and watches one region; one gateway publishes
them, then one worker with a state directory reads them, is killed and begins again.
"""
import os
import shutil
import signal
import sys
import tempfile
import time

import common

common.use_packages()
from nats_parts import PARTITIONS, Process, Servers, handled, used  # noqa: E402
from nats_stream import Worker  # noqa: E402

FIXES = 3
# Messages a second that a gateway publishes and a server on the same two cores takes.
RATE = 6000
SCRIPT = """\
local app, store = {}, geoscript.store
function app.didEnterRegion(_, region) store.visits = (store.visits or 0) + 1 end
CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
  center = CLLocationCoordinate2DMake(45.2, 13.6), radius = 300, identifier = "depot" })
"""


def measure(folder, devices):
    servers = Servers(folder, 1)
    interval = max(2, devices / RATE)
    source = "sim:walk?at=45.2,13.6&radius=5000&speed=10&interval=%g&duration=%g&devices=%d" % (interval, interval * FIXES, devices)
    with open(os.path.join(folder, "s.lua"), "w") as file:
        file.write(SCRIPT)
    row = {"devices": devices}
    gateway = Process(folder, "gateway", [common.program(), "gateway", "--from", source, "--to", servers.address])
    while gateway.process.poll() is None:
        row["gateway"] = used(gateway.process)
        time.sleep(0.2)
    words = gateway.told().split(" in ")[-1].split()
    messages = int(words[0].replace(",", ""))
    row["messages"], row["server"] = messages, used(servers.all[0].process)
    worker = Worker(folder, "worker", servers.address, "--metrics", "127.0.0.1:0", "--max-memory", "16384")
    worker.start = 0
    begin = time.monotonic()
    while handled(worker) < messages and worker.process.poll() is None and time.monotonic() - begin < 600:
        time.sleep(0.2)
    row["worker"], row["seconds"] = used(worker.process), time.monotonic() - begin
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
    print("devices  messages  gateway µs/msg  MiB  server µs/msg  worker µs/msg  KiB/device  state B/device  again after s")
    for devices in [int(word) for word in sys.argv[1:]] or [10_000, 100_000]:
        with tempfile.TemporaryDirectory() as folder:
            row = measure(folder, devices)
        messages = row["messages"]
        print("%7d  %8d  %14.1f  %3.0f  %13.1f  %13.1f  %10.1f  %14.0f  %13.2f" % (
            devices, messages, row["gateway"][0] / messages * 1e6, row["gateway"][1], row["server"][0] / messages * 1e6,
            row["worker"][0] / messages * 1e6, row["worker"][1] * 1024 / devices, row["state"] / devices, row["restore"]), flush=True)


if __name__ == "__main__":
    main()
