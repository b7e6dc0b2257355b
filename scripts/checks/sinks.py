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


def signatures():
    requests()
    folder = Folder(fixes=2, devices=["rex"])
    new, old = os.environ["HOOK_SECRETS"].split()
    folder.write("new", new + "\n")
    folder.write("both", "whsec_%s\n%s\n" % (base64.b64encode(b"z" * 32).decode(), old))
    folder.write("wrong", "whsec_%s\n" % base64.b64encode(b"y" * 32).decode())
    hook = "http://127.0.0.1:%d/hook" % HTTP
    for secret in ("new", "both"):
        code, _, errors = folder.run("--alerts", hook, "--channel", "lights=" + hook, "--alert-secret", "@" + secret)
        found = requests()
        right("signatures: %s is verified" % secret, code == 0 and len(found) == 4, code, errors, found)
        right("signatures: the id is that of the message", all(
            '"%s"' % request["headers"]["webhook-id"] == request["headers"]["idempotency-key"] for request in found))
    right("signatures: one for each secret", all(
        len(request["headers"]["webhook-signature"].split()) == 2 for request in found))
    code, _, errors = folder.run("--alerts", hook, "--alert-secret", "@wrong", "--alert-timeout", "1")
    right("signatures: a wrong secret is said to be wrong", code == 74 and "No matching signature found" in errors, code, errors)


def smtp():
    folder = Folder(devices=["rex"])
    folder.write("t.html", "<b>{{title}}</b> <i>{{device}}</i>")
    server = "smtp://127.0.0.1:%d?to=" % SMTP
    code, _, errors = folder.run("--alerts", server + "ann@example.org,bob@example.org", "--alerts", "ndjson:alerts")
    right("smtp: the run ends with 0", code == 0, code, errors)
    found = mails()
    ids = [alert["id"] for alert in folder.alerts()]
    right("smtp: a mail for each alert, with its id", [mail["Message-ID"] for mail in found] == ["<%s@127.0.0.1>" % one for one in ids], [mail["Message-ID"] for mail in found])
    mail = found[0]
    right("smtp: subject", mail["Subject"] == "Räx is out 1", mail["Subject"])
    right("smtp: sender and recipients", (mail["X-From"], mail["X-To"]) == ("geoscript@127.0.0.1", "ann@example.org bob@example.org"), mail["X-To"])
    right("smtp: no defects", not mail.defects and not any(part.defects for part in mail.walk()))
    right("smtp: a date of today", abs(mail["Date"].datetime.timestamp() - time.time()) < 300, mail["Date"])
    right("smtp: text", mail.get_body(("plain",)).get_content().startswith("south of the\nroad\n\nhttps://www.openstreetmap.org/"), mail.get_body(("plain",)).get_content())
    right("smtp: HTML", "south of the<br>\nroad" in mail.get_body(("html",)).get_content())
    right("smtp: priority", mail["Importance"] == "high")
    folder.run("--alerts", server + "ann@example.org&template=@t.html&only=count:2")
    found = mails()
    right("smtp: a template of HTML", len(found) == 1 and found[0].get_body(("html",)).get_content().strip() == "<b>Räx is out 2</b> <i>rex</i>", found)
    for name, words in (("unknown", "550 5.1.1 no mailbox of that name here"), ("spam", "554 5.7.1 this looks like spam")):
        code, _, errors = folder.run("--alerts", server + name + "@example.org&only=count:1")
        right("smtp: %s is lost, with the server's words" % name, code == 74 and words in errors and "1 alert was lost" in errors, code, errors)
    code, _, errors = folder.run("--alerts", server + "busy@example.org&only=count:1")
    right("smtp: 451 is tried again", code == 0 and len(mails()) == 1, code, errors)
    login = "smtp://user@127.0.0.1:%d?to=ann@example.org&only=count:1" % SMTP
    code, _, errors = folder.run("--alerts", login, GEOSCRIPT_SMTP_PASSWORD="tiger-42")
    right("smtp: a log-in", code == 0 and len(mails()) == 1, code, errors)
    folder.write("password", "lion-17\n")
    code, _, errors = folder.run("--alerts", login + "&password-file=password", "--alert-timeout", "15")
    right("smtp: a wrong password loses nothing and is said", code == 74 and "the log-in failed" in errors and "was lost" not in errors and "lion" not in errors, code, errors)


HOME = """
local app = {}
function app.didEnterRegion(_, region) geoscript.alert{ title = "in" } end
function app.didExitRegion(_, region) geoscript.alert{ title = "out" } end
local manager = CLLocationManager.new{ delegate = app }
for _, name in ipairs(REGIONS) do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    identifier = name, center = CLLocationCoordinate2DMake(45.4, 13.9), radius = 150 })
end
for _, region in ipairs(manager.monitoredRegions) do
  if not table.concat(REGIONS, ","):find(region.identifier, 1, true) then manager:stopMonitoringForRegion(region) end
end
"""


