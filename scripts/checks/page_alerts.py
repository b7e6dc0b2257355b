#!/usr/bin/env python3
"""Alerts that were dropped, came too late, are held or did not arrive are marked on the page, in a file and live."""
import json
import pathlib
import subprocess
import tempfile
import time
import urllib.request

from common import free_port, program
from page_browser import accessible, browser, check, finish, opened, quiet
from page_served import Run, until

SCRIPT = """
local m = CLLocationManager()
m.delegate = { didUpdateLocations = function(_, locations)
  geoscript.alert{ title = "low", key = "low", cooldown = 3600 }
  if locations[#locations].coordinate.latitude > 47.0005 then geoscript.resolve("low") end
end }
m:startUpdatingLocation()
"""
FATES = "return Page.app.model.log.filter(({ fate }) => fate).map(({ type, fate }) => `${type} ${fate.join(' ')}`)"


def fix(number, start):
    return {"type": "location", "device": "rex", "time": start + 60 * number, "latitude": 47 + number / 2000, "longitude": 8,
            "horizontalAccuracy": 5}


def page(folder, name, *words):
    made = subprocess.run([program(), "page", "a.lua", "--from", "log.ndjson", "-o", name, *words], cwd=folder, capture_output=True, text=True)
    check(name + " is made", (folder / name).exists(), made.stderr)
    return "file://%s/%s" % (folder, name)


def file(driver, folder):
    # Noon; the alerts come at intervals of a minute.
    (folder / "log.ndjson").write_text("".join(json.dumps(fix(number, 1777896000)) + "\n" for number in range(4)))
    do = driver.execute_script
    opened(driver, page(folder, "failed.html", "--alerts", "http://127.0.0.1:%d/hook" % free_port(), "--alert-timeout", "1"))
    found = do(FATES)
    check("an alert in its cooldown is on the page", any(each.startswith("suppressed suppressed") and "cooldown" in each for each in found), found)
    check("one that did not arrive says so", any(each.startswith("alert failed http://127.0.0.1") for each in found), found)
    lane = do("return Page.app.lanes.lanes[0].entries.map(({ type }) => type)")
    check("both are in the lane of alerts", "suppressed" in lane and "alert" in lane, lane)
    do("Page.app.showEntry(Page.app.model.log.find(({ type }) => type === 'suppressed'))")
    why = do("return document.getElementById('why').innerText")
    check("Why says the reason", "not raised" in why and "cooldown" in why, why)
    do("Page.app.showEntry(Page.app.model.alerts[0])")
    why = do("return document.getElementById('why').innerText")
    check("Why says what the sink said", "not delivered" in why and "127.0.0.1" in why, why)
    accessible(driver, "marked alerts")
    opened(driver, page(folder, "held.html", "--alerts", "ndjson:out.ndjson", "--quiet-hours", "11:00-15:00"))
    found = do(FATES)
    check("one that is held says so", any(each.startswith("alert held") and "digest" in each for each in found), found)
    opened(driver, page(folder, "sent.html", "--alerts", "ndjson:out.ndjson"))
    found = do(FATES)
    check("one that arrived says nothing", found and not any(each.startswith("alert") for each in found), found)
    quiet(driver, "alerts")


def live(driver, folder):
    phones, port, hook = free_port(), free_port(), free_port()
    with Run(["a.lua", "--from", "http://127.0.0.1:%d" % phones, "--page", "127.0.0.1:%d" % port, "--alerts",
              "http://127.0.0.1:%d/hook" % hook], folder) as run:
        run.wait("(listening for phones)")
        opened(driver, run.url + "/")
        for number in range(2):
            line = {**fix(0, 0), "time": time.time() - 10 + number}
            urllib.request.urlopen("http://127.0.0.1:%d/events" % phones, json.dumps(line).encode(), timeout=20).read()
        until(driver, "the failure comes live", "return Page.app.model.alerts[0]?.fate?.[0] === 'failed'")
        until(driver, "the dropped one comes live", "return Page.app.model.log.some(({ type }) => type === 'suppressed')")
        quiet(driver, "alerts live")


def main():
    driver = browser(offline=False)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.lua").write_text(SCRIPT)
            file(driver, folder)
            live(driver, folder)
    finally:
        driver.quit()
    finish("alerts on the page: all are marked")


main()
