#!/usr/bin/env python3
"""Kills runs with -9 at random moments and restarts them: with --state, ndjson:FILE has every alert exactly once.

  scripts/checks/kill.py [--kills N] [--seed N] [--only SCRIPT]

A small fleet crosses fences. Its script raises an alert at each crossing, with a count from geoscript.store, and by
timers of its main chunk. A run is killed and restarted until one comes to its end; then the file of alerts must be,
byte for byte, the one of a run that nobody disturbed, and that of each device the one of a run without --state. This
again until there were N kills (100), with one worker and with two; from NDJSON, gzip and CSV, with circles from
--fences and from the script, with devices that watch each other (one worker only), with geocoders that are asked
at each crossing, with tasks that loop over the events of a monitor beside notifications that wait for regions, and with a
script for each group, whose alerts show all that a group must keep.

A quarter as many kills again go to a few devices that come and stay, merged from three files, whose script hears of
delays, dwells, visits, significant changes, each other, and updates that pause or are filtered, and whose alerts repeat, cool down and end; the
same at a pace, where only the order of each device's alerts is certain, and both with --background. A web hook that is
up, one that fails now and then, one that is down until the last run, and a command must have got every alert of these
at least once, each device's in order, and no other; the one that is up gets at most one of them twice for each kill.

As many kills again as these go to runs that also reload at random moments (--reload-on-sighup), each time with another
version of the script that does the same: the alerts must be those of a run without kills and reloads.
The status is 1 when something differs.
"""
import argparse
import http.server
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import common
from kill_cases import by_device, differ, ids, in_order, prepare, takes_hangup


class HookServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a sender that was killed


