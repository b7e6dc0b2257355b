"""Runs that are killed at random moments while their sinks are up, down or both in turn.

Each kind of sink gets the same alerts behind a gate of its own. After the last run everything must have arrived: nothing
lost, in order for each device; the file has each alert once, and what other sinks get twice has the same id.
$SINK_KILLS is the number of kills for each of the three, 4 unless told otherwise.
"""
import collections
import json
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time

from sinks_parts import GEOSCRIPT, HTTP, MQTT, SMTP, Folder, Subscriber, mails, requests, right

KILLS = int(os.environ.get("SINK_KILLS", "4"))
FIXES = 40
DEVICES = ("rex", "mum")
# What a restart must continue lies in the store.
SCRIPT = """
local app, store = {}, geoscript.store
function app.didUpdateToLocation(_, new)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = "Räx is out " .. store.count, count = store.count }
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""
# Apprise takes half a second to start.
FEW = "only=count:5&only=count:35"


class Gate:
    """Passes connections on to a server while it is open; otherwise it closes them, and those that are there."""

    def __init__(self, target):
        self.target, self.is_open, self.sockets, self.lock = target, True, set(), threading.Lock()
        self.server = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.server.accept()
            if not self.is_open:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            with self.lock:
                self.sockets |= {client, server}
            for one, other in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        with self.lock:
            self.sockets -= {one, other}

    def set(self, is_open):
        self.is_open = is_open
        if is_open:
            return
        with self.lock:
            for one in self.sockets:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


def sinks(gates):
    hook, ntfy, mqtt, smtp, apprise = (gate.port for gate in gates)
    return ["ndjson:alerts", "exec:sh append.sh", "http://127.0.0.1:%d/json" % hook, "ntfy://127.0.0.1:%d/kills" % ntfy,
            "mqtt://127.0.0.1:%d/kills/{device}" % mqtt, "smtp://127.0.0.1:%d?to=ann@example.org" % smtp,
            "apprise:json://127.0.0.1:%d/json/apprise#%s" % (apprise, FEW)]


def count_of(text):
    return int(re.search(r"Räx is out (\d+)", text)[1])


def received(folder, subscriber):
    """What each sink has got, in order: (id or None, device or None, count)."""
    found = collections.defaultdict(list)
    for alert in folder.alerts():
        found["ndjson"].append((alert["id"], alert["device"], alert["count"]))
    for line in folder.read("taken").splitlines():
        alert = json.loads(line)
        found["exec"].append((alert["id"], alert["device"], alert["count"]))
    for request in requests():
        if request["status"] != 200:
            continue
        body = json.loads(request["body"])
        if request["path"] == "/json":
            found["hook"].append((body["id"], body["device"], body["count"]))
        elif request["path"] == "/json/apprise":
            found["apprise"].append((None, None, count_of(body["title"])))
        elif body.get("topic") == "kills":
            found["ntfy"].append((request["headers"].get("idempotency-key"), None, count_of(body["title"])))
    for mail in mails():
        found["smtp"].append((str(mail["Message-ID"]), None, count_of(mail["Subject"])))
    for topic, _, _, payload in subscriber.messages(0):
        alert = json.loads(payload)
        found["mqtt"].append((alert["id"], alert["device"], alert["count"]))
    return found


def flap(gates, mode, is_over):
    while not is_over.wait(random.uniform(0.05, 0.4)):
        for gate in gates:
            gate.set(mode == "up" or (mode == "flapping" and random.random() < 0.5))


def journey(mode, kills):
    """One run, killed and continued; returns the kills that hit it."""
    folder = Folder(SCRIPT, fixes=FIXES, devices=DEVICES)
    folder.write("append.sh", "cat >>taken\n")
    gates = [Gate(port) for port in (HTTP, HTTP, MQTT, SMTP, HTTP)]
    requests(), mails()
    subscriber = Subscriber("kills/#")
    words = ["--state", "state", "--quiet"] + [word for sink in sinks(gates) for word in ("--alerts", sink)]
    for gate in gates:
        gate.set(mode == "up")
    is_over = threading.Event()
    flapping = threading.Thread(target=flap, args=(gates, mode, is_over))
    flapping.start()
    done = 0
    while done < kills:
        # 400 s of the log take two seconds or so.
        process = folder.start("--speed", "200", "--alert-timeout", "1", *words)
        try:
            process.communicate(timeout=random.uniform(0.05, 0.7))
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            done += 1
    is_over.set()
    flapping.join()
    for gate in gates:
        gate.set(True)
    code, _, errors = folder.run("--alert-timeout", "60", *words)
    right("kills, %s: the last run ends with 0" % mode, code == 0, code, errors)
    left = subprocess.run([GEOSCRIPT, "alerts", "list", "--state", "state", "--json"], cwd=folder.path, capture_output=True, text=True)
    rows = [json.loads(line) for line in left.stdout.splitlines()]
    right("kills, %s: nothing waits and nothing is dead" % mode, all(row.get("status") not in ("waiting", "dead") for row in rows), rows[:3])
    time.sleep(0.3)
    judge(mode, received(folder, subscriber))
    subscriber.stop()
    return done


def judge(mode, found):
    wanted = [count for count in range(1, FIXES + 1)]
    for name in ("ndjson", "exec", "hook", "ntfy", "mqtt", "smtp", "apprise"):
        entries = found[name]
        counts = collections.Counter(count for _, _, count in entries)
        own = [5, 35] if name == "apprise" else wanted
        lost = [count for count in own if counts[count] < len(DEVICES)]
        right("kills, %s: %s loses nothing" % (mode, name), not lost and set(counts) == set(own), lost, len(entries))
        ids = {}
        for one, device, count in entries:
            if one is not None:
                ids.setdefault(one, count)
        if entries and entries[0][0] is not None:
            right("kills, %s: %s tells doubles by their ids" % (mode, name), len(ids) == len(own) * len(DEVICES), len(ids))
        for device in {device for _, device, _ in entries} - {None}:
            firsts = list(dict.fromkeys(count for _, of, count in entries if of == device))
            right("kills, %s: %s has the order of %s" % (mode, name, device), firsts == sorted(firsts), firsts)
        doubles[name] += len(entries) - len(own) * len(DEVICES)
    right("kills, %s: the file has each once" % mode, len(found["ndjson"]) == len(wanted) * len(DEVICES), len(found["ndjson"]))


doubles = collections.Counter()


def kills():
    seed = int(os.environ.get("CHECK_SEED", "1"))
    random.seed(seed)
    total = {}
    for mode in ("up", "flapping", "down"):
        total[mode] = 0
        while total[mode] < KILLS:
            total[mode] += max(1, journey(mode, min(8, KILLS - total[mode])))
    print("kills: %s; came twice: %s" % (total, dict(doubles)))
