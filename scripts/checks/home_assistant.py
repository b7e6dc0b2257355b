#!/usr/bin/env python3
"""Reads configurations of MQTT discovery as Home Assistant does, with the schemas of its own components.

  .build/home-venv/bin/python scripts/checks/home_assistant.py FILE

FILE is a JSON object: {"configs": {TOPIC: CONFIGURATION}, "values": {TOPIC: TEXT}}. Each topic must be one that Home
Assistant reads, each configuration must pass the schema of its component, without a key that this one would leave out,
and each value must be one that it takes. sinks.py calls this with what a broker has. scripts/setup --test installs
Home Assistant. The status is 1 when something differs.
"""
import json
import sys

import voluptuous
from homeassistant.components.mqtt import binary_sensor, device_tracker, event, sensor
from homeassistant.components.mqtt.discovery import TOPIC_MATCHER
from homeassistant.components.mqtt.util import valid_publish_topic

COMPONENTS = {"binary_sensor": binary_sensor, "device_tracker": device_tracker, "event": event, "sensor": sensor}
PREFIX = "homeassistant/"


def faults(topic, config, values):
    """What Home Assistant would not take, a line each."""
    # TOPIC_MATCHER is matched against what follows the prefix.
    match = TOPIC_MATCHER.match(topic[len(PREFIX):]) if topic.startswith(PREFIX) else None
    if not match:
        yield "the topic is not one of discovery"
        return
    component = match.group("component")
    if component not in COMPONENTS:
        yield "the component %s is unknown" % component
        return
    try:
        taken = COMPONENTS[component].DISCOVERY_SCHEMA(config)
    except voluptuous.Invalid as error:
        yield "%s: %s" % (component, error)
        return
    if set(config) - set(taken):
        yield "%s knows nothing of %s" % (component, sorted(set(config) - set(taken)))
    state = config.get("state_topic") or config.get("json_attributes_topic")
    valid_publish_topic(state)
    value = values.get(state)
    if value is None:
        return
    if component == "binary_sensor" and value not in (taken["payload_on"], taken["payload_off"]):
        yield "the value %s is neither on nor off" % value
    if component == "sensor":
        float(value)
    if component == "event" and json.loads(value)["event_type"] not in taken["event_types"]:
        yield "the event %s is not announced" % value
    if component == "device_tracker":
        place = json.loads(value)
        if not all(isinstance(place[name], (int, float)) for name in ("latitude", "longitude", "gps_accuracy")):
            yield "a place without its numbers: %s" % value


def main():
    with open(sys.argv[1]) as r:
        found = json.load(r)
    bad = ["%s: %s" % (topic, fault) for topic, config in sorted(found["configs"].items())
           for fault in faults(topic, config, found["values"])]
    print("\n".join(bad) or "%d configurations" % len(found["configs"]))
    sys.exit(bool(bad) or not found["configs"])


main()
