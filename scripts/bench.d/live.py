"""Live runs: datagrams, HTTP and MQTT on loopback, each compared with a minimal program."""
import getpass
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import time

import measuring
from measuring import Reference, Row, Unmeasured, figures, reference_command, written

REFERENCES = {"mqtt_counter": Reference(("libmosquitto",))}

ROWS = (
    # Through a broker: wall time ÷ that of a bare counter of messages, and our CPU time a message ÷ that of the counter.
    Row("mqtt-qos0", "ratio", 1.67, 1.1, "process-mqtt"),
    Row("mqtt-qos1", "ratio", 1.67, 1.1, "process-mqtt"),
    Row("mqtt-cpu-qos0", "ratio", 8, 5, "process-mqtt"),
    Row("mqtt-cpu-qos1", "ratio", 8, 5, "process-mqtt"),
    # From the moment a datagram is sent to its line on standard output, which our callback writes: wall time ÷ that of
    # a program that only receives and prints. The median and the 99th percentile.
    Row("live-latency", "ratio", 10, 3, "process-live"),
    Row("live-latency-99", "ratio", 20, 5, "process-live"),
    # A fix of OwnTracks posted to /pub, with a Lua delegate: wall time at 32 connections ÷ that of a server that only
    # answers.
    Row("http-pub", "ratio", 8, 4, "process-http"),
)

LIVE_SCRIPT = """\
local manager = CLLocationManager.new{}
manager.delegate = { didUpdateToLocation = function(_, new) print(new.altitude) end }
manager:startUpdatingLocation()
"""

WRK_SCRIPT = """
local n = 0
local head = { ["Host"] = "127.0.0.1", ["Content-Type"] = "application/json", ["X-Limit-U"] = "jane", ["X-Limit-D"] = "phone" }
local body = '{"_type":"location","acc":12,"alt":15,"batt":61,"bs":1,"conn":"w","lat":%.5f,"lon":2.29500,'
  .. '"tid":"JJ","tst":%d,"vac":3,"vel":54}'
function request()
  n = n + 1
  return wrk.format("POST", "/pub", head, body:format(48 + n % 10000 * 1e-5, 1700000000 + math.floor(n / 100)))
end
function done(summary) io.write("bad ", summary.errors.status + summary.errors.connect + summary.errors.read, "\\n") end
"""

POST_SCRIPT = """\
local app, count = {}, 0
local manager = CLLocationManager.new{ delegate = app }
function app.didUpdateToLocation(_, location) count = count + location.coordinate.latitude end
manager:startUpdatingLocation()
"""

