#!/usr/bin/env python3
"""Disturbs workers without a disk, their network and a cluster of three servers: each alert is there once, in its order.

  scripts/checks/nats_cluster.py [--runs N] [--stalls]

In each run, three workers with `--state nats` share a stream of which each server has a copy, while devices walk. One
fault after the other happens: a worker is killed with -9 and its folder removed, stands still for up to 9 s, longer than
its leases last, is ended in order, or has a network that holds back all bytes for up to 12 s; the leader of a stream is
killed with -9. At the end one worker is left, which must have all partitions. Then the alerts in the
stream OUT must be, byte for byte, those of a worker that nobody disturbed on the same stream, and those of one process
without NATS. A web hook must have got every alert at least once, each device's in order. The status is 1 when
something differs.

With --stalls, leaders also stand still for up to 6 s. The copies of a stream of nats-server 2.9 can differ after that
(SC-44), and on a busy machine servers stand still although nobody stops them. Then there is no stream to compare with: the
run says so, and another takes its place. Without --stalls, no more runs may be like that than there are others.
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
from nats_commits import DWELLS, Diskless, ask  # noqa: E402 # of the environment that use_packages continues in
from nats_hook import Hook  # noqa: E402
from nats_parts import PARTITIONS, Line, Servers, check, counted, until  # noqa: E402
from nats_stream import compare, expect, publish, read  # noqa: E402

FIXES, SECONDS = 60, 26
FAULTS = ["killed", "killed", "stopped", "cut off", "cut off", "ended", "server killed"]


class Remote:
    """The servers as one worker sees them: through its own lines."""

    def __init__(self, servers):
        self.lines = [Line(port) for port in servers.ports]
        self.urls = servers.urls
        first, *others = self.lines
        self.address = "nats://127.0.0.1:%d?partitions=%d&replicas=3&servers=%s" % (
            first.port, PARTITIONS, ",".join("127.0.0.1:%d" % line.port for line in others))

    def hold(self, holds):
        for line in self.lines:
            (line.open.clear if holds else line.open.set)()


class Run:
    """Three workers and three servers, and what is done to them, each until a time."""

    def __init__(self, folder, faults, draw):
        self.faults = faults
        self.folder, self.dice = folder, random.Random(draw.random())
        self.servers, self.hook = Servers(folder, 3), Hook()
        self.remotes = [Remote(self.servers) for _ in range(3)]
        self.workers = [Diskless(folder, "worker-%d" % n, remote, *self.hook.words("/"))
                        for n, remote in enumerate(self.remotes)]
        self.counts = dict.fromkeys(faults, 0)
        # What mends each fault, by the time at which it does.
        self.mends = []

    def later(self, most, mend, least=0.3):
        self.mends.append((time.monotonic() + self.dice.uniform(least, most), mend))

    def mend(self, now):
        for each in [each for each in self.mends if each[0] <= now]:
            self.mends.remove(each)
            each[1]()

    def revive(self, worker, ended=False):
        """Starts a worker on a new disk once it has ended."""
        if ended:
            worker.process.wait()
        code = worker.process.poll()
        early = code == -signal.SIGTERM and not worker.told()[worker.start:]
        check("a worker ends in order", code in (69, 143, -signal.SIGKILL) or early, code, worker.told()[-1000:])
        shutil.rmtree(worker.folder, ignore_errors=True)
        os.makedirs(worker.folder)
        worker.begin()

    def leader(self):
        async def find(js):
            return (await js.stream_info(self.dice.choice(["FIXES", "OUT"]))).cluster.leader
        try:
            return int(ask(self.servers.urls, find)[1:])
        except Exception:  # noqa: BLE001 # between two leaders
            return None

    def harm(self, fault):
        if fault.startswith("server"):
            number = self.leader()
            if number is None or any("server" in name for name in self.busy()):
                return
            server = self.servers.all[number]
            self.counts[fault] += 1
            if fault == "server killed":
                server.end(signal.SIGKILL)
                self.later(3, named("server", server.begin))
            else:
                server.process.send_signal(signal.SIGSTOP)
                self.later(6, named("server", lambda: server.process.send_signal(signal.SIGCONT)))
            return
        number = self.dice.randrange(3)
        worker, name = self.workers[number], "worker %d" % number
        if name in self.busy() or worker.process.poll() is not None:
            return
        self.counts[fault] += 1
        if fault == "killed":
            worker.end(signal.SIGKILL)
            self.later(9, named(name, lambda: self.revive(worker)))
        elif fault == "stopped":
            worker.process.send_signal(signal.SIGSTOP)
            self.later(9, named(name, lambda: worker.process.send_signal(signal.SIGCONT)))
        elif fault == "cut off":
            self.remotes[number].hold(True)
            self.later(12, named(name, lambda: self.remotes[number].hold(False)))
        else:
            worker.process.send_signal(signal.SIGTERM)
            self.later(4, named(name, lambda: self.revive(worker, ended=True)), least=2)

    def busy(self):
        return [mend.about for _, mend in self.mends]

    def disturb(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            time.sleep(self.dice.uniform(0.2, 1.5))
            self.mend(time.monotonic())
            for worker in self.workers:
                # One that found no server has ended.
                if worker.process.poll() == 69:
                    self.revive(worker)
            self.harm(self.dice.choice(self.faults))
        self.mend(float("inf"))

    def play(self, draw):
        check("workers read", all(worker.ready() for worker in self.workers), *(each.told() for each in self.workers))
        sender = threading.Thread(
            target=publish, args=(self.servers.urls, ["van %d" % n for n in range(24)], FIXES, draw))
        sender.start()
        self.disturb()
        sender.join()
        survivor = self.dice.choice(self.workers)
        if survivor.process.poll() is not None:
            survivor.begin()
        check("the last worker reads", survivor.ready(), survivor.told()[-1000:])
        for worker in self.workers:
            if worker is not survivor and worker.process.poll() is None:
                worker.end(signal.SIGKILL)
        begin = time.monotonic()

        def has_all():
            # The servers may still be without a leader.
            if survivor.process.poll() == 69:
                survivor.begin()
            return survivor.owned() == PARTITIONS
        check("the last worker has all partitions", until(40, has_all), survivor.told()[-2000:])
        failover = time.monotonic() - begin
        # Each consumer reads one of the copies.
        if len({str(read(self.servers.urls)) for _ in range(9)}) > 1:
            print("the servers' copies of the stream differ: there is nothing to compare with", self.counts, flush=True)
            return False
        self.compare(survivor, failover)
        return True

    def compare(self, survivor, failover):
        expected, one = expect(self.folder, self.servers, "s.lua")
        wanted = sum(text.count(b"\n") for text in expected.values())
        check("alerts were raised", wanted > 24 * 20, wanted)
        check("as many as of a calm worker", until(60, lambda: survivor.lines() >= wanted), survivor.lines(), wanted)
        self.hook.has("/", wanted, survivor)
        check("the last worker ends in order", survivor.end() == 143, survivor.told()[-2000:])
        found = survivor.files()
        compare("the workers", found, expected, one)
        twice = self.hook.compare("/", found, 16 * PARTITIONS * (sum(self.counts.values()) + 1))
        print("%d alerts; %s; the last has all after %.1f s; %d delivered twice" % (
            wanted, ", ".join("%d %s" % (n, fault) for fault, n in self.counts.items()), failover, twice), flush=True)

    def close(self):
        for process in [*self.workers, *self.servers.all]:
            if process.process.poll() is None:
                process.process.send_signal(signal.SIGCONT)
                process.end(signal.SIGKILL)
        for remote in self.remotes:
            for line in remote.lines:
                line.close()
        self.hook.shutdown()


def named(about, mend):
    """A function that says what it is about."""
    def call():
        mend()
    call.about = about
    return call


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--stalls", action="store_true", help="leaders also stand still")
    options = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw = random.Random(common.seed())
    compared, void = 0, 0
    while compared < options.runs and void <= options.runs:
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "s.lua"), "w") as file:
                file.write(DWELLS)
            run = Run(folder, FAULTS + ["server stopped"] * 2 if options.stalls else FAULTS, draw)
            try:
                if run.play(draw):
                    compared += 1
                else:
                    void += 1
            finally:
                run.close()
    check("most runs had a stream to compare with", options.stalls or compared == options.runs, compared, void)
    sys.exit(counted())


main()
