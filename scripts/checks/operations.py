"""What tools and geoscript itself say of the files in examples/operations: a part of metrics.py."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import common
import yaml  # of the environment that use_packages has continued in

FOLDER = os.path.join(common.ROOT, "examples", "operations")
UNITS = ("geoscript-fleet.service", "geoscript-gateway.service", "geoscript-worker@.service")


def read(name):
    with open(os.path.join(FOLDER, name)) as file:
        return file.read()


def promtool(*words, text=None):
    done = subprocess.run(["promtool", *words], input=text, capture_output=True, text=True, cwd=FOLDER)
    return done.returncode == 0, done.stdout + done.stderr


def files(check):
    for name in ("prometheus.yml", "prometheus-compose.yml", "prometheus-scale.yml"):
        check(name, *promtool("check", "config", "--syntax-only", name))
    for name in ("rules", "rules-scale"):
        check(name + ".yml", *promtool("check", "rules", name + ".yml"))
        check(name + ".test.yml", *promtool("test", "rules", name + ".test.yml"))
    for name in ("kubernetes.yml", "kubernetes-scale.yml"):
        done = subprocess.run([os.path.join(os.path.dirname(sys.executable), "kubernetes-validate"), "--strict",
                               os.path.join(FOLDER, name)], capture_output=True, text=True)
        check(name, done.returncode == 0, done.stdout, done.stderr)
    for name in ("compose.yml", "compose-scale.yml"):
        compose = yaml.safe_load(read(name))
        for service in compose["services"].values():
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                # The user brings the script.
                check("%s: %s" % (name, volume), source in compose["volumes"] or source == "./fleet.lua"
                      or os.path.exists(os.path.join(FOLDER, source)))
    listed = read("README.md")
    for name in os.listdir(FOLDER):
        check("the README names %s" % name, name == "README.md" or "(%s)" % name in listed)
    known = set(re.findall(r"`(geoscript_\w+)", open(os.path.join(common.ROOT, "Sources/Manual/pages/metrics.md")).read()))
    for name in set(re.findall(r"\bgeoscript_(?:stream|gateway|partition|lease)\w+", re.sub(
            r"record: .*|job:\w+", "", read("rules-scale.yml")))):
        check("%s exists" % name, name in known)


def units(check):
    """systemd-analyze takes the units, with this geoscript."""
    if not shutil.which("systemd-analyze"):
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in UNITS:
            path = os.path.join(folder, name.replace("@", "@1"))
            with open(path, "w") as file:
                file.write(read(name).replace("/usr/bin/geoscript", common.program()))
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True)
            check(name, done.returncode == 0 and not done.stderr, done.stderr)


def nats(check):
    """nats-server takes the configuration, whose mapping is that of nats-config."""
    if not shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin"):
        return
    done = subprocess.run([shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin"), "-t", "-c",
                           os.path.join(FOLDER, "nats.conf")], capture_output=True, text=True)
    check("nats.conf", done.returncode == 0, done.stderr)
    printed = subprocess.run([common.program(), "nats-config"], capture_output=True, text=True, check=True).stdout
    for line in ('"fix.*.*"', "max_payload"):
        ours, theirs = (re.search(r"^ *%s.*$" % re.escape(line), text, re.M) for text in (read("nats.conf"), printed))
        check("nats.conf: %s" % line, ours and theirs and ours[0] == theirs[0], ours, theirs)


def commands():
    """The words of geoscript in each file, under the names of their places."""
    for name in UNITS:
        text = re.search(r"ExecStart=/usr/bin/geoscript (.*?)\n[A-Z]", read(name), re.S).group(1)
        yield name, text.replace("\\\n", "").replace("%i", "1").split()
    for name in ("compose.yml", "compose-scale.yml"):
        for service in yaml.safe_load(read(name))["services"].values():
            if service["image"].startswith("geoscript"):
                yield name, service["command"].split()
    for name in ("kubernetes.yml", "kubernetes-scale.yml"):
        for part in yaml.safe_load_all(read(name)):
            for container in part["spec"].get("template", {}).get("spec", {}).get("containers", []):
                yield name, container["args"]
                probes = {container[probe]["httpGet"]["path"] for probe in container if probe.endswith("Probe")}
                yield name, probes


def words(check):
    """geoscript knows the words; a gateway is tried without a server: 69 and not 64."""
    with tempfile.NamedTemporaryFile("w") as token:
        # The container's secret is elsewhere here.
        token.write("Zm9yIGEgdGVzdCBvbmx5LCAyNCBieXRlcw\n")
        token.flush()
        for name, given in commands():
            if isinstance(given, set):
                check("%s: the probes" % name, given == {"/readyz", "/healthz"}, given)
                continue
            given = [re.sub(r"(/run)?/secrets/token", token.name, word) for word in given]
            if given[0] == "run":
                done = subprocess.run([common.program(), "config", *given[1:]], capture_output=True, text=True)
                check("%s: %s" % (name, given), done.returncode == 0 and "metrics" in done.stdout, done.stderr)
            else:
                given = [re.sub(r"nats://[^?]*", "nats://127.0.0.1:1", word) for word in given]
                done = subprocess.run([common.program(), *given], capture_output=True, text=True)
                check("%s: %s" % (name, given), done.returncode == 69 and "cannot connect" in done.stderr, done.stderr)


def run(check):
    files(check)
    units(check)
    nats(check)
    words(check)
