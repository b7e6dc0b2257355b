#!/usr/bin/env python3
"""Workers of `geoscript run --from nats://` with `--state nats`: nothing that lasts is on a worker.

  scripts/checks/nats_state.py [takeover] [fence] [restore]

Workers without a common disk take over from each other: one is killed with -9 and its folder removed, one stands still
until its leases are gone. Then the alerts in the stream OUT must be, byte for byte, those of a worker with a state directory
that nobody disturbed, and those of one process without NATS: counts in geoscript.store, timers and dwells continue. A web
hook must have got every alert at least once, each device's in order. A commit after somebody else's is refused, and the
partition opened again. 16,000 devices of a partition are restored within a second. The status is 1 when something is not
as it should be.
"""
import asyncio
import contextlib
import json
import os
import shutil
import signal
import threading
import time

import common

common.use_packages()
from nats.js.errors import APIError  # noqa: E402 # of the environment that use_packages continues in
from nats_commits import Diskless, ask, messages, out, play  # noqa: E402
from nats_hook import Hook  # noqa: E402
from nats_parts import PARTITIONS, Servers, check, until, used  # noqa: E402
from nats_stream import compare_at_end, publish  # noqa: E402

# The release build takes a tenth of the time.
DEVICES = 16000 if "/debug/" not in common.program() else 4000
VISITS = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
function app.didEnterRegion(_, region)
  geoscript.store.visits = (geoscript.store.visits or 0) + 1
  if geoscript.store.visits == 2 then geoscript.alert{ title = "again in " .. region.identifier } end