def retained(topic):
    subscriber = Subscriber(topic)
    time.sleep(1)
    found = {message[0]: message[3] for message in subscriber.messages(1) if message[2] == "1"}
    subscriber.stop()
    return found


def home_assistant():
    address = "homeassistant+mqtt://127.0.0.1:%d" % MQTT
    folder = Folder('REGIONS = { "Höhle", "garden" }' + HOME, fixes=4)
    events = Subscriber("geoscript/event/#")
    code, _, errors = folder.run("--alerts", address, "--state", "state")
    right("home assistant: the run ends with 0", code == 0, code, errors)
    told = [(message[0], message[3]) for message in events.messages(4)]
    found = [json.loads(text) for _, text in told]
    events.stop()
    right("home assistant: alerts are events", [event["event_type"] for event in found] == ["exit"] * 4 and {event["device"] for event in found} == {"rex", "jane/phone"}, found)
    values = retained("geoscript/#")
    configs = {topic: json.loads(text) for topic, text in retained("homeassistant/#").items()}
    kinds = sorted(topic.split("/")[1] for topic in configs)
    right("home assistant: the entities", kinds == ["binary_sensor"] * 4 + ["device_tracker"] * 2 + ["event"] * 2 + ["sensor"] * 2, kinds)
    right("home assistant: unique", len({config["unique_id"] for config in configs.values()}) == 10)
    right("home assistant: topics of letters, digits, _ and -", all(re.match(r"^homeassistant/\w+/geoscript/[a-zA-Z0-9_-]+/config$", topic) for topic in configs), list(configs))
    trackers = [json.loads(values[config["json_attributes_topic"]]) for topic, config in configs.items() if "/device_tracker/" in topic]
    right("home assistant: the last places", all((round(place["latitude"], 6), place["longitude"]) == (45.403, 13.9) for place in trackers), trackers)
    states = [values[config["state_topic"]] for topic, config in configs.items() if "/binary_sensor/" in topic]
    right("home assistant: nobody is inside", states == ["OFF"] * 4, states)
    counts = [values[config["state_topic"]] for topic, config in configs.items() if "/sensor/" in topic]
    right("home assistant: counts", counts == ["0", "0"], counts)
    path = os.path.join(WORK, "discovery.json")
    with open(path, "w") as w:
        json.dump({"configs": configs, "values": {**values, **{topic: text for topic, text in told}}}, w)
    schema = subprocess.run([".build/home-venv/bin/python", "scripts/checks/home_assistant.py", path], cwd=common.ROOT,
                            capture_output=True, text=True)
    right("home assistant: its own schemas take all", schema.returncode == 0, schema.stdout, schema.stderr)
    right("home assistant: not available after the run", values["geoscript/status"] == "offline", values["geoscript/status"])
    # The next run watches one region less, from another place.
    folder.write("s.lua", 'REGIONS = { "garden" }' + HOME)
    folder.write("a.ndjson", "".join(json.dumps({"time": 1780000100 + n, "device": "rex", "latitude": 45.4, "longitude": 13.9}) + "\n" for n in range(2)))
    code, _, errors = folder.run("--alerts", address, "--state", "state")
    after = retained("homeassistant/#")
    gone = sorted(set(configs) - set(after))
    right("home assistant: what is gone is removed", [topic.split("/")[1] for topic in gone] == ["binary_sensor"] and not set(after) - set(configs), gone, errors)
    values = retained("geoscript/#")
    inside = [values[json.loads(text)["state_topic"]] for topic, text in after.items() if "/binary_sensor/" in topic and "rex" in topic]
    right("home assistant: rex is inside", inside == ["ON"], inside)
    # Home Assistant starts anew.
    run = folder.start("--alerts", address, "--from", "sim:still?at=45.4,13.9&duration=1h&device=rex", "--speed", "1")
    time.sleep(3)
    subscriber = Subscriber("homeassistant/device_tracker/#")
    time.sleep(0.5)
    before = len(subscriber.messages(1))
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(MQTT), "-t", "homeassistant/status", "-m", "online"], check=True)
    again = subscriber.messages(before + 1)
    subscriber.stop()
    run.send_signal(signal.SIGINT)
    run.wait()
    right("home assistant: everything again when it has started", len(again) > before, before, len(again))