MQTT_SCRIPT = """\
local fixes = 0
local manager = CLLocationManager.new{ delegate = { didUpdateLocations = function(_, locations)
  fixes = fixes + #locations
end } }
manager:startUpdatingLocation()
geoscript.onMessage(function(message)
  if message.n then geoscript.owntracks.publish({ fixes = fixes }, { topic = "bench/done" }) end
end)
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def spent(process):
    """Waits for a process and returns its CPU seconds."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def started(command, port, kind=socket.SOCK_STREAM):
    """A process that listens at a port; for TCP, returns once it listens."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if kind == socket.SOCK_STREAM:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return process
            except OSError:
                time.sleep(0.05)
        process.kill()
        raise Unmeasured("%s does not listen" % command[0])
    return process


def latencies(command, port):
    """Milliseconds from a datagram to its printed line, sorted, for two thousand datagrams, one at a time."""
    host = started(command, port, socket.SOCK_DGRAM)
    delays = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        def send(number):
            sender.sendto(b'{"timestamp":%.6f,"device":"phone","latitude":45.%07d,"longitude":14,"altitude":%d,'
                          b'"horizontalAccuracy":5}\n' % (time.time(), number, number), ("127.0.0.1", port))

        # Until it listens.
        for number in range(100):
            send(number)
            if select.select([host.stdout], [], [], 0.1)[0]:
                break
        else:
            host.kill()
            raise Unmeasured("live: nothing came back")
        time.sleep(0.2)
        while select.select([host.stdout], [], [], 0.1)[0]:
            os.read(host.stdout.fileno(), 65536)
        for number in range(1000, 3000):
            time.sleep(0.001)
            start = time.perf_counter()
            send(number)
            if not select.select([host.stdout], [], [], 2)[0]:
                break
            os.read(host.stdout.fileno(), 65536)
            delays.append((time.perf_counter() - start) * 1e3)
    host.terminate()
    host.communicate()
    if len(delays) < 2000:
        raise Unmeasured("live: a datagram was not answered")
    return sorted(delays)


def live(_):
    ours, theirs = free_port(), free_port()
    ours = latencies([measuring.programs.geoscript, "run", written("live.lua", LIVE_SCRIPT), "--from",
                      "udp://127.0.0.1:%d" % ours, "--quiet"], ours)
    theirs = latencies(reference_command("udp_lines") + [str(theirs)], theirs)
    return {"live-latency": (ours[1000] / theirs[1000], "ratio"), "live-latency-99": (ours[1980] / theirs[1980], "ratio"),
            "our latency": (ours[1000], "ms"), "the bare program's latency": (theirs[1000], "ms")}


def http_rate(command, port):
    """The requests per second that wrk achieves, and the CPU seconds of one."""
    server = started(command, port)
    try:
        told = subprocess.run(["wrk", "-t1", "-c32", "-d5s", "-s", written("posts.lua", WRK_SCRIPT),
                               "http://127.0.0.1:%d" % port], capture_output=True, text=True).stdout
        rate, count = re.search(r"Requests/sec:\s+([\d.]+)", told), re.search(r"(\d+) requests in", told)
        if not rate or "bad 0" not in told:
            raise Unmeasured("wrk says: " + told)
        with open("/proc/%d/stat" % server.pid) as file:
            ticks = file.read().rpartition(")")[2].split()
        cpu = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
        return float(rate[1]), cpu / int(count[1])
    finally:
        server.terminate()
        server.communicate()


def http(_):
    """wrk posts fixes over persistent connections to a run whose script counts them."""
    if not shutil.which("wrk"):
        raise Unmeasured("there is no wrk: scripts/setup --bench")
    ours, theirs = free_port(), free_port()
    ours, cpu = http_rate([measuring.programs.geoscript, "run", written("count.lua", POST_SCRIPT), "--quiet", "--from",
                           "http://127.0.0.1:%d" % ours], ours)
    theirs, _ = http_rate(reference_command("http_answers") + [str(theirs)], theirs)
    return {"http-pub": (theirs / ours, "ratio"), "requests a second": (ours, "1/s"),
            "requests a second of the bare server": (theirs, "1/s"), "CPU of a request": (cpu * 1e6, "µs")}


def mqtt(_):
    """A fleet of 100 phones publishes through mosquitto to a bare counter, then to a script with a delegate."""
    mosquitto = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
    if not mosquitto:
        raise Unmeasured("there is no mosquitto: scripts/setup --test")
    counter = reference_command("mqtt_counter", REFERENCES["mqtt_counter"])
    script = written("mqtt.lua", MQTT_SCRIPT)
    port, found = free_port(), {}
    configuration = written("mosquitto.conf", "listener %d 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n"
                            "max_inflight_messages 0\nuser %s\n" % (port, getpass.getuser()))
    broker = started([mosquitto, "-c", configuration], port)
    try:
        for qos, count in ((0, 200000), (1, 100000)):
            walls, cpus = [], []
            for is_ours in (False, True):
                address = "mqtt://127.0.0.1:%d/owntracks/#?clean=true&qos=%d" % (port, qos)
                command = ([measuring.programs.geoscript, "run", script, "--from", address] if is_ours
                           else counter + ["count", str(port), str(qos)])
                listener = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                # Both print a line when they have subscribed.
                listener.stdout.readline()
                walls.append(figures(counter + ["publish", str(port), str(qos), str(count)])["publisher"][0] / count)
                if is_ours:
                    listener.send_signal(signal.SIGINT)
                listener.stdout.read()
                cpus.append(spent(listener) / count * 1e6)
            found["mqtt-qos%d" % qos] = (walls[1] / walls[0], "ratio")
            found["mqtt-cpu-qos%d" % qos] = (cpus[1] / cpus[0], "ratio")
            found["CPU of a message, qos %d" % qos] = (cpus[1], "µs")
            found["messages a second, qos %d" % qos] = (1 / walls[1], "1/s")
    finally:
        broker.terminate()
        broker.communicate()
    return found


PROCESSES = {"process-live": live, "process-http": http, "process-mqtt": mqtt}
PROBES = dict.fromkeys(PROCESSES)
