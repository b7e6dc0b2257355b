#!/usr/bin/env python3
"""Publishes versions of a script while workers are killed: each fix is handled by the version that the stream says.

  scripts/checks/nats_versions.py [PART…]

Each fix raises an alert that names the version of the script and counts the fixes of its device. What must come follows
from the stream alone: the messages of a partition in their order, and the version in force at each. The parts: `follow`,
with a state directory and with --state nats; `removed`, for messages that the stream has not kept; `words`, for what
people type.
"""
import json
import os
import signal
import subprocess
import threading
import time

import common
from nats_commits import Diskless, ask, play
from nats_parts import PARTITIONS, Servers, check, until
from nats_stream import Worker, publish, read

SCRIPT = """\
local words = require "lib.words"
local app, store = {}, geoscript.store
function app.didUpdateToLocation(_, new)
  local settings = geoscript.device.settings
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = words.version .. " " .. store.count .. (settings and settings.note or "") }
end
function app.didEnterRegion(_, region) geoscript.alert{ title = "into " .. region.identifier } end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
"""
DEPOT = {"type": "Feature", "properties": {"identifier": "depot", "radius": 200},
         "geometry": {"type": "Point", "coordinates": [13.41, 52.5]}}


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def prepare(folder):
    """The files of all versions: c is the command's, b cannot start."""
    for name in "cdef":
        write(folder, name + "/s.lua", SCRIPT)
        write(folder, name + "/lib/words.lua", "return { version = %r }\n" % name)
    write(folder, "b/s.lua", "error('it does not start')\n" + SCRIPT.replace('require "lib.words"', "{}"))
    write(folder, "depot.geojson", json.dumps({"type": "FeatureCollection", "features": [DEPOT]}))
    write(folder, "notes.json", json.dumps({"*": {"note": "!"}}))


def publisher(servers, *words):
    done = subprocess.run([common.program(), "publish", *words, "--to", servers.address], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expected(urls, titles):
    """The titles of each device's alerts, by the rule: the version in force at each message."""
    found, versions, counts = {}, {}, {}
    for _, subject, _, lines in read(urls):
        number = subject.split(".")[1]
        if subject.endswith(".control"):
            versions[number] = json.loads(lines[0])["version"]
        for line in map(json.loads, lines if ".fix." in subject else []):
            device = line["device"]
            counts[device] = counts.get(device, 0) + 1
            word, note = titles[versions.get(number, 0)]
            found.setdefault(device, []).append("%s %d%s" % (word, counts[device], note))
    return found


def raised(files):
    """The titles of each device's alerts, and those about regions apart."""
    found, entered = {}, 0
    for alert in map(json.loads, b"".join(files.values()).splitlines()):
        if alert["title"].startswith("into "):
            entered += 1
        else:
            found.setdefault(alert["device"], []).append(alert["title"])
    return found, entered


def journey(folder, draw, make):
    """Devices drive, versions come, the worker is killed; then a second worker reads the same stream undisturbed."""
    prepare(folder)
    servers = Servers(folder, 1)
    titles = {0: ("c", ""), 1: ("d", ""), 2: ("e", "!"), 3: ("f", "")}
    with make(servers) as worker:
        check("the worker reads", worker.ready(), worker.told())
        sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(16)], 40, draw))
        sender.start()
        steps = [("d/s.lua",), ("e/s.lua", "--fences", folder + "/depot.geojson", "--settings", folder + "/notes.json"),
                 ("--version", "1"), ("f/s.lua",), ("--version", "2")]
        for step in steps:
            time.sleep(draw.uniform(0.5, 1.5))
            words = [folder + "/" + step[0], *step[1:]] if step[0].endswith(".lua") else list(step)
            code, text = publisher(servers, *words)
            check("a version is published", code == 0 and "is in force in %d partitions" % PARTITIONS in text, code, text)
            if draw.random() < 0.7:
                worker.end(signal.SIGKILL)
                worker.begin()
        sender.join()
        check("the worker reads again", worker.ready(), worker.told()[-2000:])
        wanted = expected(servers.urls, titles)
        check("every fix is handled", until(60, lambda: raised(worker.files())[0] == wanted), {
            device: (raised(worker.files())[0].get(device), titles_of)
            for device, titles_of in wanted.items() if raised(worker.files())[0].get(device) != titles_of}, worker.told())
        check("the fence of a version is watched", raised(worker.files())[1] > 0)
        check("the worker ends in order", worker.end() == 143, worker.told()[-2000:])
        disturbed = worker.files()
    return servers, disturbed


def follow(folder, draw):
    def with_folder(servers):
        return Worker(folder, "worker", servers.address, script="c/s.lua")

    servers, disturbed = journey(folder, draw, with_folder)
    with Worker(folder, "calm", servers.address, script="c/s.lua") as calm:
        check("the calm worker raises the same, byte for byte", calm.ready() and until(60, lambda: calm.files() == disturbed))
    with Diskless(folder, "diskless", servers, script="c/s.lua") as other:
        check("with --state nats, too", other.ready() and until(60, lambda: other.files() == disturbed))
    servers.end()