def home_assistant_limit():
    regions = ", ".join('"r%d"' % number for number in range(60))
    folder = Folder("REGIONS = { %s }" % regions + HOME, fixes=1, devices=["d%d" % number for number in range(10)])
    code, _, errors = folder.run("--alerts", "homeassistant+mqtt://127.0.0.1:%d?topic=many" % MQTT)
    right("home assistant: more than 500 entities are said once", code == 0 and errors.count("more than 500 entities") == 1, errors)
    kinds = [topic.split("/")[1] for topic in retained("homeassistant/+/many/#")]
    right("home assistant: trackers and counts", (kinds.count("device_tracker"), kinds.count("sensor")) == (10, 60), kinds)


def apprise():
    requests()
    folder = Folder(devices=["rex"])
    folder.write("urls", "# two services\njson://127.0.0.1:%d/json/one\n\njson://127.0.0.1:%d/json/two\n" % (HTTP, HTTP))
    code, _, errors = folder.run("--alerts", "apprise:@urls", "--alerts", "ndjson:alerts")
    right("apprise: the run ends with 0", code == 0, code, errors)
    found = requests()
    for path in ("/json/one", "/json/two"):
        bodies = [json.loads(request["body"]) for request in found if request["path"] == path]
        right("apprise: each alert, in order, at %s" % path, [body["title"] for body in bodies] == ["Räx is out %d" % n for n in (1, 2, 3)], bodies)
        right("apprise: text and type", all(body["message"].startswith("south of the\nroad") and body["type"] == "warning" for body in bodies), bodies)
    folder = Folder(REGION, fixes=4, devices=["rex"])
    code, _, errors = folder.run("--alerts", "apprise:json://127.0.0.1:%d/json/map#map=1&why=1" % HTTP)
    body = json.loads(requests()[0]["body"])
    is_picture(base64.b64decode(body["attachments"][0]["base64"]), "apprise")
    right("apprise: the reason", "outside of Höhle" in body["message"], body["message"])
    code, _, errors = folder.run("--alerts", "apprise:nosuch://tiger-42")
    right("apprise: an address that it does not know is 64", code == 64 and "Apprise does not take this address" in errors and "tiger" not in errors, code, errors)
    code, _, errors = folder.run("--alerts", "apprise:json://localhost", PATH="/usr/bin:/bin")
    right("apprise: without the command 73", code == 73 and "pipx install apprise" in errors, code, errors)
    code, _, errors = folder.run("--alerts", "apprise:json://127.0.0.1:%d/fail/500" % HTTP, "--alert-timeout", "1")
    right("apprise: a failure is tried again", code == 74 and "not delivered: Apprise exited with status 1" in errors and len(requests()) >= 2, code, errors)


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


def pictures():
    requests()
    folder = Folder(REGION, fixes=4, devices=["rex"])
    words = "map=1&why=1"
    code, _, errors = folder.run(
        "--state", "state", "--alerts", "ntfy://127.0.0.1:%d/family?%s" % (HTTP, words),
        "--alerts", "http://127.0.0.1:%d/json#%s" % (HTTP, words),
        "--alerts", "smtp://127.0.0.1:%d?to=ann@example.org&%s" % (SMTP, words), "--alerts", "ndjson:alerts")
    right("pictures: the run ends with 0", code == 0, code, errors)
    found = {request["path"]: request for request in requests()}
    put = found["/family"]
    right("pictures: ntfy takes a PUT", put["method"] == "PUT" and put["status"] == 200)
    is_picture(put["body"], "pictures: ntfy")
    fields = put["decoded"]
    right("pictures: title and text", fields["x-title"] == "Räx is out" and fields["x-message"].startswith("line one\\nline two\\n") and fields["x-message"].endswith("m outside of Höhle, accuracy 5 m, needed 20 m; d > 20 m"), fields["x-message"])
    right("pictures: priority, tags, file, link", (fields["x-priority"], fields["x-tags"], fields["x-filename"]) == ("5", "dog", "map.png") and fields["x-click"].startswith("https://www.openstreetmap.org/"), fields)
    body = json.loads(found["/json"]["body"])
    head, _, data = body["map"].partition(",")
    right("pictures: an address of data", head == "data:image/png;base64", head)
    is_picture(base64.b64decode(data), "pictures: web hook")
    right("pictures: the reason", body["why"].endswith("m outside of Höhle, accuracy 5 m, needed 20 m; d > 20 m"), body["why"])
    alert, = folder.alerts()
    right("pictures: a plain sink gets neither", "map" not in alert and "why" not in alert)
    mail, = mails()
    image = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    right("pictures: inline in the mail", len(image) == 1 and image[0]["Content-ID"] == "<map>" and image[0].get_content_disposition() == "inline")
    is_picture(image[0].get_content(), "pictures: mail")
    html = mail.get_body(("related", "html"))
    right("pictures: the page shows it", "cid:map" in "".join(part.get_content() for part in mail.walk() if part.get_content_type() == "text/html"), html)


