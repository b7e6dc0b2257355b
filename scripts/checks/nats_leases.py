#!/usr/bin/env python3
"""Workers of `geoscript run --from nats://` share the partitions of a stream by leases.

  scripts/checks/nats_leases.py

Two workers have the same share, as their metrics tell. One is killed, one stands still until its leases are gone, one ends
in order: the other has the partitions within 10 s, or at once, and the alerts are those of a worker that nobody disturbed.
Eight workers with one partition each read it alone, and fewer the whole stream again.
A bucket of leases that somebody has removed is made again; one with another lifetime is refused. The status is 1 when
something is not as it should be.
"""
import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
import urllib.request

import common

common.use_packages()
from nats_parts import PARTITIONS, Servers, check, counted, until  # noqa: E402
from nats_stream import SCRIPT, Worker, compare_at_end, connected, kept, publish  # noqa: E402


def metrics(port, name):
    """The samples of a metric, by their labels."""
    with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=10) as answer:
        rows = re.findall(r"^(\w+)(?:{(.*)})? (\S+)$", answer.read().decode(), re.M)
    return {labels: float(value) for found, labels, value in rows if name in ("", found)}


def shares(folder, draw):
    """Two workers share a state directory: one is killed, one stands still until its leases are gone, one ends."""
    servers = Servers(folder, 1)
    half, port = PARTITIONS // 2, common.free_port()
    with Worker(folder, "one", servers.address, "--metrics", "127.0.0.1:%d" % port, home="worker") as one:
        check("the first worker reads all", until(20, lambda: one.owned() == PARTITIONS), one.told())
        with Worker(folder, "two", servers.address, home="worker") as two:
            def changed(before):
                return sum(before[n] != epoch for n, epoch in kept(one.folder, "epoch").items())

            def shared():
                return until(30, lambda: one.owned() == two.owned() == half)

            check("both have the same share", shared(), one.told(), two.told())
            check("metrics tell it", metrics(port, "geoscript_workers") == {"": 2}
                  and len(metrics(port, "geoscript_partition_position")) == half
                  and metrics(port, "geoscript_leases_taken_total") == {"": PARTITIONS}, metrics(port, ""))
            sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], 110, draw))
            sender.start()
            time.sleep(3)
            before, begin = kept(one.folder, "epoch"), time.monotonic()
            two.end(signal.SIGKILL)
            check("the other has all", until(60, lambda: changed(before) == half), kept(one.folder, "epoch"), before)
            failover = time.monotonic() - begin
            check("and no lease of its own changed", changed(before) == half, kept(one.folder, "epoch"), before)
            two.begin()
            check("it gets its share again", shared(), two.told())
            before = kept(one.folder, "epoch")
            one.process.send_signal(signal.SIGSTOP)
            check("a stopped worker loses its leases", until(20, lambda: changed(before) == half), one.told())
            time.sleep(2)
            one.process.send_signal(signal.SIGCONT)
            check("it notices", until(10, lambda: "its lease has ended" in one.told()), one.told())
            check("and gets a share again", shared(), one.told())
            before, begin = kept(one.folder, "epoch"), time.monotonic()
            check("a worker ends in order", two.end() == 143, two.told())
            check("the other has all at once", until(20, lambda: changed(before) == half), one.told())
            handover = time.monotonic() - begin
            check("before a lease ends by itself", handover < 5, handover)
            sender.join()
            time.sleep(8)
            check("positions are those that are kept", until(10, lambda: metrics(
                port, "geoscript_partition_position") == {
                    'partition="%d"' % n: number for n, number in kept(one.folder, "sequence").items()}), metrics(port, ""))
            check("nothing waits", set(metrics(port, "geoscript_partition_waiting_messages").values()) == {0})
            check("leases were lost once", metrics(port, "geoscript_leases_lost_total") == {"": half}, metrics(port, ""))
            found = compare_at_end(one, folder, servers, "s.lua")
            print("%d alerts of two workers, %.1f s after a kill, %.1f s after an end in order" % (
                sum(text.count(b"\n") for text in found.values()), failover, handover), flush=True)
    servers.end()


def crowd(folder, draw):
    """From eight workers on, each partition has its own reader (SC-45); fewer read the whole stream again."""
    servers = Servers(folder, 1)
    with contextlib.ExitStack() as stack:
        many = [stack.enter_context(Worker(folder, "w%d" % n, servers.address, home="crowd")) for n in range(8)]
        check("each has one partition", until(60, lambda: [each.owned() for each in many] == [1] * 8),
              [each.told() for each in many])
        sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], 40, draw))
        sender.start()
        time.sleep(6)
        for each in many[3:]:
            check("a worker ends in order", each.end() == 143, each.told())
        check("three have all", until(20, lambda: sum(each.owned() for each in many[:3]) == PARTITIONS),
              [each.told() for each in many[:3]])
        sender.join()
        for each in many[1:3]:
            each.end()
        check("one has all", until(20, lambda: many[0].owned() == PARTITIONS), many[0].told())
        compare_at_end(many[0], folder, servers, "s.lua")
    servers.end()


def buckets(folder, _):
    """Somebody removes the bucket of leases, or has made another one."""
    servers = Servers(folder, 1)

    def remake(lifetime):
        async def work():
            client = await connected(servers.urls)
            await client.jetstream().delete_key_value("LEASES")
            if lifetime:
                await client.jetstream().create_key_value(bucket="LEASES", ttl=lifetime)
            await client.close()
        asyncio.run(work())

    with Worker(folder, "worker", servers.address) as worker:
        check("the worker reads all", until(20, lambda: worker.owned() == PARTITIONS), worker.told())
        before = kept(worker.folder, "epoch")
        remake(None)
        check("it notices", until(10, lambda: "its lease has ended" in worker.told()), worker.told())
        check("and has later leases", until(20, lambda: all(
            epoch > before[n] for n, epoch in kept(worker.folder, "epoch").items())), before, worker.told())
        check("it ends in order", worker.end() == 143, worker.told())
        remake(60)
        worker.begin()
        check("another lifetime is refused", until(10, lambda: worker.process.poll() == 69), worker.told())
        check("and named", "60.0 s (expected 8.0 s)" in worker.told(), worker.told())
    servers.end()


def main():
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw = random.Random(common.seed())
    for part in shares, crowd, buckets:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "s.lua"), "w") as file:
                file.write(SCRIPT)
            part(folder, draw)
    sys.exit(counted())


main()
