#!/usr/bin/env python3
"""Publishes through `geoscript gateway` to real NATS servers, and reads the stream with PyPI's nats-py.

  scripts/checks/nats_gateway.py

Partitions are compared with the server's own mapping; requests are sent again, the server is killed, filled and locked.
Each server listens on loopback and ends by its process id. The status is 1 when something is not as it should be.
"""
import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import common

common.use_packages()
import nats  # noqa: E402 # of the environment that use_packages continues in
from nats_parts import Process, check, counted, server, token, until  # noqa: E402

def gateway(folder, name, port, target, *words, environment=None):
    process = Process(folder, name, [common.program(), "gateway", "--from", "http://127.0.0.1:%d" % port, "--to", target,
                                     *words], environment)
    if until(20, lambda: "listening for phones" in process.told() or process.process.poll() is not None):
        check("%s listens" % name, process.process.poll() is None, process.told())
    return process


def post(port, device, fixes):
    """Sends fixes as one request; returns the status, 0 without an answer."""
    lines = "".join(json.dumps({"device": device, "timestamp": at, "latitude": latitude, "longitude": 14}) + "\n"
                    for at, latitude in fixes)
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d/events" % port, lines.encode(), timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def read(address, stream="FIXES", publish=()):
    """All messages of a stream in order, as (subject, lines); publishes others first."""
    async def work():
        client = await nats.connect(address)
        js = client.jetstream()
        for subject, text in publish:
            await js.publish(subject, text)
        state = (await js.stream_info(stream)).state
        found = []
        for number in range(state.first_seq, state.last_seq + 1):
            message = await js.get_msg(stream, number)
            found.append((message.subject, [json.loads(line) for line in message.data.decode().splitlines()]))
        await client.close()
        return found
    return asyncio.run(work())


def partitions(folder, draw):
    """The gateway and the server's mapping put the same groups into the same partitions."""
    port, phones = common.free_port(), common.free_port()
    address = "nats://127.0.0.1:%d" % port
    letters = "abcXYZ0189-_. /*>%$é日🐕"
    names = sorted({"".join(draw.choice(letters) for _ in range(draw.randrange(1, 20))).strip() or "x"
                    for _ in range(150)})
    with server(folder, port), gateway(folder, "partitions", phones, address + "?partitions=8"):
        for name in names:
            check("%r is accepted" % name, post(phones, name, [(1780000000, 1)]) == 200)
        ours = dict.fromkeys(subject for subject, _ in read(address))
        theirs = read(address, publish=[("fix.%s.%s" % (token(n), token(n)), b'{"mapped":1}') for n in names])
        mapped = [subject for subject, lines in theirs if "mapped" in lines[0]]
        check("the server agrees on every partition", sorted(mapped) == sorted(ours), len(mapped), len(ours))
        check("all partitions are used", len({subject.split(".")[1] for subject in mapped}) == 8)
        examine("", address + "?partitions=8", "JetStream; its mapping agrees on 8 partitions")
        examine("fail", address, "the stream FIXES has 8 partitions, this address says 64", "write partitions=8")
        examine("fail", address + "?partitions=16&stream=NEW", "maps fix.geoscript-doctor-", "nats-config --partitions 16")
        count = len(read(address))
        check("no stream stores what doctor sends", count == len(theirs), count, len(theirs))
    plain = os.path.join(folder, "plain.conf")
    with open(plain, "w") as file:
        file.write('listen: "127.0.0.1:%d"\njetstream { store_dir: "%s/plain" }\n' % (port, folder))
    with Process(folder, "plain", ["nats-server", "-c", plain]) as process:
        check("a server starts", until(20, lambda: "Server is ready" in process.told()))
        examine("", address, "it maps no fix.GROUP.DEVICE")


def examine(grade, address, *words):
    """What doctor says of a server."""
    done = subprocess.run([common.program(), "doctor", address], capture_output=True, text=True)
    lines = " ".join(done.stdout.split())
    check("doctor says %s" % (words,), all(word in lines for word in words) and ("fail nats" in lines) == bool(grade)
          and (done.returncode == 69) == bool(grade), done.returncode, done.stdout, done.stderr)


