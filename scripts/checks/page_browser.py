"""A headless Chromium for the checks of pages, and what each page must fulfill."""
import os
import sys
import time

from common import ROOT

VENV = os.path.join(ROOT, ".build", "page-venv")
if os.path.realpath(sys.prefix) != os.path.realpath(VENV):
    python = os.path.join(VENV, "bin", "python")
    if not os.access(python, os.X_OK):
        sys.exit("%s is not there: run scripts/setup --test" % python)
    os.execv(python, [python, *sys.argv])

from axe_core_python.selenium import Axe  # noqa: E402
from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

failures = []


def check(what, holds, found=""):
    if not holds:
        failures.append("%s %s" % (what, found))


def browser(*words, offline=True):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
                 "--enable-unsafe-swiftshader", "--window-size=1280,900", *words):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.execute_cdp_cmd("Network.enable", {})
    if offline:
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
    return driver


def opened(driver, address):
    """Opens a page and waits until its map is drawn."""
    driver.get("about:blank")
    driver.get(address)
    ready(driver)


def ready(driver):
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if driver.execute_script("return document.body.hasAttribute('data-ready')"):
            return
        time.sleep(0.1)
    failures.append("%s does not become ready: %s" % (driver.current_url, driver.get_log("browser")))


def quiet(driver, name):
    messages = [entry for entry in driver.get_log("browser") if entry["level"] != "INFO"]
    check(name + ": no message on the console", not messages, messages)


def accessible(driver, name):
    found = Axe().run(driver, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})["violations"]
    check(name + ": axe", not found, [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found])


def finish(what):
    print("\n".join(failures) or what)
    sys.exit(1 if failures else 0)
