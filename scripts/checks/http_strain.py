#!/usr/bin/env python3
"""Strains a running `geoscript run --from http://127.0.0.1:PORT`: slow clients, too many of them, and kills.

  scripts/checks/http_strain.py [--kills N] [--slow SECONDS]

The last check kills runs with -9 while phones send: every fix that was answered 200 must be in the log of --record. The
status is 1 when something is not as it should be.
"""
import argparse
import datetime
import json
import os
import signal
import tempfile
import threading
import time

import common  # noqa: F401, knows where http_run is
from http_run import LOCATION, Server, check, finish, request


class SlowClients:
    """Connections that send one byte per call, and reconnect when they are cut off."""

    def __init__(self, server, count, start):
        self.server, self.start = server, start
        self.clients = [self.begin() for _ in range(count)]
        self.lives, self.answers = [], b""

    def begin(self):
        client = self.server.connect()
        client.sendall(self.start)
        client.setblocking(False)
        return client, time.monotonic()

    def send(self):
        for index, (client, began) in enumerate(self.clients):
            try:
                client.send(b"a")
                answer = client.recv(4096)
            except BlockingIOError:
                continue
            except OSError:
                answer = b""
            self.answers += answer
            self.lives.append(time.monotonic() - began)
            client.close()
            self.clients[index] = self.begin()

    def close(self):
        for client, _ in self.clients:
            client.close()


def slow(seconds):
    """Clients that send a byte now and then, or nothing at all, while others get answers."""
    with Server(query="?idle=3") as server:
        before = server.memory()
        headers = SlowClients(server, 100, b"POST /pub HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        bodies = SlowClients(server, 100, b"POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")
        idle = server.connect(20)
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        idle.recv(4096)
        began = time.monotonic()
        times = []
        while time.monotonic() < began + seconds:
            start = time.monotonic()
            check("others are answered meanwhile",
                  server.curl("/pub?u=a&d=b", "-d", LOCATION.replace("1700", f"{1700 + len(times)}"))[0] == 200)
            times.append(time.monotonic() - start)
            headers.send()
            bodies.send()
            time.sleep(1 if seconds < 60 else 5)
        check("an endless header is cut off after 10 s",
              len(headers.lives) >= 100 and all(9 < life < 18 for life in headers.lives), headers.lives[:5])
        if seconds > 70:
            check("an endless body is cut off after 60 s",
                  len(bodies.lives) >= 100 and all(59 < life < 68 for life in bodies.lives), bodies.lives[:5])
            check("and the answer says why", b" 408 " in bodies.answers and b"within 60 s" in bodies.answers, bodies.answers[:300])
        else:
            check("a slow body is accepted", not bodies.lives, bodies.lives[:5])
        check("a silent client is cut off", idle.recv(4096) == b"")
        check("memory stays bounded", server.memory() < before + 20, (before, server.memory()))
        print(f"  {seconds} s: {len(headers.lives)} headers and {len(bodies.lives)} bodies cut off, {len(times)} others answered "
              f"in {max(times):.2f} s at most, memory {before:.0f} to {server.memory():.0f} MiB")
        headers.close()
        bodies.close()


def flood():
    """More connections than are allowed."""
    with Server(query="?connections=100") as server:
        clients = []
        for _ in range(400):
            try:
                clients.append(server.connect(1))
            except OSError:
                break
        with open(f"/proc/{server.process.pid}/status") as file:
            check("the run lives", file.read() != "")
        open_files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        check("no more connections than allowed are accepted", open_files < 160, open_files)
        for client in clients:
            client.close()
        time.sleep(0.5)
        check("it answers once they are gone", server.is_alive())


def kills(count):
    """Everything that was answered 200 is in the log of a run that was killed."""
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(count):
            log = os.path.join(folder, f"log{turn}.ndjson")
            answered = []
            with Server("--record", log) as server:
                stop = threading.Event()

                def send(worker):
                    number = 0
                    try:
                        client = server.connect(5)
                        while not stop.is_set():
                            stamp = 1700000000 + number
                            body = LOCATION.replace("1700000000", str(stamp))
                            client.sendall(request(body, f"/pub?u=w{worker}&d=p"))
                            if not client.recv(4096).startswith(b"HTTP/1.1 200"):
                                return
                            answered.append((f"w{worker}/p", stamp))
                            number += 1
                    except OSError:
                        pass
                threads = [threading.Thread(target=send, args=(n,)) for n in range(8)]
                for thread in threads:
                    thread.start()
                time.sleep(0.3 + 0.1 * (turn % 5))
                os.kill(server.process.pid, signal.SIGKILL)
                server.process.wait()
                stop.set()
                for thread in threads:
                    thread.join()
            kept = set()
            with open(log) as file:
                for line in file:
                    try:
                        event = json.loads(line)
                    except ValueError:
                        continue  # the line that was being written
                    kept.add((event.get("device"), as_seconds(event.get("timestamp", event.get("time")))))
            lost = [each for each in answered if each not in kept]
            check(f"kill {turn + 1}: none of {len(answered)} is lost", answered and not lost, lost[:5])
            print(f"  kill {turn + 1}: {len(answered)} answered, {len(lost)} lost")


def as_seconds(value):
    if isinstance(value, str):
        return round(datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp())
    return value if value is None else round(value)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--slow", type=int, default=14, metavar="SECONDS", help="how long slow clients go on (default: 14)")
    arguments = parser.parse_args()
    for body, words in ((slow, (arguments.slow,)), (flood, ()), (kills, (arguments.kills,))):
        print(f"{body.__name__}: {body.__doc__.splitlines()[0]}", flush=True)
        body(*words)
    finish()
