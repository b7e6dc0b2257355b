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
import glob
import http.server
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
import nats  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import Process, check, counted, partition, server, token, until  # noqa: E402

PARTITIONS = 8
SCRIPT = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region) tell("into " .. region.identifier) end
function app.didExitRegion(_, region) tell("out of " .. region.identifier) end
for _, seconds in ipairs{ 1, 3, 7, 12 } do
  geoscript.after(seconds, function() tell("after " .. seconds) end)
end
for n = 0, 4 do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = CLLocationCoordinate2DMake(52.5, 13.4 + 0.02 * n), radius = 200, identifier = "place " .. n })
end
"""
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


class Hook(http.server.BaseHTTPRequestHandler):
    """Takes alerts and remembers their ids."""
    protocol_version = "HTTP/1.1"
    ids = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            Hook.ids.append(json.loads(body)["id"])
        except ValueError:
            return  # its sender was killed
        self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Servers:
    """One server, or a cluster of three."""

    def __init__(self, folder, count):
        self.ports = [common.free_port() for _ in range(count)]
        routes = [common.free_port() for _ in range(count)]
        self.all = []
        for n, port in enumerate(self.ports):
            lines = () if count == 1 else (
                "server_name: n%d" % n, "cluster { name: c, listen: 127.0.0.1:%d, routes: [%s] }" % (
                    routes[n], ", ".join("nats://127.0.0.1:%d" % other for other in routes)))
            self.all.append(server(folder, port, *lines, partitions=PARTITIONS))
        others = ",".join("127.0.0.1:%d" % port for port in self.ports[1:])
        self.address = "nats://127.0.0.1:%d?partitions=%d" % (self.ports[0], PARTITIONS) + (
            "&replicas=3&servers=" + others if others else "")

    @property
    def urls(self):
        return ["nats://127.0.0.1:%d" % port for port in self.ports]

    def end(self):
        for each in self.all:
            if each.process.poll() is None:
                each.end()


class Worker(Process):
    """A worker with its folder; begins again when it found no server, as a service does."""

    def __init__(self, folder, name, address, *words, script="s.lua"):
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder, exist_ok=True)
        super().__init__(folder, name, [
            common.program(), "run", os.path.join(folder, script), "--from", address, "--state",
            os.path.join(self.folder, "state"), "--alerts", "ndjson:" + os.path.join(self.folder, "alerts.ndjson"), *words])

    def ready(self):
        """Waits until it reads."""
        for _ in range(40):
            count = self.told().count("reading ")
            if until(0.5, lambda count=count: self.process.poll() is not None or self.told().count("reading ") > count
                     or (count and self.process.poll() is None)):
                if self.process.poll() is None:
                    return True
                if self.process.returncode != 69:
                    return False
                time.sleep(0.3)
                self.begin()
        return False

    def files(self):
        return {os.path.basename(path): open(path, "rb").read()
                for path in sorted(glob.glob(os.path.join(self.folder, "alerts.*.ndjson")))}

    def lines(self):
        return sum(text.count(b"\n") for text in self.files().values())

    def settled(self, seconds, quiet=3):
        """Waits until no alert has come for a while; returns how many there are."""
        end, last, since = time.monotonic() + seconds, -1, time.monotonic()
        while time.monotonic() < end:
            now = self.lines()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > quiet:
                break
            time.sleep(0.1)
        return last


async def connected(urls):
    async def quiet(*_):
        pass
    return await nats.connect(urls, max_reconnect_attempts=-1, reconnect_time_wait=0.3, error_cb=quiet,
                              disconnected_cb=quiet, reconnected_cb=quiet)


def publish(urls, devices, count, draw):
    """Sends the fixes of devices, each in its order; what has no acknowledgement is sent again under its id."""
    async def walk(js, device, number, dice):
        await asyncio.sleep(dice.uniform(0, 1))
        for n in range(count):
            place = 13.4 + 0.02 * dice.randrange(5) + (0.01 if n % 2 else 0)
            line = json.dumps({"device": device, "timestamp": round(time.time(), 3), "latitude": 52.5,
                               "longitude": place, "horizontalAccuracy": 5})
            subject = "p.%d.fix.%s.%s" % (partition(device, PARTITIONS), token(device), token(device))
            while True:
                try:
                    await js.publish(subject, (line + "\n").encode(), timeout=2,
                                     headers={"Nats-Msg-Id": "%s %s %d" % (start, device, n)})
                    break
                except Exception:  # noqa: BLE001 # whatever it is, the message is sent again
                    await asyncio.sleep(0.2)
            await asyncio.sleep(dice.uniform(0.2, 0.5))

    start = time.monotonic_ns()

    async def work():
        client = await connected(urls)
        js = client.jetstream()
        await asyncio.gather(*(walk(js, device, n, random.Random(draw.random())) for n, device in enumerate(devices)))
        await client.close()
    asyncio.run(work())


def read(urls):
    """All messages of the stream in order: (sequence, subject, nanoseconds, lines)."""
    async def work():
        client = await connected(urls)
        found = []
        source = await client.jetstream().subscribe("p.*.>", stream="FIXES", ordered_consumer=True)
        while True:
            message = await source.next_msg(timeout=10)
            meta = message.reply.split(".")
            found.append((int(meta[5]), message.subject, int(meta[7]), message.data.decode().splitlines()))
            if meta[8] == "0":
                break
        await client.close()
        return found
    return asyncio.run(work())


def replayed(folder, messages, script, *words):
    """The alerts of one process without NATS, by device or group."""
    log, out = os.path.join(folder, "stream.ndjson"), os.path.join(folder, "one.ndjson")
    if os.path.exists(out):
        os.remove(out)
    times = {}
    with open(log, "w") as file:
        file.write('{"type":"recording","version":1,"program":"a check"}\n' if not words else "")
        for _, subject, nanoseconds, lines in messages:
            number = subject.split(".")[1]
            times[number] = max(times.get(number, 0), nanoseconds * 1e-9)
            for line in map(json.loads, lines):
                line["time"] = times[number]
                file.write(json.dumps(line) + "\n")
                device = line["device"]
        file.write(json.dumps({"type": "clock", "time": max(times.values()), "device": device}) + "\n")
    subprocess.run([common.program(), "run", os.path.join(folder, script), "--from", log, "--alerts", "ndjson:" + out,
                    "--quiet", "--reorder-window", "0", *words], check=True)
    with open(out, "rb") as file:
        return by_owner(file.read())


def by_owner(text):
    lists = {}
    for line in text.splitlines():
        alert = json.loads(line)
        lists.setdefault(alert.get("group") or alert["device"], []).append(line)
    return lists


def compare(folder, urls, address, worker, script, *words):
    """Compares a worker's files with those of a calm one and of one process; returns all alerts."""
    with Worker(folder, "calm", address, *words, script=script) as calm:
        check("the calm worker reads", calm.ready(), calm.told())
        wanted = calm.settled(40)
        check("as many alerts as of a calm worker", until(20, lambda: worker.lines() >= wanted), worker.lines(), wanted)
        check("the calm worker ends in order", calm.end() == 143, calm.told())
        expected = calm.files()
    check("the worker ends in order", worker.end() == 143, worker.told()[-2000:])
    found = worker.files()
    for name in sorted(set(expected) | set(found)):
        ours, theirs = found.get(name, b"").splitlines(), expected.get(name, b"").splitlines()
        check("%s is that of a calm worker" % name, ours == theirs, "%d lines of %d, %d twice, %d lost" % (
            len(ours), len(theirs), len(ours) - len(set(ours)), len(set(theirs) - set(ours))))
    everything = b"".join(found.values())
    one = replayed(folder, read(urls), script, *words)
    mine = by_owner(everything)
    check("one process without NATS raises the same", mine == one, {
        owner: (len(mine.get(owner, [])), len(one.get(owner, []))) for owner in set(mine) | set(one)
        if mine.get(owner) != one.get(owner)})
    shutil.rmtree(os.path.join(folder, "calm"))
    return everything


