"""The parts that the checks with NATS share: processes, servers, and how partitions are named."""
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import common

PARTITIONS = 8
failures = []
count = 0


def check(what, is_right, *details):
    global count
    count += 1
    if not is_right:
        failures.append(what)
        print("  WRONG:", what, *details)


def until(seconds, test):
    """Waits for what takes some seconds on a quiet machine; a busy one may take three times as long."""
    end = time.monotonic() + 3 * seconds
    while time.monotonic() < end:
        if test():
            return True
        time.sleep(0.05)
    return False


class Process:
    """A program that ends with its block; its standard error is in a file."""

    def __init__(self, folder, name, words, environment=None):
        self.path = os.path.join(folder, name + ".log")
        self.words, self.environment = words, environment
        self.begin()

    def begin(self):
        with open(self.path, "a") as log:
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log, env={**os.environ, **(self.environment or {})})

    def told(self):
        with open(self.path) as file:
            return file.read()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()


def server(folder, port, *lines, partitions=PARTITIONS, room=None):
    """A NATS server with the configuration that geoscript prints, and further lines."""
    text = subprocess.run([common.program(), "nats-config", "--partitions", str(partitions)], capture_output=True,
                          text=True, check=True).stdout
    text = text.replace("127.0.0.1:4222", "127.0.0.1:%d" % port).replace("/var/lib/nats", folder + "/js%d" % port)
    if room:
        text = text.replace("store_dir:", "max_file_store: %d\n  store_dir:" % room)
    path = os.path.join(folder, "nats%d.conf" % port)
    with open(path, "w") as file:
        file.write(text + "\n".join(lines))
    done = subprocess.run(["nats-server", "-t", "-c", path], capture_output=True, text=True)
    check("the server takes its configuration", done.returncode == 0, done.stderr)
    process = Process(folder, "nats%d" % port, ["nats-server", "-c", path])
    check("the server starts", until(20, lambda: "Server is ready" in process.told()), process.told())
    return process


class Line:
    """A connection's way to a server, which can hold back all bytes."""

    def __init__(self, port):
        self.target, self.open = port, threading.Event()
        self.open.set()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.server.accept()
            except OSError:
                return
            self.open.wait()
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    def carry(self, source, target):
        try:
            while data := source.recv(65536):
                self.open.wait()
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.open.set()
        self.server.close()


class Servers:
    """One server, or a cluster of three."""

    def __init__(self, folder, count):
        self.ports = [common.free_port() for _ in range(count)]
        routes = [common.free_port() for _ in range(count)]
        self.all = []
        for n, port in enumerate(self.ports):
            lines = () if count == 1 else (
                "server_name: n%d" % n, "cluster { name: c, listen: 127.0.0.1:%d, no_advertise: true, routes: [%s] }" % (
                    routes[n], ", ".join("nats://127.0.0.1:%d" % other for other in routes)))
            self.all.append(server(folder, port, *lines))
        others = ",".join("127.0.0.1:%d" % port for port in self.ports[1:])
        self.address = "nats://127.0.0.1:%d?partitions=%d" % (self.ports[0], PARTITIONS) + (
            "&replicas=3&servers=" + others if others else "")

    @property
    def urls(self):
        return ["nats://127.0.0.1:%d" % port for port in self.ports]

    def end(self):
        for each in self.all:
            if each.process.poll() is None:
                each.end()


def token(name):
    return "".join(chr(b) if re.match(r"[\w-]", chr(b), re.A) else "%%%02X" % b for b in name.encode())


def partition(group, count):
    """FNV-1a of 32 bits over the group's token, modulo the number of partitions (SC-11)."""
    value = 2166136261
    for byte in token(group).encode():
        value = ((value ^ byte) * 16777619) & 0xffffffff
    return value % count


def by_owner(text):
    lists = {}
    for line in text.splitlines():
        alert = json.loads(line)
        lists.setdefault(alert.get("group") or alert["device"], []).append(line)
    return lists


def counted():
    """Tells the number of checks; returns the status of the script."""
    common.count_checks(count - len(failures), len(failures))
    print("%d passed, %d failed" % (count - len(failures), len(failures)))
    return 1 if failures else 0


def used(process):
    """CPU seconds and peak MiB of a running process."""
    with open("/proc/%d/stat" % process.pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    with open("/proc/%d/status" % process.pid) as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), peak / 1024


def handled(worker):
    """How many events a worker has handled; 0 as long as it does not tell."""
    address = [line.split()[1].rstrip(",") for line in worker.told()[worker.start:].splitlines() if line.startswith("metrics: ")]
    if not address:
        return 0
    try:
        with urllib.request.urlopen(address[-1], timeout=60) as answer:
            text = answer.read().decode()
    except OSError:
        return 0
    return next((float(line.split()[1]) for line in text.splitlines() if line.startswith("geoscript_events_total ")), 0)