def diskless(folder, draw):
    """The same with nothing on the worker."""
    servers, _ = journey(folder, draw, lambda servers: Diskless(folder, "worker", servers, script="c/s.lua"))
    servers.end()


def removed(folder, draw):
    """A worker that begins after the stream has removed the messages that took the version into force."""
    prepare(folder)
    servers = Servers(folder, 1)
    code, text = publisher(servers, folder + "/d/s.lua")
    check("the first version is published before anybody reads", code == 0, text)
    publish(servers.urls, ["van 1"], 2, draw)
    async def purge(js):
        await js.purge_stream("FIXES")
    ask(servers.urls, purge)
    publish(servers.urls, ["van 1"], 3, draw)
    with Worker(folder, "late", servers.address, script="c/s.lua") as late:
        check("it runs the version that is in force", late.ready() and until(
            30, lambda: raised(late.files())[0] == {"van 1": ["d 1", "d 2", "d 3"]}), raised(late.files()), late.told())
    servers.end()


def words(folder, draw):
    """What people type."""
    prepare(folder)
    servers = Servers(folder, 1)
    write(folder, "wrong.lua", "local x = = 1\n")
    write(folder, "binary.kmz", "PK\x03\x04\x7f")
    with open(folder + "/binary.geojson", "wb") as file:
        file.write(b"\x1f\x8b\x08\xff\xfe")
    for code, text, *given in [
            (65, "s.lua:1: it does not start (device trial)", folder + "/b/s.lua"), (65, "--force publishes it", folder + "/b/s.lua"),
            (64, "one of the three"), (64, "one of the three", folder + "/c/s.lua", "--list"),
            (64, "belong to a script", "--list", "--fences", folder + "/depot.geojson"),
            (65, "wrong.lua:1", folder + "/wrong.lua"), (66, "no such script", folder + "/none.lua"),
            (66, "depot.kml", folder + "/c/s.lua", "--fences", folder + "/depot.kml"),
            (65, "notes.json", folder + "/c/s.lua", "--fences", folder + "/notes.json"),
            (64, "nothing was published yet", "--version", "1")]:
        done = publisher(servers, *given)
        check("%s is %d" % (" ".join(given) or "nothing", code), done[0] == code and text in done[1], done)
    check("no version yet", publisher(servers, "--list") == (0, "no version yet\n"), publisher(servers, "--list"))
    publisher(servers, folder + "/c/s.lua", "--fences", folder + "/depot.geojson")
    # Two pieces and a rest.
    write(folder, "d/lib/words.lua", "return { version = 'd' }\n--" + "x" * 1_300_000 + "\n")
    check("a large version", publisher(servers, folder + "/d/s.lua")[0] == 0)
    check("the other number of partitions is 64", subprocess.run(
        [common.program(), "publish", "--list", "--to", servers.address.replace("partitions=%d" % PARTITIONS, "partitions=9")],
        capture_output=True, check=False).returncode == 64)
    code, text = publisher(servers, "--list")
    lines = text.splitlines()
    check("the list has both", code == 0 and len(lines) == 2 and "s.lua, depot.geojson: " in lines[0]
          and lines[1].endswith("in force"), text)
    publisher(servers, "--version", "1")
    check("and says which is in force", publisher(servers, "--list")[1].splitlines()[0].endswith("in force"))

    async def half(js):
        for number in range(3):
            await js.publish("p.%d.control" % number, b'{"type":"version","version":2}')
    # A publisher that is killed between two partitions has done this much.
    ask(servers.urls, half)
    code, text = publisher(servers, "--list")
    lines = text.splitlines()
    check("the list tells of a version that not all have", code == 0 and lines[0].endswith("in force in 5 of 8 partitions")
          and lines[1].endswith("in force in 3 of 8 partitions")
          and "version 2 is not in force in 5 of 8 partitions" in lines[2]
          and lines[2].endswith("geoscript publish --version 2"), text)
    publisher(servers, "--version", "1")
    check("which --version mends", publisher(servers, "--list")[1].splitlines()[0].endswith("in force"))
    with Worker(folder, "worker", servers.address, script="e/s.lua") as worker:
        check("the worker takes versions over", worker.ready() and until(
            20, lambda: "version 1: reloaded s.lua" in worker.told() and "version 2: " in worker.told()), worker.told())
        publish(servers.urls, ["van 1"], 2, draw)
        check("and runs them", until(20, lambda: worker.lines() >= 2), worker.told())
        code, text = publisher(servers, folder + "/b/s.lua", "--force")
        check("a version that does not start can be forced", code == 0 and "version 3" in text, code, text)
        publish(servers.urls, ["van 1"], 2, draw)
        check("a worker that runs devices keeps the last one", until(20, lambda: "it does not start" in worker.told()), worker.told())
    servers.end()
    code, text = publisher(servers, "--list")
    check("without a server it is 69", code == 69 and "cannot connect" in text, code, text)


play(follow, diskless, removed, words)
