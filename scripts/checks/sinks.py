#!/usr/bin/env python3
"""The cases of sinks.sh, which starts the receivers: `sinks.py [CASE…]`. The status is 1 when one fails."""
import base64
import email
import email.policy
import json
import os
import re
import signal
import subprocess
import sys
import time

import common

GEOSCRIPT = common.program()
WORK = os.environ["WORK"]
MQTT, HTTP, SMTP = (int(os.environ[name]) for name in ("MQTT_PORT", "HTTP_PORT", "SMTP_PORT"))
SCRIPT = """
local app, count = {}, 0
function app.didUpdateToLocation(_, new)
  count = count + 1
  geoscript.alert{ title = "Räx is out " .. count, body = "south of the\\nroad", count = count, priority = "high" }
  geoscript.send("lights", { on = count % 2 == 0, count = count })
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""
good = bad = 0


def right(what, is_right, *details):
    global good, bad
    if is_right:
        good += 1
    else:
        bad += 1
        print("WRONG: %s %s" % (what, " ".join(str(detail) for detail in details)))


class Folder:
    """A run's own folder, with a script and some fixes of two devices."""

    number = 0

    def __init__(self, script=SCRIPT, fixes=3, devices=("rex", "jane/phone")):
        Folder.number += 1
        self.path = os.path.join(WORK, "run-%d" % Folder.number)
        os.makedirs(self.path)
        self.write("s.lua", script)
        lines = [{"time": 1780000000 + 10 * number, "device": device, "latitude": 45.4 + number / 1000, "longitude": 13.9}
                 for number in range(fixes) for device in devices]
        self.write("a.ndjson", "".join(json.dumps(line) + "\n" for line in lines))

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w") as w:
            w.write(text)

    def read(self, name):
        with open(os.path.join(self.path, name)) as r:
            return r.read()

    def start(self, *words, **environment):
        environment = dict(os.environ, **environment)
        return subprocess.Popen([GEOSCRIPT, "run", "s.lua", "--from", "a.ndjson", *words], cwd=self.path,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def run(self, *words, **environment):
        process = self.start(*words, **environment)
        output, errors = process.communicate(timeout=90)
        return process.returncode, output, errors

    def alerts(self):
        return [json.loads(line) for line in self.read("alerts").splitlines()]


class Subscriber:
    """mosquitto_sub: what a broker sends, as (topic, quality, retained, payload)."""

    def __init__(self, topic):
        self.path = os.path.join(WORK, "messages")
        self.output = open(self.path, "w+")
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(MQTT), "-q", "1", "-t", topic, "-F", "%t\t%q\t%r\t%p"],
            stdout=self.output)
        time.sleep(0.5)

    def messages(self, count):
        """Waits for so many messages, 10 s at most."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with open(self.path) as r:
                lines = r.read().splitlines()
            if len(lines) >= count:
                break
            time.sleep(0.05)
        return [tuple(line.split("\t", 3)) for line in lines]

    def stop(self):
        self.process.terminate()
        self.process.wait()


def requests():
    """What came to the receiver since the last call."""
    with open(os.path.join(WORK, "requests")) as r:
        lines = r.read().splitlines()
    start, requests.seen = requests.seen, len(lines)
    found = [json.loads(line) for line in lines[start:]]
    for request in found:
        request["body"] = base64.b64decode(request["body"])
    return found


requests.seen = 0


def mails():
    """The mails since the last call."""
    folder = os.path.join(WORK, "mails")
    names = sorted((name for name in os.listdir(folder) if name.endswith(".eml")), key=lambda name: int(name[:-4]))
    start, mails.seen = mails.seen, len(names)
    found = []
    for name in names[start:]:
        with open(os.path.join(folder, name), "rb") as r:
            found.append(email.message_from_binary_file(r, policy=email.policy.default))
    return found


mails.seen = 0


def mqtt():
    subscriber = Subscriber("home/#")
    folder = Folder()
    code, _, errors = folder.run(
        "--alerts", "ndjson:alerts", "--alerts",
        "mqtt://127.0.0.1:%d/home/{device}/{event}?availability=home/status" % MQTT,
        "--channel", "lights=mqtt://127.0.0.1:%d/home/lights?retain=1" % MQTT)
    right("mqtt: the run ends with 0", code == 0, code, errors)
    found = subscriber.messages(14)
    subscriber.stop()
    alerts = {alert["id"]: alert for alert in folder.alerts()}
    sent = [json.loads(message[3]) for message in found if message[0].endswith("/alert")]
    right("mqtt: each alert comes once", sorted(alert["id"] for alert in sent) == sorted(alerts), len(sent))
    right("mqtt: as the file has it", all(alerts.get(alert["id"]) == alert for alert in sent))
    for device in ("rex", "jane/phone"):
        own = [json.loads(message[3])["count"] for message in found if message[0] == "home/%s/alert" % device]
        right("mqtt: in the order of %s" % device, own == [1, 2, 3], own)
    right("mqtt: quality 1", {message[1] for message in found} == {"1"})
    lights = [json.loads(message[3]) for message in found if message[0] == "home/lights"]
    right("mqtt: messages of the channel", len(lights) == 6 and lights[0] == {"count": 1, "on": False}, lights)
    status = [message[3] for message in found if message[0] == "home/status"]
    right("mqtt: online and offline", status == ["online", "offline"], status)
    kept = Subscriber("home/#")
    left = {message[0]: message[2:] for message in kept.messages(2)}
    kept.stop()
    right("mqtt: what is retained", set(left) == {"home/lights", "home/status"} and left["home/status"] == ("1", "offline"), left)


def last_will():
    subscriber = Subscriber("will/#")
    folder = Folder(fixes=200)
    process = folder.start("--speed", "20", "--alerts", "mqtt://127.0.0.1:%d/will/alerts?availability=will/status&only=device:rex" % MQTT)
    subscriber.messages(3)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1)
    found = subscriber.messages(1)
    subscriber.stop()
    right("last will: the broker says offline for a killed run", found[-1][0::3] == ("will/status", "offline"), found[-1])


def ntfy():
    requests()
    folder = Folder(fixes=1)
    folder.write("t.txt", "{{device}} at {{latitude|3}}")
    code, _, errors = folder.run(
        "--alerts", "ntfy://127.0.0.1:%d/family" % HTTP, "--alerts",
        "ntfy://127.0.0.1:%d/other?template=@t.txt&only=device:rex" % HTTP)
    right("ntfy: the run ends with 0", code == 0, code, errors)
    found = requests()
    right("ntfy: taken by its rules", [request["status"] for request in found] == [200] * 3, found)
    messages = [json.loads(request["body"]) for request in found]
    family = [message for message in messages if message["topic"] == "family"]
    right("ntfy: title, text, priority", all(
        message["title"] == "Räx is out 1" and message["message"] == "south of the\nroad" and message["priority"] == 4
        for message in family) and len(family) == 2, family)
    other = [message["message"] for message in messages if message["topic"] == "other"]
    right("ntfy: a template makes the text", other == ["rex at 45.400"], other)


CASES = [mqtt, last_will, ntfy]

for case in CASES:
    if not sys.argv[1:] or case.__name__ in sys.argv[1:]:
        case()
common.count_checks(good, bad)
print("%d right, %d wrong" % (good, bad))
sys.exit(bad > 0)
