#!/usr/bin/env python3
"""Watches real runs with Prometheus, and checks with operations.py what examples/operations brings.

  scripts/checks/metrics.py

promtool checks the format and the rules, a real Prometheus scrapes a run and answers the queries of the rules and of the
dashboard. The status is 1 when something is not as it should be.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import common

common.use_packages()
import operations  # noqa: E402 # of the environment that use_packages continues in
import yaml  # noqa: E402
from operations import promtool  # noqa: E402
failures = []
count = 0


def check(what, is_right, *details):
    global count
    count += 1
    if not is_right:
        failures.append(what)
        print("  WRONG:", what, *details)


def get(url):
    """The status and the text of a page."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        return 0, str(error)


def until(seconds, test):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if test():
            return True
        time.sleep(0.1)
    return False


class Process:
    """A program that ends with its block."""

    def __init__(self, words, folder):
        self.log = open(os.path.join(folder, os.path.basename(words[0]) + ".log"), "w+")
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, cwd=folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()


def expressions():
    """The queries of the rules and of the dashboard."""
    with open(os.path.join(operations.FOLDER, "rules.yml")) as file:
        for group in yaml.safe_load(file)["groups"]:
            for rule in group["rules"]:
                yield rule["expr"]
    with open(os.path.join(operations.FOLDER, "grafana-dashboard.json")) as file:
        for panel in json.load(file)["panels"]:
            for target in panel["targets"]:
                yield target["expr"].replace("$instance", ".*")


def watched(folder):
    """A run with all kinds of metrics, scraped by promtool and by Prometheus."""
    script = os.path.join(folder, "s.lua")
    with open(script, "w") as file:
        file.write("""local app = {}
function app.didUpdateToLocation() geoscript.alert{ title = "here" } end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
""")
    phones, port, server = common.free_port(), common.free_port(), common.free_port()
    base = "http://127.0.0.1:%d" % port
    run = [common.program(), "run", script, "--from", "http://127.0.0.1:%d" % phones, "--from",
           'tcp://127.0.0.1:1?device=a"b', "--state", os.path.join(folder, "state"), "--alerts", "exec:true",
           "--metrics", "127.0.0.1:%d" % port]
    configuration = os.path.join(folder, "prometheus.yml")
    with open(configuration, "w") as file:
        yaml.safe_dump({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [os.path.join(operations.FOLDER, "rules.yml")],
            "scrape_configs": [{"job_name": "geoscript", "static_configs": [{"targets": ["127.0.0.1:%d" % port]}]}],
        }, file)
    with Process(run, folder):
        check("the run is ready", until(20, lambda: get(base + "/readyz")[0] == 200))
        for number in range(5):
            fix = {"device": "van", "latitude": 1, "longitude": number, "timestamp": time.time() - 1}
            urllib.request.urlopen("http://127.0.0.1:%d/events" % phones, json.dumps(fix).encode()).close()
        status, text = get(base + "/metrics")
        check("the metrics are there", status == 200, text)
        check("promtool takes them", *promtool("check", "metrics", text=text))
        known = set(re.findall(r"^# TYPE (\S+)", text, re.M))
        for expression in expressions():
            for name in re.findall(r"(?<![:\w])(?:geoscript|process)_\w+", expression):
                name = re.sub(r"_(bucket|sum|count)$", "", name)
                check("%s exists" % name, name in known, expression)
        with Process(["prometheus", "--config.file", configuration, "--storage.tsdb.path",
                      os.path.join(folder, "data"), "--web.listen-address", "127.0.0.1:%d" % server], folder):
            ask = "http://127.0.0.1:%d/api/v1/" % server

            def query(expression):
                status, text = get(ask + "query?" + urllib.parse.urlencode({"query": expression}))
                answer = json.loads(text) if status in (200, 400) else {"error": text}
                return answer.get("data", {}).get("result"), answer.get("error")

            check("Prometheus sees the fixes", until(30, lambda: [
                each["value"][1] for each in query("geoscript_fixes_total")[0] or []] == ["5"]), query("up"))
            down = query('geoscript_source_connected == 0')[0]
            check("the lost source is told", [each["metric"]["source"] for each in down] ==
                  ['tcp://127.0.0.1:1?device=a"b'], down)
            for expression in expressions():
                result, error = query(expression)
                check("Prometheus takes %s" % expression, result is not None, error)
            status, text = get(ask + "rules")
            groups = json.loads(text)["data"]["groups"]
            health = {rule["name"]: rule["health"] for group in groups for rule in group["rules"]}
            check("the rules run", until(10, lambda: len(health) == 12 and "err" not in health.values()), health)
    check("the server ends with the run", get(base + "/healthz")[0] == 0)


def main():
    for tool in ("promtool", "prometheus"):
        if not shutil.which(tool):
            raise SystemExit("%s is not there: run scripts/setup --test" % tool)
    operations.run(check)
    with tempfile.TemporaryDirectory() as folder:
        watched(folder)
    common.count_checks(count - len(failures), len(failures))
    print("%d passed, %d failed" % (count - len(failures), len(failures)))
    raise SystemExit(1 if failures else 0)


main()
