#!/usr/bin/env python3
"""A worker that is slower than its stream: nothing is lost, and it says so.

  scripts/checks/nats_slow.py

A script takes its time for each fix, while more messages come than a worker has room for, and than libnats holds for a reader
by default. The worker says how far it is behind, its metrics show what waits, its memory stays bounded, and it says when it
has caught up. Then each device has had every fix once, in its order, as one process without NATS has it. A second
worker that stood still while the messages came has them all, too. The status is 1 when something differs.
"""
import asyncio
import json
import os
import re
import signal
import time
import urllib.request

import common

common.use_packages()
from nats_commits import ask, play  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import PARTITIONS, Servers, check, handled, partition, token, until, used  # noqa: E402
from nats_stream import Worker, connected  # noqa: E402

COUNT, VANS = 100_000, ["van %d" % n for n in range(20)]
SCRIPT = """\
local app, store, sum = {}, geoscript.store, 0
function app.didUpdateToLocation(_, new)
  -- Some tenths of a millisecond.
  for n = 1, 20000 do sum = sum + n end
  store.count = (store.count or 0) + 1
  store.order = (store.order or 0) * 7 % 1000003 + new.course
  if store.count % 500 == 0 then geoscript.alert{ title = store.count .. " fixes, " .. store.order } end
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""


def metric(worker, name):
    """The greatest value of a metric."""
    address = re.search(r"metrics: (\S+?),", worker.told()[worker.start:])
    with urllib.request.urlopen(address[1], timeout=60) as answer:
        return max((float(value) for value in re.findall(r"^%s(?:{.*})? (\S+)" % name, answer.read().decode(), re.M)),
                   default=None)


def publish(urls):
    """Sends all fixes without waiting for acknowledgements, each device's in order."""
    async def work():
        client = await connected(urls)
        start = time.time()
        for n in range(COUNT):
            van = VANS[n % len(VANS)]
            line = {"device": van, "timestamp": round(start + n / len(VANS) / 1000, 3), "latitude": 52.5, "longitude": 13.4,
                    "horizontalAccuracy": 5, "course": n // len(VANS) % 360}
            subject = "p.%d.fix.%s.%s" % (partition(van, PARTITIONS), token(van), token(van))
            await client.publish(subject, json.dumps(line).encode())
            if n % 2000 == 0:
                await client.flush()
        await client.flush()
        await client.close()
    asyncio.run(work())


def slow(folder, _):
    servers = Servers(folder, 1)
    with open(os.path.join(folder, "s.lua"), "w") as file:
        file.write(SCRIPT)
    words = ("--metrics", "127.0.0.1:0", "--reorder-window", "0")
    with Worker(folder, "one", servers.address, *words) as one, Worker(folder, "two", servers.address, *words) as two:
        for worker in (one, two):
            check("it reads", worker.ready() and until(20, lambda worker=worker: worker.owned() == PARTITIONS), worker.told())
        two.process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        publish(servers.urls)
        check("the stream has all", until(20, lambda: ask(servers.urls, lambda js: js.stream_info("FIXES"))
                                          .state.messages >= COUNT))
        sent = time.monotonic() - begin
        two.process.send_signal(signal.SIGCONT)
        check("it says that it is behind", until(60, lambda: "behind FIXES, about" in one.told()), one.told())
        check("its metrics show what waits", metric(one, "geoscript_partition_waiting_messages") > 1000
              and metric(one, "geoscript_partition_lag_seconds") > 5)
        for worker in (one, two):
            check("it handles all", until(200, lambda worker=worker: handled(worker) >= COUNT), handled(worker), worker.told())
            check("and says that it has caught up", until(20, lambda worker=worker: "has caught up with FIXES" in worker.told()
                                                          or "behind FIXES" not in worker.told()), worker.told())
        seconds = time.monotonic() - begin
        drops = [metric(worker, "geoscript_stream_drops_total") for worker in (one, two)]
        check("messages that had no room are told and counted", min(drops) > 0 and all(
            "it reads again what had no room" in worker.told() for worker in (one, two)), drops)
        peaks = [used(worker.process)[1] for worker in (one, two)]
        check("its memory is bounded", max(peaks) < 400, peaks)
        expected = []
        for van in VANS:
            order = 0
            for n in range(COUNT // len(VANS)):
                order = order * 7 % 1000003 + n % 360
                if (n + 1) % 500 == 0:
                    expected.append((van, "%d fixes, %d" % (n + 1, order)))
        for worker in (one, two):
            check("it ends in order", worker.end() == 143, worker.told()[-1000:])
            rows = [json.loads(line) for text in worker.files().values() for line in text.splitlines()]
            found = [(row["device"], row["title"].replace(".0", "")) for van in VANS for row in rows if row["device"] == van]
            check("each device has had each fix, once and in order", found == expected, len(found), len(expected),
                  found[:3], expected[:3])
        print("%d messages in %.0f s, handled after %.0f s; dropped %s times, up to %.0f MiB" % (
            COUNT, sent, seconds, drops, max(peaks)), flush=True)
    servers.end()


play(slow)
