"""What the cases of sinks.sh share: runs, subscribers, what receivers have got, and the count of what is right."""
import base64
import email
import email.policy
import json
import os
import subprocess
import time

from common import program

GEOSCRIPT = program()
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


REGION = """
local app = {}
function app.didExitRegion(_, region)
  geoscript.alert{ title = "Räx is out", body = "line one\\nline two", priority = "max", tags = { "dog" } }
end
local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegion(CLCircularRegion.new{
  identifier = "Höhle", center = CLLocationCoordinate2DMake(45.4, 13.9), radius = 150 }, 20)
"""


def is_picture(png, what):
    """A PNG of 600 × 400 with more than a few colors."""
    from PIL import Image
    import io
    image = Image.open(io.BytesIO(png))
    colors = image.convert("RGB").getcolors(600 * 400)
    right("%s: a picture" % what, image.format == "PNG" and image.size == (600, 400) and len(colors) > 50, image.size, len(colors))
