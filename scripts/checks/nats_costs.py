#!/usr/bin/env python3
"""Measures what a stream costs: workers and partitions side by side, one process without NATS, and a bare consumer.

  scripts/checks/nats_costs.py [DEVICES [FIXES]]      1000 devices with 300 fixes each unless told otherwise

Not a step of scripts/test: it asserts nothing. The same simulated devices, each of which watches one region, are published
by a gateway and read by 1 and 2 workers with a state directory, by one process from a file, also with a state, and by
scripts/fixtures/nats_reader.c, which reads the metadata of each message and nothing else. Then single fixes are posted to
a gateway, and the time until a worker prints their alerts is taken. At last 1,000 devices send messages of 30 fixes, as
phones do that were without a network.
"""
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

import common

common.use_packages()
from nats_parts import Process, Servers, handled, partition, until, used  # noqa: E402 # of the environment that use_packages continues in
from nats_scale import SCRIPT  # noqa: E402
from nats_stream import Worker, connected  # noqa: E402

DEVICES, FIXES = ([int(word) for word in sys.argv[1:]] + [1000, 300][len(sys.argv) - 1:])[:2]
# A simulation goes by the wall clock: as many fixes a second.
RATE = 15000
TELLS = """\
local app = {}
function app.didUpdateToLocation(_, new) geoscript.alert{ title = "at", at = new.timestamp:timeIntervalSince1970() } end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def told(what, messages, seconds, cpu, more=""):
    print("%-34s %9.0f/s  %6.2f µs of its CPU a fix%s" % (what, messages / seconds, cpu / messages * 1e6, more), flush=True)


def source(interval):
    return "sim:walk?at=45.2,13.6&radius=5000&speed=10&interval=%g&duration=%g&devices=%d" % (
        interval, interval * FIXES, DEVICES)


def one_process(folder):
    """The same fixes from a file."""
    log = os.path.join(folder, "fixes.ndjson")
    subprocess.run([common.program(), "run", os.path.join(folder, "s.lua"), "--from", source(30), "--record", log, "--quiet"],
                   check=True, capture_output=True)
    begin = time.monotonic()
    process = subprocess.Popen([common.program(), "run", os.path.join(folder, "s.lua"), "--from", log, "--state",
                                os.path.join(folder, "one"), "--quiet"])
    _, _, usage = os.wait4(process.pid, 0)
    told("one process, from a file", DEVICES * FIXES, time.monotonic() - begin, usage.ru_utime + usage.ru_stime)


def published(folder, partitions):
    """A server with the fixes in its stream, and how many messages that are."""
    servers = Servers(folder, 1)
    address = servers.address.replace("partitions=8", "partitions=%d" % partitions)
    gateway = Process(folder, "gateway-%d" % partitions, [
        common.program(), "gateway", "--from", source(max(1, DEVICES / RATE)), "--to", address])
    row, begin = (0, 0), time.monotonic()
    while gateway.process.poll() is None:
        row = used(gateway.process)
        time.sleep(0.1)
    messages = int(gateway.told().split(" in ")[-1].split()[0].replace(",", ""))
    told("gateway, %d partitions" % partitions, messages, time.monotonic() - begin, row[0],
         ", server %.2f" % (used(servers.all[0].process)[0] / messages * 1e6))
    return servers, address, messages


def read(folder, servers, address, messages, partitions, count, name="single"):
    """Workers from the beginning of the stream to its end; they begin together."""
    before, begin = used(servers.all[0].process)[0], time.monotonic()
    place = os.path.join(folder, "state-%s-%d-%d" % (name, partitions, count))
    os.makedirs(place)
    workers = []
    for number in range(count):
        worker = Worker(place, "worker-%d" % number, address, "--metrics", "127.0.0.1:0",
                        script=os.path.join(folder, "s.lua"), home="shared")
        worker.start = 0
        workers.append(worker)
    until(600, lambda: sum(handled(worker) for worker in workers) >= messages)
    seconds = time.monotonic() - begin
    told("%d worker%s, %d partitions" % (count, "s" * (count > 1), partitions), messages, seconds,
         sum(used(worker.process)[0] for worker in workers),
         ", server %.2f" % ((used(servers.all[0].process)[0] - before) / messages * 1e6))
    for worker in workers:
        worker.end()


def bare(folder, servers, messages):
    """A consumer that reads metadata only."""
    program = os.path.join(folder, "nats_reader")
    subprocess.run(["cc", "-O2", "-o", program, os.path.join(common.ROOT, "scripts/fixtures/nats_reader.c"), "-lnats"],
                   check=True)
    done = subprocess.run([program, "nats://127.0.0.1:%d" % servers.ports[0], str(messages)], capture_output=True, text=True,
                          check=True)
    _, seconds, cpu = map(float, done.stdout.split())
    told("a bare consumer", messages, seconds, cpu)


def stored(address):
    """The bytes of the stream's files, for each message."""
    async def work():
        client = await connected(address.split("?")[0])
        state = (await client.jetstream().stream_info("FIXES")).state
        await client.close()
        return state.bytes / state.messages
    print("%-34s %9.0f bytes a message" % ("the stream", asyncio.run(work())), flush=True)