def exactly(folder, draw):
    """Nothing is lost or out of order while the server is killed; what is sent again is there once."""
    port, phones = common.free_port(), common.free_port()
    address = "nats://127.0.0.1:%d" % port
    statuses = []
    watch = common.free_port()
    with server(folder, port) as nats_server, gateway(
            folder, "exactly", phones, address + "?partitions=8", "--metrics", "127.0.0.1:%d" % watch) as gate:
        def walk(device):
            for number in range(40):
                fixes = [(1780000000 + number * 10 + n, round(number + n / 10, 1)) for n in range(3)]
                for _ in range(400):
                    status = post(phones, device, fixes)
                    statuses.append(status)
                    if status == 200:
                        break
                    time.sleep(0.1)
                if number % 10 == 9:
                    statuses.append(post(phones, device, fixes))
        threads = [threading.Thread(target=walk, args=("d%d" % n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for accepted in (draw.randrange(20, 80), draw.randrange(120, 180)):
            # By count, not by time: the phones are never done before the server is killed.
            check("phones get on", until(60, lambda accepted=accepted: statuses.count(200) >= accepted), statuses)
            nats_server.end(signal.SIGKILL)
            time.sleep(draw.uniform(0.5, 1.5))
            nats_server.begin()
        for thread in threads:
            thread.join()
        expected = [[round(number + n / 10, 1) for number in range(40) for n in range(3)]] * 6
        found = {}
        for subject, lines in read(address):
            for line in lines:
                found.setdefault(line["device"], []).append(line["latitude"])
        # A message whose acknowledgement was lost with the server may stand twice: its second copy has an equal time.
        once = {device: list(dict.fromkeys(values)) for device, values in found.items()}
        check("every fix is in the stream, in order", list(once.values()) == expected, once)
        doubled = sum(len(values) for values in found.values()) - 720
        check("what is sent again is dropped by its id", doubled == 0, doubled)
        check("phones are told to send again", 503 in statuses and set(statuses) <= {200, 503}, set(statuses))
        check("and the gateway says so once", "asks senders to send again" in gate.told()
              and "takes messages again" in gate.told(), gate.told())
        with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % watch) as answer:
            text = answer.read().decode()
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        check("promtool takes its metrics", done.returncode == 0 and 'connected{stream="%s' % address in text
              and "geoscript_gateway_events_total" in text, done.stderr, text)
        check("it ends in order", gate.end() == 143 and " in " in gate.told(), gate.told())


def refusals(folder):
    """A full stream, another layout, users, and no server."""
    port, phones = common.free_port(), common.free_port()
    address = "nats://127.0.0.1:%d" % port
    with server(folder, port, room=9000):
        with gateway(folder, "full", phones, address + "?stream=SMALL&partitions=8") as gate:
            answers = [post(phones, "d", [(1780000000 + n, n / 10)]) for n in range(60)]
            check("a full stream is told to phones", answers[0] == 200 and answers[-1] == 503, answers)
            check("and to the operator", "insufficient resources" in gate.told(), gate.told())
        # Streams of other names overlap in their subjects.
        words = [common.program(), "gateway", "--from", "http://127.0.0.1:%d" % phones, "--to"]
        done = subprocess.run([*words, address + "?stream=SMALL&partitions=9"], capture_output=True, text=True)
        check("another number of partitions is refused", done.returncode == 64 and "for life" in done.stderr, done.stderr)
    done = subprocess.run([*words, address], capture_output=True, text=True)
    check("no server is 69", done.returncode == 69 and "cannot connect" in done.stderr, done.stderr)
    done = subprocess.run([common.program(), "doctor", address], capture_output=True, text=True)
    check("doctor says so", done.returncode == 69 and "fail" in done.stdout, done.stdout)
    with server(folder, port, "authorization { users = [ { user: gw, password: secret } ] }"):
        done = subprocess.run([*words, address], capture_output=True, text=True)
        check("a missing user is told", done.returncode == 69 and "uthorization" in done.stderr, done.stderr)
        target = "nats://gw@127.0.0.1:%d?partitions=8&stream=SMALL" % port
        with gateway(folder, "user", phones, target, environment={"GEOSCRIPT_NATS_PASSWORD": "secret"}):
            check("a user may publish", post(phones, "e", [(1780000000, 1)]) in (200, 503))


def main():
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nats-server"):
        raise SystemExit("nats-server is not there: run scripts/setup --test")
    draw = random.Random(common.seed())
    for part in (lambda folder: partitions(folder, draw), lambda folder: exactly(folder, draw), refusals):
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    sys.exit(counted())


main()
