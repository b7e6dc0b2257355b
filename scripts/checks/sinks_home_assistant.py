"""The cases of sinks.sh with Home Assistant: entities, their values, and what is removed."""
import json
import os
import re
import signal
import subprocess
import time

from common import ROOT
from sinks_parts import MQTT, WORK, Folder, Subscriber, right

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
    schema = subprocess.run([".build/home-venv/bin/python", "scripts/checks/home_assistant.py", path], cwd=ROOT,
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
