#!/usr/bin/env python3
"""Disturbs workers that share a stream's partitions: each alert is there once, in its order.

  scripts/checks/nats_faults.py [--runs N] [--together N]

In each run, two or three workers share a state directory, while devices walk. Random workers are killed with -9, stopped
with SIGSTOP for up to 9 s, longer than their leases last, or ended in order; some come back at once, some later. The server
is killed and started again. At the end all workers of a run but one are killed, and the last one must have all partitions:
in most runs within 10 s, because a busy machine takes longer. Then the files of alerts must be, byte for byte, those of a
worker that nobody disturbed on the same stream, and those of one process without NATS. A web hook must have got every
alert at least once, each device's in order. Runs that take place at the same time read the same stream, each for itself.
The status is 1 when something differs.
"""
import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import common

common.use_packages()
from nats_hook import Hook  # noqa: E402
from nats_parts import PARTITIONS, Servers, check, counted, until  # noqa: E402
from nats_stream import SCRIPT, Worker, compare, expect, publish  # noqa: E402

FIXES, SECONDS = 45, 22


class Run:
    """Some workers with one state directory, and what is done to them."""

    def __init__(self, folder, number, servers, hook, draw):
        self.name, self.dice = "run-%d" % number, random.Random(draw.random())
        self.folder, self.hook = os.path.join(folder, self.name), hook
        self.counts = {"killed": 0, "stopped": 0, "ended": 0}
        self.workers = [Worker(folder, "%s-%d" % (self.name, n), servers.address, *hook.words("/" + self.name),
                               home=self.name) for n in range(self.dice.choice([2, 3]))]
        # Until when they are stopped, when they may come back, and which are about to end.
        self.paused, self.rest, self.ending = {}, {worker: 0 for worker in self.workers}, set()
        self.failover = float("inf")
        self.thread = threading.Thread(target=self.disturb)

    def revive(self, worker):
        """Starts a worker again when it is time, also one that found no server, as a service does."""
        code = worker.process.poll()
        if code is None or time.monotonic() < self.rest[worker]:
            return
        # A signal may come before it says anything, and so before geoscript takes signals.
        is_early = code == -signal.SIGTERM and not worker.told()[worker.start:]
        if code not in (69, 143, -signal.SIGKILL) and not is_early:
            check("a worker of %s ends in order" % self.name, False, code, worker.told()[worker.start:][:9000])
        self.ending.discard(worker)
        worker.begin()

    def disturb(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            time.sleep(self.dice.uniform(0.2, 1.5))
            self.wake(time.monotonic())
            for worker in self.workers:
                self.revive(worker)
            worker = self.dice.choice(self.workers)
            if worker not in self.paused and worker not in self.ending:
                self.harm(worker, self.dice.choice(["killed", "killed", "stopped", "ended"]))
        self.wake(float("inf"))
        self.leave_one()

    def wake(self, now):
        for worker in [each for each, time_to in self.paused.items() if time_to <= now]:
            worker.process.send_signal(signal.SIGCONT)
            del self.paused[worker]

    def harm(self, worker, fault):
        if worker.process.poll() is not None:
            return
        self.counts[fault] += 1
        now = time.monotonic()
        if fault == "stopped":
            worker.process.send_signal(signal.SIGSTOP)
            self.paused[worker] = now + self.dice.uniform(0.5, 9)
        elif fault == "killed":
            worker.end(signal.SIGKILL)
            self.rest[worker] = now + self.dice.choice([0, self.dice.uniform(0, 9)])
        else:
            worker.process.send_signal(signal.SIGTERM)
            self.ending.add(worker)

    def leave_one(self):
        """Kills all workers but one, which soon has all partitions."""
        for worker in self.ending:
            worker.process.wait()
        self.survivor = self.dice.choice(self.workers)
        if self.survivor.process.poll() is not None:
            self.survivor.begin()
        check("the last worker of %s reads" % self.name, self.survivor.ready(), self.survivor.told()[-1000:])
        for worker in self.workers:
            if worker is not self.survivor and worker.process.poll() is None:
                worker.end(signal.SIGKILL)
        begin = time.monotonic()
        has_all = until(30, lambda: self.survivor.owned() == PARTITIONS)
        self.failover = time.monotonic() - begin
        check("the last worker of %s has all partitions" % self.name, has_all, self.survivor.told()[-1000:])

    def end(self):
        """Ends the last worker; returns its files."""
        check("the last worker of %s ends in order" % self.name, self.survivor.end() == 143, self.survivor.told()[-1000:])
        return self.survivor.files()

    def close(self):
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.process.send_signal(signal.SIGCONT)
                worker.end(signal.SIGKILL)


def batch(folder, numbers, draw):
    """Some runs at the same time; returns after how many seconds the last worker of each had all partitions."""
    with open(os.path.join(folder, "s.lua"), "w") as file:
        file.write(SCRIPT)
    servers, hook = Servers(folder, 1), Hook()
    sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], FIXES, draw))
    runs = [Run(folder, number, servers, hook, draw) for number in numbers]
    try:
        for run in runs:
            check("workers of %s read" % run.name, all(worker.ready() for worker in run.workers), run.workers[0].told())
        sender.start()
        for run in runs:
            run.thread.start()
        for _ in range(2):
            time.sleep(draw.uniform(5, 9))
            servers.all[0].end(signal.SIGKILL)
            time.sleep(draw.uniform(0.2, 1))
            servers.all[0].begin()
        sender.join()
        for run in runs:
            run.thread.join()
        expected, one = expect(folder, servers, "s.lua")
        count = sum(text.count(b"\n") for text in expected.values())
        check("alerts were raised", count > 24 * 20, count)
        for run in runs:
            check("%s has as many" % run.name, until(20, lambda run=run: run.survivor.lines() >= count),
                  run.survivor.lines(), count)
            hook.has("/" + run.name, count, run.survivor)
            found = run.end()
            compare(run.name, found, expected, one)
            faults = sum(run.counts.values())
            twice = hook.compare("/" + run.name, found, 8 * PARTITIONS * (faults + 1))
            print("%s: %d workers, %d alerts, %d times killed, %d stopped, %d ended; the last has all after %.1f s; "
                  "%d delivered twice" % (run.name, len(run.workers), count, *run.counts.values(), run.failover, twice),
                  flush=True)
    finally:
        for run in runs:
            run.close()
        hook.shutdown()
        servers.end()
    return [run.failover for run in runs]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--together", type=int, default=10, help="runs at the same time")
    options = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw, seconds = random.Random(common.seed()), []
    for first in range(0, options.runs, options.together):
        with tempfile.TemporaryDirectory() as folder:
            seconds += batch(folder, range(first, min(first + options.together, options.runs)), draw)
    print("half of the workers had all after %.1f s, the slowest after %.1f s" % (
        sorted(seconds)[len(seconds) // 2], max(seconds)), flush=True)
    sys.exit(counted())


main()