def batched(folder):
    """Messages of 30 fixes each."""
    servers = Servers(folder, 1)
    # A worker makes the stream.
    with Worker(folder, "maker", servers.address) as worker:
        worker.start = 0
        until(30, worker.ready)

    def lines(device, first):
        return "".join(json.dumps({"device": device, "timestamp": 1780000000 + n, "latitude": 45.2, "longitude": 13.6 + n / 1e5,
                                   "horizontalAccuracy": 5}) + "\n" for n in range(first, first + 30)).encode()

    async def work():
        client = await connected(servers.address.split("?")[0])
        stream = client.jetstream()
        for number in range(20):
            await asyncio.gather(*(
                stream.publish("p.%d.fix.%s.%s" % (partition("d%d" % n, 8), "d%d" % n, "d%d" % n),
                               lines("d%d" % n, 30 * number), timeout=30) for n in range(1000)))
        await client.close()
    asyncio.run(work())
    stored(servers.address)
    read(folder, servers, servers.address, 600000, 8, 1, "batched")
    bare(folder, servers, 20000)
    servers.end()


def latency(folder):
    """From the request of a phone to the line of its alert."""
    servers, port = Servers(folder, 1), common.free_port()
    write(folder, "tells.lua", TELLS)
    times = []
    with Process(folder, "gate", [common.program(), "gateway", "--from", "http://127.0.0.1:%d" % port, "--to",
                                  servers.address]), Worker(
            folder, "teller", servers.address, "--alerts", "ndjson", script="tells.lua") as worker:
        worker.start = 0
        until(30, worker.ready)
        with open(worker.path) as log:
            log.seek(0, os.SEEK_END)
            for number in range(300):
                begin = time.time()
                body = json.dumps({"device": "d%d" % (number % 50), "latitude": 45, "longitude": 13 + number / 1e4,
                                   "timestamp": begin}).encode()
                urllib.request.urlopen("http://127.0.0.1:%d/events" % port, body).close()
                line = ""
                while '"at"' not in line or not line.endswith("\n"):
                    line += log.readline()
                    time.sleep(0.0002)
                times.append(time.time() - begin)
                time.sleep(0.01)
    servers.end()
    times.sort()
    print("from the request to the alert: 50 %% %.1f ms, 99 %% %.1f ms" % (times[150] * 1e3, times[297] * 1e3))


def main():
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "s.lua", SCRIPT)
        one_process(folder)
        for partitions in (2, 4, 8):
            servers, address, messages = published(folder, partitions)
            for count in (1, 2):
                read(folder, servers, address, messages, partitions, count)
            if partitions == 8:
                bare(folder, servers, messages)
                stored(address)
            servers.end()
        latency(folder)
        print("messages of 30 fixes; a bare consumer counts messages:")
        batched(folder)


main()
