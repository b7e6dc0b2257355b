#!/usr/bin/env python3
"""Gateways and workers of a stream whose clocks are wrong raise the same alerts, at the same moments.

  scripts/checks/nats_skew.py

Debian's faketime shows a gateway and a worker a clock that is five hours behind, and another pair one that is five hours
ahead. Phones send over both gateways; some timers fire when no phone sends any more. The files of alerts must be, byte for
byte, those of a worker whose clock is right, and those of one process without NATS. Timers fire within two seconds. Each
program says by how much its clock is wrong, and its metrics show it. The status is 1 when something differs.
"""
import json
import os
import random
import re
import shutil
import threading
import time
import urllib.request

import common

common.use_packages()
from nats_commits import play  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import PARTITIONS, Process, Servers, check, until  # noqa: E402
from nats_stream import Worker, compare, expect, read  # noqa: E402

HOURS = {"behind": -5, "ahead": 5}


def wrong(process, hours):
    """Starts a program again under a wrong clock. Waiting goes by the clock that nobody sets."""
    process.end()
    process.words = ["faketime", "-m", "-f", "%+dh" % hours, *process.words]
    process.environment = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
    process.begin()
    wrapper = process.process
    with_child = "/proc/%d/task/%d/children" % (wrapper.pid, wrapper.pid)

    def signal_child(number):
        with open(with_child) as file:
            os.kill(int(file.read().split()[0]), number)
    check("it runs under faketime", until(10, lambda: open(with_child).read()))
    wrapper.send_signal = signal_child
    return process


def skew(process):
    """What a program's metrics say of its clock, in seconds."""
    address = re.search(r"metrics: (\S+?),", process.told()[getattr(process, "start", 0):])
    if not address:
        return 0
    with urllib.request.urlopen(address[1], timeout=20) as answer:
        found = re.search(r"^geoscript_stream_clock_skew_seconds (\S+)", answer.read().decode(), re.M)
    return float(found[1]) if found else 0


def send(port, vans, dice):
    """Phones that send their fixes, each at its own times."""
    for n in range(14):
        for van in vans:
            line = {"device": van, "timestamp": round(time.time(), 3), "latitude": 52.5, "horizontalAccuracy": 5,
                    "longitude": 13.4 + 0.02 * dice.randrange(5) + (0.01 if n % 2 else 0)}
            urllib.request.urlopen("http://127.0.0.1:%d/events" % port, json.dumps(line).encode(), timeout=30).close()
        time.sleep(dice.uniform(0.2, 0.5))


def clocks(folder, draw):
    if not shutil.which("faketime"):
        raise SystemExit("faketime is not there: run scripts/setup --test")
    servers = Servers(folder, 1)
    metrics = ("--metrics", "127.0.0.1:0")
    ports = {name: common.free_port() for name in HOURS}
    gates = {name: wrong(Process(folder, "gateway-" + name, [
        common.program(), "gateway", "--from", "http://127.0.0.1:%d" % ports[name], "--to", servers.address, *metrics]), hours)
        for name, hours in HOURS.items()}
    workers = {name: wrong(Worker(folder, name, servers.address, *metrics), hours) for name, hours in HOURS.items()}
    programs = {**{"gateway " + name: gates[name] for name in HOURS}, **{"worker " + name: workers[name] for name in HOURS}}
    try:
        for name in HOURS:
            check("the gateway listens", until(30, lambda name=name: "listening for phones" in gates[name].told()),
                  gates[name].told())
            check("the worker reads", workers[name].ready() and until(
                30, lambda name=name: workers[name].owned() == PARTITIONS), workers[name].told())
        # Half of the phones use each gateway.
        threads = [threading.Thread(target=send, args=(ports[name], ["van %d" % (2 * n + place) for n in range(8)],
                                                       random.Random(draw.random())))
                   for place, name in enumerate(HOURS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        # The last timers of devices that are silent by now.
        time.sleep(14)
        for name, program in programs.items():
            hours = HOURS[name.split()[1]]
            words = "clock is 5 h 0 min %s the server's" % ("ahead of" if hours > 0 else "behind")
            check("%s says so" % name, program.told().count(words) == 1, program.told())
            check("and its metrics", abs(skew(program) - 3600 * hours) < 3, skew(program))
        # Before a worker whose clock is right sends ticks, too.
        had = {name: worker.lines() for name, worker in workers.items()}
        expected, one = expect(folder, servers, "s.lua")
        count = sum(text.count(b"\n") for text in expected.values())
        check("alerts were raised", count > 100, count)
        for name, worker in workers.items():
            check("%s has all" % name, had[name] == count, had[name], count)
            check("%s ends in order" % name, worker.end() == 143, worker.told()[-1000:])
            compare(name, worker.files(), expected, one)
        # Timers begin at the first event of their device, and fire with the first message of the partition from then on.
        first, times = {}, {}
        for _, subject, nanoseconds, lines in read(servers.urls):
            times.setdefault(subject.split(".")[1], []).append(nanoseconds * 1e-9)
            for line in map(json.loads, lines):
                first.setdefault(line["device"], (subject.split(".")[1], nanoseconds * 1e-9))
        late = [min(time for time in times[number] if time >= begin + seconds) - begin - seconds
                for number, begin in first.values() for seconds in (1, 3, 7, 12)]
        check("timers fire soon", len(late) == 4 * 16 and max(late) < 2, late)
        print("%d alerts; timers fire up to %.2f s late" % (count, max(late)), flush=True)
    finally:
        for program in programs.values():
            if program.process.poll() is None:
                program.end()
        servers.end()


play(clocks)