def kills(folder, draw, count):
    """One journey: devices walk for about 20 s, worker and servers are killed at random."""
    servers = Servers(folder, count)
    devices = ["van %d" % n for n in range(24)]
    Hook.ids = []
    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    hook.handle_error = lambda *_: None
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    if count > 1:
        check("the cluster has a leader", until(30, lambda: any("JetStream cluster new metadata leader" in each.told()
                                                                for each in servers.all)))
    words = ("--alerts", "http://127.0.0.1:%d/" % hook.server_port)
    with Worker(folder, "worker", servers.address, *words) as worker:
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
        everything = compare(folder, servers.urls, servers.address, worker, "s.lua")
        order = {alert["id"]: alert["device"] for alert in map(json.loads, everything.splitlines())}
        check("every id is there once", len(order) == everything.count(b"\n"), len(order))
        check("alerts were raised", len(order) > 24 * 20, len(order))
        told = list(dict.fromkeys(Hook.ids))
        check("the web hook has all", set(told) == set(order), len(set(order) - set(told)), len(set(told) - set(order)))
        check("each device's in order", all(
            [i for i in told if order.get(i) == device] == [i for i in order if order[i] == device] for device in devices))
        check("and few twice", len(Hook.ids) - len(told) <= 8 * killed[0], len(Hook.ids) - len(told), killed)
        print("%d alerts, worker killed %d times, servers %d times, %d delivered twice" % (
            len(order), *killed, len(Hook.ids) - len(told)), flush=True)
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
            found = compare(folder, servers.urls, servers.address, worker, "g.lua", "--group-by", rule)
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
    check("a stream made anew is 65", code == 65 and "made anew" in text, code, text)
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
