#!/usr/bin/env python3
"""Kills workers of `geoscript run --from nats://` and their servers with -9: each alert is there once, in its order.

  scripts/checks/nats_workers.py [--rounds N] [--servers]

Devices walk in and out of circles; their script raises an alert at each crossing, with a count from geoscript.store, and
by timers of its main chunk, some of which fire when no device sends any more. Meanwhile the worker and the server are
killed and started again. Then the files of alerts must be, byte for byte, those of a worker that nobody disturbed on the
same stream, and those of one process without NATS that replays what nats-py reads from it. A web hook must have got
every alert at least once, each device's in order. The same with a gateway, groups and a group script; and positions that
are not in the stream are refused or told. With --servers, a cluster of three servers holds each message three times.
The status is 1 when something differs.
"""
import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import common

common.use_packages()
from nats_hook import Hook  # noqa: E402
from nats_parts import PARTITIONS, Process, Servers, by_owner, check, counted, partition, until  # noqa: E402
from nats_stream import SCRIPT, Worker, compare_at_end, connected, publish  # noqa: E402

GROUPS = """\
local app = geoscript.app{ per = "group" }
app:startMonitoringForRegion(CLCircularRegion.new{
  center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 200, identifier = "home" })
function app:didChangeOccupancy(region, inside, device)
  self.store.count = (self.store.count or 0) + 1
  geoscript.alert{ title = #inside .. " at " .. region.identifier, count = self.store.count }
end
app:when(function() return geoscript.group.none("home") end, { duration = 2, identifier = "empty" },
  function() geoscript.alert{ title = "empty" } end)
"""


def kills(folder, draw, count):
    """One journey: devices walk for about 20 s, worker and servers are killed at random."""
    servers = Servers(folder, count)
    devices = ["van %d" % n for n in range(24)]
    hook = Hook()
    if count > 1:
        check("the cluster has a leader", until(30, lambda: any("JetStream cluster new metadata leader" in each.told()
                                                                for each in servers.all)))
    with Worker(folder, "worker", servers.address, *hook.words("/")) as worker:
        check("the worker reads", worker.ready(), worker.told())
        sender = threading.Thread(target=publish, args=(servers.urls, devices, 45, draw))
        sender.start()
        killed = [0, 0]
        calm_from = None
        # Some kills come when only timers are left.
        while calm_from is None or time.monotonic() < calm_from + 6:
            time.sleep(draw.uniform(0.5, 2))
            victim = int(draw.random() < 0.3 and calm_from is None)
            killed[victim] += 1
            if victim:
                each = draw.choice(servers.all)
                each.end(signal.SIGKILL)
                time.sleep(draw.uniform(0.2, 1))
                each.begin()
            else:
                if worker.process.poll() is None:
                    worker.end(signal.SIGKILL)
                worker.begin()
            if calm_from is None and not sender.is_alive():
                calm_from = time.monotonic()
        sender.join()
        check("the worker reads again", worker.ready(), worker.told()[-2000:])
        time.sleep(10)
        found = compare_at_end(worker, folder, servers, "s.lua", hook=hook)
        count = sum(text.count(b"\n") for text in found.values())
        check("every id is there once", len({json.loads(line)["id"] for text in found.values()
                                             for line in text.splitlines()}) == count, count)
        check("alerts were raised", count > 24 * 20, count)
        twice = hook.compare("/", found, 8 * killed[0])
        print("%d alerts, worker killed %d times, servers %d times, %d delivered twice" % (
            count, *killed, twice), flush=True)
    hook.shutdown()
    servers.end()


def groups(folder):
    """Phones, a gateway with --group-by, and a group script: like one process with --group-by."""
    servers = Servers(folder, 1)
    rule = "device:([^-]*)-.*"
    port = common.free_port()
    gateway = [common.program(), "gateway", "--from", "http://127.0.0.1:%d" % port, "--to", servers.address]
    with Process(folder, "gateway", [*gateway, "--group-by", rule]) as gate:
        check("the gateway listens", until(20, lambda: "listening for phones" in gate.told()), gate.told())
        with Worker(folder, "worker", servers.address, "--group-by", rule, script="g.lua") as worker:
            check("the worker reads groups", worker.ready(), worker.told())
            for n in range(12):
                for family in "abcde":
                    for member in "12":
                        place = 13.4 + 0.01 * ((n + ord(family) * int(member)) % 3)
                        line = {"device": family + "-" + member, "timestamp": time.time(), "latitude": 52.5,
                                "longitude": place}
                        urllib.request.urlopen("http://127.0.0.1:%d/events" % port, json.dumps(line).encode(), timeout=30)
                time.sleep(0.2)
                if n == 6:
                    worker.end(signal.SIGKILL)
                    worker.begin()
            check("the worker reads groups again", worker.ready(), worker.told())
            time.sleep(4)
            found = b"".join(compare_at_end(worker, folder, servers, "g.lua", "--group-by", rule).values())
            check("groups raise alerts", len(by_owner(found)) == 5 and b'"empty"' in found, list(by_owner(found)))
        done = subprocess.run(gateway, capture_output=True, text=True)
        check("a gateway without it is refused", done.returncode == 64 and "laid out" in done.stderr, done.stderr)
    words = [common.program(), "run", os.path.join(folder, "g.lua"), "--state", os.path.join(folder, "x"), "--from"]
    done = subprocess.run([*words, servers.address], capture_output=True, text=True)
    check("so is a worker", done.returncode == 64 and "--group-by" in done.stderr, done.stderr)
    servers.end()


def positions(folder):
    """Positions that the stream does not have."""
    servers = Servers(folder, 1)

    def purge(**how):
        async def work():
            client = await connected(servers.urls)
            if how:
                await client.jetstream().purge_stream("FIXES", **how)
            else:
                await client.jetstream().delete_stream("FIXES")
            await client.close()
        asyncio.run(work())

    def told(wait):
        with Worker(folder, "worker", servers.address) as worker:
            begun = worker.ready()
            if wait:
                until(10, lambda: wait in worker.told())
                worker.end()
            until(10 if begun else 0, lambda: worker.process.poll() is not None)
            return worker.process.poll(), worker.told()

    with Worker(folder, "worker", servers.address) as worker:
        check("the worker reads", worker.ready())
        publish(servers.urls, ["a"], 12, random.Random(1))
        check("and saves", worker.settled(20) > 3, worker.told())
        worker.end()
    publish(servers.urls, ["a"], 6, random.Random(2))
    purge(keep=1)
    code, text = told("removed before")
    check("messages that are gone are told", "messages of FIXES were removed before" in text, text)
    check("and it goes on", code == 143, code)
    path = os.path.join(folder, "worker", "state", str(partition("a", PARTITIONS)), "state.sqlite")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE stream SET sequence = 1000000")
    database.close()
    code, text = told(None)
    check("a position past the end is 65", code == 65 and "has lost messages" in text, code, text)
    purge()
    code, text = told(None)
    check("a stream made anew is 65", code == 65 and "created again" in text, code, text)
    servers.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1, help="of kills")
    parser.add_argument("--servers", action="store_true", help="with a cluster of three servers")
    options = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw = random.Random(common.seed())
    parts = [lambda folder: kills(folder, draw, 3 if options.servers else 1)] * options.rounds
    for part in [*parts, groups, positions]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("s.lua", SCRIPT), ("g.lua", GROUPS)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            part(folder)
    sys.exit(counted())


main()