class Hook(http.server.BaseHTTPRequestHandler):
    """Takes alerts; now and then it is too busy, or takes one without an answer."""

    protocol_version = "HTTP/1.1"
    dice = random.Random(3)
    # By path: /up always answers, /flapping is now and then too busy or loses its answer, /down waits for its time.
    ids = {"/up": [], "/flapping": [], "/down": []}
    is_down = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if len(body) < int(self.headers["Content-Length"]):
            return  # its sender was killed
        alert = json.loads(body)
        ids = self.ids[self.path]
        if self.headers["Idempotency-Key"] != '"%s"' % alert["id"]:
            ids.append("another key")
        luck = self.dice.random() if self.path == "/flapping" else 0 if self.path == "/down" and Hook.is_down else 1
        if luck > 0.005:
            ids.append(alert["id"])
        if 0.005 < luck < 0.01:
            self.close_connection = True
            return
        self.send_response(503 if luck < 0.005 else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def begins_again(line):
    """Whether a run says that it finds no state: a kill may come before the first checkpoint."""
    return line.endswith("the state begins again")


class Journey:
    """One run to its end, with its own state directory and file of alerts."""

    def __init__(self, program, folder, case, jobs, hook, dice=None):
        self.folder = folder
        self.case = case
        self.dice = dice
        start = [program, "run", *case.words]
        self.calm = [*start, "--quiet", "--alerts", "ndjson:calm.ndjson"]
        # Without --quiet, a run tells of its reloads.
        self.command = [*start, *([] if case.reloads else ["--quiet"]), *case.more, "--jobs", str(jobs), "--state", "state", "--checkpoint", "0",
                        "--alerts", "ndjson:alerts.ndjson"]
        if case.tells:
            for path in Hook.ids:
                self.command += ["--alerts", hook + path]
            self.command += ["--alert-timeout", "0.5", "--alerts", "exec:cat >> told.ndjson"]
        if case.reloads:
            self.command.append("--reload-on-sighup")
        self.clear()

    def clear(self):
        shutil.rmtree(os.path.join(self.folder, "state"), ignore_errors=True)
        for name in ("calm.ndjson", "alerts.ndjson", "told.ndjson"):
            with open(os.path.join(self.folder, name), "w"):
                pass
        for ids in Hook.ids.values():
            ids.clear()
        Hook.is_down = True

    def run(self, limit=None):
        """Whether it ended within `limit` seconds; kills it if not."""
        started = subprocess.Popen(self.command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if limit is not None and self.case.reloads:
            limit = self.reload(started, limit)
        try:
            _, errors = started.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            started.kill()
            self.note(started.communicate()[1])
            return False
        self.note(errors)
        unexpected = [line for line in errors.decode().splitlines() if not begins_again(line)]
        if started.returncode != 0 or (unexpected and not self.case.tells and not self.case.reloads):
            sys.exit("%s\nended with %d: %s" % (" ".join(self.command), started.returncode, errors.decode()))
        return True

    def reload(self, started, limit):
        """Lets the run reload at random moments, until it ends (None) or `limit` seconds have passed (0)."""
        path = os.path.join(self.folder, self.case.words[0])
        with open(path, encoding="utf-8") as r:
            script = r.read().split("\n-- version")[0]
        until = time.monotonic() + limit
        while started.poll() is None:
            rest = min(self.dice.uniform(0.02, 0.12 * self.case.seconds), until - time.monotonic())
            if rest <= 0:
                return 0
            time.sleep(rest)
            if not takes_hangup(started.pid):
                continue
            # The lines stay where they are: conditions of `when` go by them.
            with open(path + ".part", "w", encoding="utf-8") as w:
                w.write("%s\n-- version %d" % (script, self.dice.randrange(1 << 30)))
            os.replace(path + ".part", path)
            started.send_signal(signal.SIGHUP)
        return None

    def note(self, errors):
        """Counts the reloads that a run has told of; ends if one has failed."""
        lines = errors.decode().splitlines() if self.case.reloads else []
        self.case.reloaded += sum(line.startswith("reloaded ") for line in lines)
        for line in lines:
            if line.startswith(("warning", "error", "failed")) and not begins_again(line):
                sys.exit("%s\n%s" % (" ".join(self.command), line))

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as r:
            return r.read()

    def faults(self, expected, kills):
        """What is wrong, a line each."""
        alerts = self.read("alerts.ndjson")
        if self.case.ordered(alerts) != self.case.ordered(expected):
            yield differ(expected, alerts)
        if self.case.tells:
            # The alerts of a group are in one order, whichever device caused them.
            device = {alert["id"]: alert.get("group") or alert["device"] for alert in map(json.loads, alerts.splitlines())}
            wanted = in_order(ids(alerts), device)
            receivers = [("the hook " + path, list(told)) for path, told in Hook.ids.items()]
            for who, told in (*receivers, ("the command", ids(self.read("told.ndjson")))):
                if in_order(dict.fromkeys(told), device) != wanted:
                    yield "%s: %d lost, %d unknown, or another order" % (
                        who, len(set(device) - set(told)), len(set(told) - set(device)))

            doubled = len(Hook.ids["/up"]) - len(set(Hook.ids["/up"]))
            if doubled > kills:
                yield "the hook /up: %d twice after %d kills" % (doubled, kills)

    def drain(self):
        """Runs once more when every sink is up; the input has ended, so that nothing new is raised."""
        Hook.is_down = False
        for _ in range(20):
            self.run()
            listed = subprocess.run([self.command[0], "alerts", "list", "--state", "state", "--json"], cwd=self.folder,
                                    stdout=subprocess.PIPE, check=True).stdout
            sinks = [json.loads(line) for line in listed.splitlines()]
            if not any(sink["waiting"] for sink in sinks if sink["type"] == "sink"):
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, help="of the moments; otherwise $CHECK_SEED, or one that is printed")
    parser.add_argument("--only", metavar="SCRIPT", help="only the cases of this script, such as groups.lua")
    options = parser.parse_args()
    program = common.program()
    os.environ["GEOSCRIPT_GAZETTEER"] = ""  # the built-in set
    dice = random.Random(options.seed or common.seed())
    server = HookServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hook = "http://127.0.0.1:%d" % server.server_port
    good = bad = 0
    counts = []
    with tempfile.TemporaryDirectory() as folder:
        crossings, stays, reloading = prepare(folder)
        for cases, jobs, most in ((crossings, 1, options.kills), (crossings, 2, options.kills),
                                  (stays, 1, options.kills // 4), (reloading, 2, options.kills // 4)):
            cases = [case for case in cases
                     if (case.workers >= jobs or case.reloads) and options.only in (None, case.words[0])]
            if not cases:
                continue
            kills = journeys = 0
            for case in cases:
                calm = Journey(program, folder, case, 1, hook)
                subprocess.run(calm.calm, cwd=folder, stdout=subprocess.DEVNULL, check=True)
                begin = time.monotonic()
                calm.run()
                case.seconds = time.monotonic() - begin
                case.expected = calm.read("alerts.ndjson")
                if by_device(case.expected) != by_device(calm.read("calm.ndjson")):
                    sys.exit("%s: --state alone changes the alerts" % " ".join(calm.command))
                counts.append(case.expected.count(b"\n"))
            while kills < most or journeys < len(cases):
                case = cases[journeys % len(cases)]
                journey = Journey(program, folder, case, min(jobs, case.workers), hook, dice)
                journeys += 1
                before = kills
                # From before the first checkpoint to near the end; now and then it gets further than before. Each try may
                # take longer, or a busy machine would need thousands of kills.
                patience = case.seconds
                while not journey.run(dice.uniform(0.002, 0.8 * patience)):
                    kills += 1
                    patience *= 1.08
                if case.tells:
                    journey.drain()
                faults = list(journey.faults(case.expected, kills - before))
                good, bad = good + (not faults), bad + bool(faults)
                for fault in faults:
                    print("✘ %s, --jobs %d, journey %d, killed %d times: %s" % (
                        " ".join(case.words + case.more), jobs, journeys, kills - before, fault))
            reloads = sum(case.reloaded for case in cases)
            # Most runs are killed before their first reload.
            if cases[0].reloads and reloads < kills // 30:
                sys.exit("only %d reloads in runs that were killed %d times" % (reloads, kills))
            print("%s …, --jobs %d: %d kills, %d reloads" % (cases[0].words[0], jobs, kills, reloads))
    server.shutdown()
    print("%s alerts; %d journeys passed, %d failed" % (", ".join(map(str, counts)), good, bad))
    common.count_checks(good, bad)
    sys.exit(bad > 0)


main()
