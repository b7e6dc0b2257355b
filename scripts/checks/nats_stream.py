"""What the checks with workers of a stream share: devices that walk, workers, and what to compare them with."""
import asyncio
import contextlib
import glob
import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

import common

common.use_packages()
import nats  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import PARTITIONS, Process, by_owner, check, partition, token, until  # noqa: E402

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


class Worker(Process):
    """A worker with its folder; begins again when it found no server, as a service does."""

    def __init__(self, folder, name, address, *words, script="s.lua", home=None):
        self.folder = os.path.join(folder, home or name)
        os.makedirs(self.folder, exist_ok=True)
        super().__init__(folder, name, [
            common.program(), "run", os.path.join(folder, script), "--from", address, "--state",
            os.path.join(self.folder, "state"), "--alerts", "ndjson:" + os.path.join(self.folder, "alerts.ndjson"), *words])

    def begin(self):
        self.start = os.path.getsize(self.path) if os.path.exists(self.path) else 0
        super().begin()

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

    def owned(self):
        """How many partitions it says that it reads, since it began."""
        lines = [line for line in self.told()[self.start:].splitlines() if line.startswith("reading ")]
        return int(lines[-1].split()[1]) if lines else 0

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


def kept(folder, column):
    """What each partition's state has of its place in the stream. The epoch changes when another worker opens it."""
    found = {}
    for number in range(PARTITIONS):
        path = os.path.join(folder, "state", str(number), "state.sqlite")
        with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % path, uri=True, timeout=10)) as database:
            found[number] = database.execute("SELECT %s FROM stream" % column).fetchone()[0]
    return found


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
                # A gateway writes one time: that of the phone.
                if "time" in line:
                    line.setdefault("timestamp", line["time"])
                line["time"] = times[number]
                file.write(json.dumps(line) + "\n")
                device = line["device"]
        file.write(json.dumps({"type": "clock", "time": max(times.values()), "device": device}) + "\n")
    subprocess.run([common.program(), "run", os.path.join(folder, script), "--from", log, "--alerts", "ndjson:" + out,
                    "--quiet", "--reorder-window", "0", *words], check=True)
    with open(out, "rb") as file:
        return by_owner(file.read())


def expect(folder, servers, script, *words):
    """The files of a worker that nobody disturbs, and the alerts of one process without NATS."""
    with Worker(folder, "calm", servers.address, *words, script=script) as calm:
        check("the calm worker reads", calm.ready() and until(60, lambda: calm.owned() == PARTITIONS), calm.told())
        ends = {int(subject.split(".")[1]): sequence for sequence, subject, _, _ in read(servers.urls)}
        check("and handles all", until(90, lambda: all(kept(calm.folder, "sequence")[n] >= ends[n] for n in ends)), ends)
        calm.settled(40)
        check("the calm worker ends in order", calm.end() == 143, calm.told())
        expected = calm.files()
    shutil.rmtree(calm.folder)
    return expected, replayed(folder, read(servers.urls), script, *words)


def compare(who, found, expected, one):
    """Compares files of alerts with those that expect() has."""
    for name in sorted(set(expected) | set(found)):
        ours, theirs = found.get(name, b"").splitlines(), expected.get(name, b"").splitlines()
        check("%s of %s is that of a calm worker" % (name, who), ours == theirs, "%d lines of %d, %d twice, %d lost" % (
            len(ours), len(theirs), len(ours) - len(set(ours)), len(set(theirs) - set(ours))))
    mine = by_owner(b"".join(found.values()))
    owners = [owner for owner in set(mine) | set(one) if mine.get(owner) != one.get(owner)]
    check("one process without NATS raises the same as %s" % who, mine == one, {
        owner: (len(mine.get(owner, [])), len(one.get(owner, []))) for owner in owners})


def compare_at_end(worker, folder, servers, script, *words, hook=None):
    """Ends a worker that has raised and sent what a calm one raises, and compares both; returns its files."""
    expected, one = expect(folder, servers, script, *words)
    wanted = sum(text.count(b"\n") for text in expected.values())
    check("as many alerts as of a calm worker", until(60, lambda: worker.lines() >= wanted), worker.lines(), wanted)
    if hook:
        hook.has("/", wanted, worker)
    check("the worker ends in order", worker.end() == 143, worker.told()[-2000:])
    compare("the worker", worker.files(), expected, one)
    return worker.files()
