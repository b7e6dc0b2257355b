#!/usr/bin/env python3
"""What can go wrong with `geoscript run --from nats:// --state nats`.

  scripts/checks/nats_state_faults.py [damage] [full] [hung] [words]

Messages of a state are missing or damaged: the worker names them and ends. The stream OUT is full for a while: the worker
waits, and then raises the alerts of a worker that nobody disturbed. A device that has hung a worker is stopped by the next
one. Files of alerts, the streams of another one, and servers for small messages are refused. The status is 1 when something
is not as it should be.
"""
import json
import os
import random
import signal
import subprocess
import threading
import time

import common

common.use_packages()
from nats.js.api import StreamConfig  # noqa: E402 # of the environment that use_packages continues in
from nats_commits import Diskless, ask, messages, out, play  # noqa: E402
from nats_parts import PARTITIONS, Process, Servers, check, partition, until  # noqa: E402
from nats_stream import compare_at_end, publish  # noqa: E402


def damage(folder, draw):
    """Messages of a state are missing or damaged."""
    servers = Servers(folder, 1)
    with Diskless(folder, "first", servers) as worker:
        check("the worker reads", worker.ready(), worker.told())
        publish(servers.urls, ["van %d" % n for n in range(16)], 8, draw)
        check("alerts were raised", worker.settled(20) > 30, worker.told())
        check("the worker ends in order", worker.end() == 143, worker.told())

    def refused(number, *words):
        with Diskless(folder, "damaged-%s" % words[0].replace(" ", "-"), servers) as worker:
            check("it ends with 65", until(20, lambda: worker.process.poll() == 65), worker.process.poll(), worker.told())
            check("and says why", all(word in worker.told() for word in (*words, "to begin again", str(number))), words,
                  worker.told())

    async def change(js, number, how):
        last = await js.get_last_msg("OUT", "out.%d" % number)
        record = json.loads(last.data.partition(b"\n")[0])
        if how == "lost":
            await js.purge_stream("OUT", subject="out.%d" % number)
            return number
        piece = await js.get_msg("SNAPSHOTS", record["state"])
        if how == "missing":
            await js.delete_msg("SNAPSHOTS", record["state"])
            return record["state"]
        data = bytearray(piece.data)
        data[len(data) // 2] ^= 1
        record["state"] = (await js.publish(piece.subject, bytes(data))).seq
        await js.publish("out.%d" % number, json.dumps(record).encode() + b"\n")
        return record["state"]

    for how, words in (("damaged", ("is damaged", "SNAPSHOTS")), ("missing", ("is missing", "SNAPSHOTS")),
                       ("lost", ("is lost", "OUT"))):
        async def repair(js):
            await js.purge_stream("OUT", subject="out.3")
            await js.purge_stream("SNAPSHOTS", subject="snap.3.>")
        number = ask(servers.urls, lambda js, how=how: change(js, 3, how))
        refused(number, *words)
        ask(servers.urls, repair)
        with Diskless(folder, "repaired-" + how, servers) as worker:
            check("it begins anew", worker.ready() and until(20, lambda: worker.owned() == PARTITIONS), worker.told())
            check("and raises what it has raised", until(20, lambda: out(servers.urls)[1].get("alerts.3.ndjson")))
            time.sleep(2)
            check("and ends in order", worker.end() == 143, worker.told())
    servers.end()


def full(folder, draw):
    """The stream OUT has no room for a while."""
    servers = Servers(folder, 1)
    config = StreamConfig(name="OUT", subjects=["out.*", "part.*"], max_msgs=PARTITIONS * 4, discard="new", storage="file")
    ask(servers.urls, lambda js: js.add_stream(config))
    with Diskless(folder, "one", servers) as worker:
        check("the worker reads", worker.ready(), worker.told())
        sender = threading.Thread(target=publish, args=(servers.urls, ["van %d" % n for n in range(24)], 30, draw))
        sender.start()
        check("a full stream is told", until(30, lambda: "OUT: the stream is full" in worker.told()), worker.told())
        check("with a remedy", "raise its limits" in worker.told())
        time.sleep(6)
        config.max_msgs = -1
        ask(servers.urls, lambda js: js.update_stream(config))
        sender.join()
        check("it reads all again", until(20, lambda: worker.owned() == PARTITIONS), worker.told())
        time.sleep(14)
        compare_at_end(worker, folder, servers, "s.lua")
    servers.end()


def hung(folder, draw):
    """A device has hung its worker, which left a note: the others stop its script."""
    servers, vans = Servers(folder, 1), ["van %d" % n for n in range(24)]
    stopped = "device van 7: the script is stopped: a call never returned"
    note = "hung.%d" % partition("van 7", PARTITIONS)

    with Diskless(folder, "one", servers) as one:
        check("the worker reads", one.ready(), one.told())
        publish(servers.urls, vans, 4, draw)
        time.sleep(1)
        one.end(signal.SIGKILL)
    ask(servers.urls, lambda js: js.publish(note, b'"van 7"\n'))
    with Diskless(folder, "two", servers) as two:
        check("another has all", until(20, lambda: two.owned() == PARTITIONS), two.told())
        publish(servers.urls, vans, 4, draw)
        check("a script is stopped", until(10, lambda: stopped in two.told()), two.told())
        check("only one", two.told().count("the script is stopped") == 1, two.told())
        time.sleep(2)
        check("the note is gone", not [each for each in ask(servers.urls, lambda js: messages(js, "SNAPSHOTS")).values()
                                       if each[0] == note])
        two.end(signal.SIGKILL)
    with Diskless(folder, "three", servers) as three:
        check("a third has all", until(20, lambda: three.owned() == PARTITIONS), three.told())
        publish(servers.urls, vans, 4, draw)
        check("it stays stopped", until(10, lambda: stopped in three.told()), three.told())
        three.end(signal.SIGKILL)
    # A device may hang its worker at the first fix of all, before anything is committed.
    for stream in ("OUT", "SNAPSHOTS"):
        ask(servers.urls, lambda js, stream=stream: js.purge_stream(stream))
    ask(servers.urls, lambda js: js.publish(note, b'"van 7"\n'))
    with Diskless(folder, "four", servers) as four:
        check("a fourth has all", until(20, lambda: four.owned() == PARTITIONS), four.told())
        publish(servers.urls, vans, 4, draw)
        check("a device of a new partition is stopped", until(10, lambda: stopped in four.told()), four.told())
        check("alone", four.told().count("the script is stopped") == 1, four.told())
    servers.end()


def words(folder, _):
    """What is refused."""
    servers = Servers(folder, 1)
    run = [common.program(), "run", os.path.join(folder, "s.lua"), "--state", "nats"]

    def refused(code, word, *more):
        done = subprocess.run([*run, *more], capture_output=True, text=True, timeout=60)
        check("%s is refused" % word, done.returncode == code and word in done.stderr, done.returncode, done.stderr)

    refused(64, "would stay on the worker", "--from", servers.address, "--alerts", "ndjson:alerts.ndjson")
    refused(64, "give the fixes another name", "--from", servers.address + "&stream=OUT")
    refused(64, "--state ./nats", "--from", "http://127.0.0.1:0")
    with Diskless(folder, "one", servers) as worker:
        check("the worker reads", worker.ready(), worker.told())
        publish(servers.urls, ["a", "b"], 4, random.Random(1))
        time.sleep(4)
        check("it ends in order", worker.end() == 143)
    other = servers.address + "&stream=OTHER"
    # The subjects of another stream of fixes would be those of this one.
    ask(servers.urls, lambda js: js.delete_stream("FIXES"))
    refused(65, "one account of a server", "--from", other)
    servers.end()
    port = common.free_port()
    path = os.path.join(folder, "small.conf")
    with open(path, "w") as file:
        file.write('listen: "127.0.0.1:%d"\nmax_payload: 600000\njetstream { store_dir: "%s/small" }\n' % (port, folder))
    with Process(folder, "small", ["nats-server", "-c", path]) as small:
        check("a server with small messages", until(20, lambda: "Server is ready" in small.told()), small.told())
        refused(69, "max_payload", "--from", "nats://127.0.0.1:%d" % port)
        done = subprocess.run([common.program(), "doctor", "nats://127.0.0.1:%d" % port], capture_output=True, text=True)
        check("doctor says it", done.returncode != 0 and "max_payload" in done.stdout + done.stderr, done.stdout, done.stderr)


play(damage, full, hung, words)