def recipe(name, *words, track="zbevnica-hike.gpx", **options):
    """Runs a recipe of examples/alerts over a recorded track."""
    process = subprocess.run(
        [GEOSCRIPT, "run", "examples/alerts/%s.lua" % name, "--from", os.path.join("examples/tracks", track), *words],
        cwd=common.ROOT, capture_output=True, text=True, timeout=90, **options)
    right("recipe %s: the run ends with 0" % name, process.returncode == 0, process.returncode, process.stderr)
    return process


def recipes():
    requests()
    recipe("family", "--alerts", "ntfy://127.0.0.1:%d/family?map=1&why=1" % HTTP)
    found = requests()
    titles = [request["decoded"]["x-title"] for request in found]
    right("recipe family: leaves and comes home, with pictures", titles == ["zbevnica-hike has left home", "zbevnica-hike is home"] and all(request["method"] == "PUT" for request in found), titles)
    subscriber = Subscriber("home/hall/set")
    recipe("lights", "--channel", "lights=mqtt://127.0.0.1:%d/home/hall/set?retain=1" % MQTT)
    states = [message[3] for message in subscriber.messages(2)]
    subscriber.stop()
    right("recipe lights: off and on", states == ['{"state":"OFF","transition":30}', "ON"], states)
    lines = [(0, 45.4526), (60, 45.4626), (200, 45.4626), (320, 45.4626), (400, 45.4526), (500, 45.4526)]
    log = [{"time": 1780000000 + time, "device": "boat", "latitude": latitude, "longitude": 14.0182} for time, latitude in lines]
    log.insert(4, {"time": 1780000330, "device": "boat", "type": "acknowledge", "key": "siren", "by": "Ann"})
    path = os.path.join(WORK, "boat.ndjson")
    with open(path, "w") as w:
        w.write("".join(json.dumps(line) + "\n" for line in log))
    subscriber = Subscriber("boat/siren")
    requests()
    recipe("siren", "--alerts", "ntfy://127.0.0.1:%d/boat" % HTTP,
           "--channel", "siren=mqtt://127.0.0.1:%d/boat/siren" % MQTT, track=path)
    states = [message[3] for message in subscriber.messages(3)]
    subscriber.stop()
    right("recipe siren: on, off when acknowledged, off when back", states == ["ON", "OFF", "OFF"], states)
    titles = [json.loads(request["body"])["title"] for request in requests()]
    right("recipe siren: every minute until acknowledged", titles == ["boat has left its place"] * 5 + ["boat is back at its place"], titles)
    requests()
    recipe("slack-fleet", "--alerts", "http://127.0.0.1:%d/json#template=slack" % HTTP, track="fleet.ndjson")
    texts = [json.loads(request["body"])["text"] for request in requests()]
    right("recipe slack-fleet: a text for each", texts and all(re.match(r"\*[\w-]+ drives at \d+ km/h\*\n", text) for text in texts), texts)


def owntracks_modes():
    subscriber = Subscriber("owntracks/jane/phone/cmd")
    run = subprocess.Popen(
        [GEOSCRIPT, "run", "examples/alerts/owntracks-modes.lua", "--from",
         "mqtt://127.0.0.1:%d/owntracks/#?clean=true" % MQTT], cwd=common.ROOT, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    for latitude in (45.4526, 45.4626, 45.4526):
        message = {"_type": "location", "tid": "jp", "lat": latitude, "lon": 14.0182, "acc": 5, "tst": int(time.time())}
        subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(MQTT), "-q", "1", "-t", "owntracks/jane/phone",
                        "-m", json.dumps(message)], check=True)
        time.sleep(1.2)
    found = [json.loads(message[3]) for message in subscriber.messages(3)]
    subscriber.stop()
    run.send_signal(signal.SIGINT)
    run.wait()
    actions = [(message["action"], message.get("configuration", {}).get("monitoring")) for message in found]
    right("recipe owntracks-modes: the region, then move and significant", actions == [("setWaypoints", None), ("setConfiguration", 2), ("setConfiguration", 1)], actions)
    waypoint = found[0]["waypoints"]["waypoints"][0]
    right("recipe owntracks-modes: a waypoint", (waypoint["desc"], waypoint["lat"], waypoint["rad"]) == ("home", 45.4526, 150), waypoint)


CASES = [mqtt, last_will, ntfy, signatures, smtp, pictures, home_assistant, home_assistant_limit, apprise, recipes, owntracks_modes]

for case in CASES:
    if not sys.argv[1:] or case.__name__ in sys.argv[1:]:
        case()
common.count_checks(good, bad)
print("%d right, %d wrong" % (good, bad))
sys.exit(bad > 0)
