"""The cases of sinks.sh that run the recipes of examples/alerts."""
import json
import os
import re
import signal
import subprocess
import time

from common import ROOT
from sinks_parts import GEOSCRIPT, HTTP, MQTT, WORK, Subscriber, requests, right


def recipe(name, *words, track="zbevnica-hike.gpx", **options):
    """Runs a recipe of examples/alerts over a recorded track."""
    process = subprocess.run(
        [GEOSCRIPT, "run", "examples/alerts/%s.lua" % name, "--from", os.path.join("examples/tracks", track), *words],
        cwd=ROOT, capture_output=True, text=True, timeout=90, **options)
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
         "mqtt://127.0.0.1:%d/owntracks/#?clean=true" % MQTT], cwd=ROOT, stdout=subprocess.DEVNULL,
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
