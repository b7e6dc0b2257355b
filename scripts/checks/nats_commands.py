#!/usr/bin/env python3
"""`geoscript state` and `geoscript alerts` with the states of workers with --state nats, while these run.

  scripts/checks/nats_commands.py [show] [alerts] [forget]

Devices are listed and shown as in a state directory of the same stream; positions in privacy zones are not shown. An
acknowledgement, a retry and a drop reach the worker of their partition, also when it is killed before it reads them. A device
that has hung a worker runs again after `state forget`, and a forgotten one begins anew. The status is 1 when something is not
as it should be.
"""
import json
import os
import signal
import subprocess
import time

import common

common.use_packages()
from nats_commits import Diskless, ask, play  # noqa: E402 # of the environment that use_packages continues in
from nats_hook import Hook  # noqa: E402
from nats_parts import PARTITIONS, Servers, check, partition, until  # noqa: E402
from nats_stream import Worker, publish  # noqa: E402

VANS = ["van %d" % n for n in range(12)]
KEYS = """\
local app, store = {}, geoscript.store
function app.didUpdateToLocation(_, new)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = "fix " .. store.count, key = "moves", cooldown = 3600 }
end
geoscript.onAcknowledge(function(ack) geoscript.alert{ title = "seen by " .. ack.by } end)
local manager = CLLocationManager.new{ delegate = app }
manager:startUpdatingLocation()
"""
ZONE = {"type": "Feature", "properties": {"identifier": "home", "radius": 1000},
        "geometry": {"type": "Point", "coordinates": [13.44, 52.5]}}


def tell(*words, code=0):
    """What a command prints."""
    done = subprocess.run([common.program(), *words], capture_output=True, text=True, timeout=60)
    check("%s ends with %d" % (" ".join(words[:3]), code), done.returncode == code, done.returncode, done.stderr)
    return done.stdout if code == 0 else done.stderr


def rows(*words):
    return [json.loads(line) for line in tell(*words, "--json").splitlines()]


def handled(worker):
    """Waits until all that a worker has read is committed."""
    time.sleep(3)
    check("the worker runs", worker.process.poll() is None, worker.told()[-2000:])


def show(folder, draw):
    """What is kept of devices is that of a state directory."""
    servers = Servers(folder, 1)
    at = ("--state", servers.address)
    zone = os.path.join(folder, "zone.geojson")
    with open(zone, "w") as file:
        json.dump(ZONE, file)
    with Diskless(folder, "one", servers, "--privacy-zone", zone) as one, \
            Worker(folder, "two", servers.address, "--privacy-zone", zone) as two:
        check("both read", one.ready() and two.ready(), one.told(), two.told())
        publish(servers.urls, VANS, 8, draw)
        for _ in range(2):
            handled(one)
        tell("state", "show", "van 7", *at)
        kept = {row["device"]: row for row in rows("state", "list", *at)}
        check("all are listed", set(kept) == set(VANS), sorted(kept))
        check("also for people", all(van in tell("state", "list", *at) for van in VANS))
        two.end()
        one.process.send_signal(signal.SIGSTOP)
        hidden = 0
        for van in VANS:
            ours, = rows("state", "show", van, *at)
            theirs, = rows("state", "show", van, "--state", os.path.join(two.folder, "state", str(partition(van, PARTITIONS))))
            for row in (ours, theirs):
                del row["clock"]
            check("%s is shown as with a directory" % van, ours == theirs, str(ours)[:300], str(theirs)[:300])
            check("with its store", ours["store"]["count"] > 3, ours)
            hidden += "zone" in ours["lastFix"]
        check("some are in the zone", 0 < hidden < len(VANS), hidden)
        text = tell("state", "show", "van 77", *at, code=64)
        check("an unknown device is told", "did you mean 'van 7'" in text, text)
        one.process.send_signal(signal.SIGCONT)
        one.end(signal.SIGKILL)
    for words in (["state", "list"], ["alerts", "list"]):
        text = tell(*words, "--state", "nats", code=64)
        check("an address is asked for", "--state nats://127.0.0.1" in text, text)
        text = tell(*words, *at[:1], at[1] + "&stream=NONE", code=66)
        check("a stream that is not there is told", "has no stream NONE" in text, text)
    text = tell("attach", *at, code=64)
    check("attach says what there is", "geoscript state show DEVICE --state nats://" in text, text)
    servers.end()