end
for n = 0, 4 do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = CLLocationCoordinate2DMake(52.5, 13.4 + 0.02 * n), radius = 200, identifier = "place " .. n })
end
"""


def takeover(folder, draw):
    """One of two workers is killed and its disk lost, the other one stands still until a third has its leases."""
    servers, hook = Servers(folder, 1), Hook()
    with contextlib.ExitStack() as stack:
        def begin(name):
            return stack.enter_context(Diskless(folder, name, servers, *hook.words("/")))
        one, two = begin("one"), begin("two")
        check("both have the same share", until(40, lambda: one.owned() == two.owned() == PARTITIONS // 2), one.told(),
              two.told())
        sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], 90, draw))
        sender.start()
        time.sleep(5)
        start = time.monotonic()
        two.end(signal.SIGKILL)
        check("nothing is on the killed worker", os.listdir(two.folder) == [], os.listdir(two.folder))
        shutil.rmtree(two.folder)
        check("the other has all", until(60, lambda: one.owned() == PARTITIONS), one.told())
        failover = time.monotonic() - start
        one.process.send_signal(signal.SIGSTOP)
        three = begin("three")
        check("a third has all", until(30, lambda: three.owned() == PARTITIONS), three.told())
        epochs = {n: rows[-1][2]["epoch"] for n, rows in out(servers.urls)[0].items()}
        one.process.send_signal(signal.SIGCONT)
        check("the one that stood still notices", until(30, lambda: "its lease has ended" in one.told()), one.told())
        one.end(signal.SIGKILL)
        sender.join()
        time.sleep(13)
        commits = out(servers.urls)[0]
        check("epochs grow", all(
            all(a[2]["epoch"] <= b[2]["epoch"] for a, b in zip(rows, rows[1:])) and rows[-1][2]["epoch"] >= epochs[n]
            for n, rows in commits.items()), epochs)
        found = compare_at_end(three, folder, servers, "s.lua", hook=hook)
        check("dwells were told", sum(text.count(b"long in") for text in found.values()) > 20)
        # Two workers had sent for about a second what nobody has committed.
        twice = hook.compare("/", found, 400)
        check("nothing is on a worker", os.listdir(three.folder) == [], os.listdir(three.folder))
        ours = ask(servers.urls, lambda js: messages(js, "SNAPSHOTS"))
        print("%d alerts, %.1f s after a kill, %d delivered twice, %d commits, %.1f MB of states" % (
            sum(text.count(b"\n") for text in found.values()), failover, twice,
            sum(len(rows) for rows in commits.values()), sum(len(each[2]) for each in ours.values()) / 1e6), flush=True)
    hook.shutdown()
    servers.end()


def fence(folder, draw):
    """Records of somebody else: a commit is refused, and the partition opened again. A server that is away for a while."""
    servers = Servers(folder, 1)

    async def interfere(js):
        for number in range(PARTITIONS):
            for _ in range(20):
                last = await js.get_last_msg("OUT", "out.%d" % number)
                record = {**json.loads(last.data.partition(b"\n")[0]), "type": "claim", "parts": []}
                try:
                    await js.publish("out.%d" % number, json.dumps(record).encode() + b"\n", headers={
                        "Nats-Expected-Last-Subject-Sequence": str(last.seq)})
                    break
                except APIError:
                    pass  # the worker was faster

    with Diskless(folder, "one", servers) as worker:
        check("the worker reads", worker.ready(), worker.told())
        sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], 50, draw))
        sender.start()
        for _ in range(3):
            time.sleep(3)
            ask(servers.urls, interfere)
        time.sleep(2)
        servers.all[0].end(signal.SIGKILL)
        time.sleep(2)
        servers.all[0].begin()
        sender.join()
        time.sleep(14)
        check("commits were refused", worker.told().count("somebody else has written to out.") > PARTITIONS, worker.told())
        compare_at_end(worker, folder, servers, "s.lua")
    servers.end()


def restore(folder, draw):
    """A partition of many devices."""
    servers = Servers(folder, 1)
    servers.address = servers.address.replace("partitions=%d" % PARTITIONS, "partitions=1")
    count = DEVICES
    with open(os.path.join(folder, "s.lua"), "w") as file:
        file.write(VISITS)

    async def send(js):
        for turn in range(3):
            for first in range(0, count, 500):
                lines = "".join(json.dumps({
                    "device": "van %d" % n, "timestamp": round(time.time(), 3), "latitude": 52.5,
                    "longitude": 13.4 + 0.02 * draw.randrange(5) + 0.01 * turn % 2, "horizontalAccuracy": 5}) + "\n"
                    for n in range(first, first + 500))
                await js.publish("p.0.fix.all.%d" % first, lines.encode())
            await asyncio.sleep(2)

    def reached():
        message = ask(servers.urls, lambda js: js.get_last_msg("OUT", "out.0"))
        return json.loads(message.data.partition(b"\n")[0])["sequence"]

    with Diskless(folder, "one", servers) as one:
        check("the worker reads", one.ready(), one.told())
        ask(servers.urls, send)
        end = ask(servers.urls, lambda js: js.stream_info("FIXES")).state.last_seq
        check("it handles all", until(200, lambda: reached() >= end), reached(), end, one.told()[-2000:])
        time.sleep(3)
        states = ask(servers.urls, lambda js: messages(js, "SNAPSHOTS"))
        check("older images are removed", len({each[0].split(".")[3] for each in states.values()} - {"changes"}) <= 2,
              {each[0] for each in states.values()})
        handling, _ = used(one.process)
        one.end(signal.SIGKILL)
    with Diskless(folder, "two", servers) as two:
        check("another one takes over", until(60, lambda: two.owned() == 1), two.told())
        time.sleep(2)
        restoring, _ = used(two.process)
        check("it ends in order", two.end() == 143, two.told())
    rows = out(servers.urls)[0][0]
    claim = max(n for n, row in enumerate(rows) if row[2]["type"] == "claim")
    seconds = rows[claim + 1][1] - rows[claim][1]
    check("to restore a device costs less than its three fixes", restoring < handling, restoring, handling)
    images = [each for each in states.values() if each[0].split(".")[3] != "changes"]
    sizes = [sum(len(each[2]) for each in some) / 1e6 for some in (images, states.values())]
    print("%d devices restored in %.2f s from %.1f MB of images and %.1f MB of %d changes; %.0f µs of CPU a fix, "
          "%.0f µs of CPU a device restored" % (
        count, seconds, sizes[0], sizes[1] - sizes[0], len(states) - len(images),
        1e6 * handling / (3 * count), 1e6 * restoring / count), flush=True)
    servers.end()


play(takeover, fence, restore)