def alerts(folder, draw):
    """Conditions and queues of all partitions, and what is asked of them."""
    servers, hook = Servers(folder, 1), Hook()
    at = ("--state", servers.address)
    with open(os.path.join(folder, "keys.lua"), "w") as file:
        file.write(KEYS)
    port = common.free_port()
    # Nobody listens there, so messages wait.
    dead = "http://127.0.0.1:%d/dead" % port
    words = [*hook.words("/"), "--alerts", dead]
    with Diskless(folder, "one", servers, *words, script="keys.lua") as one:
        check("the worker reads", one.ready(), one.told())
        publish(servers.urls, VANS, 3, draw)
        handled(one)
        found = rows("alerts", "list", *at)
        firing = [row["device"] for row in found if row["type"] == "condition"]
        check("each device fires", sorted(firing) == sorted(VANS), firing)
        sinks = [row for row in found if row["type"] == "sink"]
        # Their order is that of their addresses, and so of their ports.
        check("sinks are added up over partitions", sorted(row["sent"] for row in sinks) == [0, len(VANS)], sinks)
        identity = next(row["id"] for row in found if row["type"] == "message")
        check("an alert is shown", identity in tell("alerts", "show", identity, *at))
        check("and exported", len(tell("alerts", "export", "--status", "sent", *at).splitlines()) == len(VANS))
        text = tell("alerts", "ack", "moves", "--device", "van 3", "--by", "anna", *at)
        check("one is acknowledged", "acknowledged on van 3" in text, text)
        one.end(signal.SIGKILL)
        tell("alerts", "ack", "moves", "--device", "van 4", "--by", "bert", *at)
        one.begin()
        check("the worker reads again", one.ready(), one.told())

        def seen():
            titles = {van: [] for van in VANS}
            for text in one.files().values():
                for alert in map(json.loads, text.splitlines()):
                    titles[alert["device"]].append(alert["title"])
            return {van: [title for title in own if title.startswith("seen")] for van, own in titles.items()}
        wanted = {van: [] for van in VANS} | {"van 3": ["seen by anna"], "van 4": ["seen by bert"]}
        check("both scripts hear of it, once", until(30, lambda: seen() == wanted), seen())
        found = {row["device"]: row["acknowledged"] for row in rows("alerts", "list", *at) if row["type"] == "condition"}
        check("and it is kept", [van for van in VANS if found[van]] == ["van 3", "van 4"], found)
        text = tell("alerts", "ack", "move", *at, code=64)
        check("an unknown key is told", "did you mean 'moves'" in text, text)

        def waits():
            """The messages of the sink that nobody listens to; those of the other one come and go."""
            return [row for row in rows("alerts", "list", *at)
                    if row["type"] == "message" and row["sink"].startswith("http://127.0.0.1:%d#" % port)]
        waiting = waits()
        text = tell("alerts", "drop", "--device", "van 5", *at)
        mine = sum(row["device"] == "van 5" for row in waiting)
        check("messages are dropped", mine and text.startswith("%d message" % mine), mine, text)
        check("by their worker", until(20, lambda: not [
            row for row in rows("alerts", "list", "--device", "van 5", *at) if row["type"] == "message"]))
        rest = waits()
        check("and no others", len(rest) == len(waiting) - mine, len(rest), len(waiting), mine)
        one.end()
    hook.shutdown()
    servers.end()


def forget(folder, draw):
    """Devices that are forgotten while workers run."""
    servers = Servers(folder, 1)
    at = ("--state", servers.address)

    def count(van):
        found = subprocess.run([common.program(), "state", "show", van, "--json", *at], capture_output=True, text=True)
        return json.loads(found.stdout)["store"]["count"] if found.returncode == 0 and '"count"' in found.stdout else 0

    with Diskless(folder, "one", servers) as one:
        check("the worker reads", one.ready(), one.told())
        one.end(signal.SIGKILL)
    ask(servers.urls, lambda js: js.publish("hung.%d" % partition("van 7", PARTITIONS), b'"van 7"\n'))
    with Diskless(folder, "two", servers) as two:
        check("another reads", until(30, lambda: two.owned() == PARTITIONS), two.told())
        publish(servers.urls, VANS, 10, draw)
        handled(two)
        entry = next(row for row in rows("state", "list", *at) if row["device"] == "van 7")
        check("a device that has hung a worker is listed as stopped", entry["quarantine"], entry)
        before = {van: count(van) for van in VANS}
        text = tell("state", "forget", "van 7", *at)
        check("the workers are asked", "asked the workers" in text, text)
        tell("state", "forget", "van 8", *at)
        check("they forget it", until(20, lambda: two.told().count("forgot device van") == 2), two.told())
        until(20, lambda: two.owned() == PARTITIONS)
        publish(servers.urls, VANS, 4, draw)
        handled(two)
        after = {van: count(van) for van in VANS}
        check("van 7 runs again", after["van 7"] > 0 == before["van 7"], before, after)
        check("van 8 has begun anew", 0 < after["van 8"] < before["van 8"], before, after)
        check("others continue", all(after[van] > before[van] for van in VANS if van not in ("van 7", "van 8")), before, after)
        text = tell("state", "forget", "van 9", "nowhere", *at, code=64)
        check("an unknown region is told", "does not watch a region 'nowhere'" in text, text)
        text = tell("state", "forget", "van 77", *at, code=64)
        check("an unknown device is told", "did you mean 'van 7'" in text, text)
        text = tell("state", "forget", "--all", *at, code=64)
        check("--all says what to do", "remove the streams OUT and SNAPSHOTS" in text, text)
        two.end(signal.SIGKILL)
        text = tell("state", "forget", "--before", "2100-01-01", *at)
        check("old ones are told", "removed 12 devices" in text, text)
        two.begin()
        check("the worker reads again", until(30, lambda: two.owned() == PARTITIONS), two.told())
        check("and forgets them", until(20, lambda: rows("state", "list", *at) == []), two.told()[-2000:])
        two.end()
    servers.end()


play(show, alerts, forget)
