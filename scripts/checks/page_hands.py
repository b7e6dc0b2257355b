#!/usr/bin/env python3
"""What people do on a served page reaches the run, in headless Chromium."""
import pathlib
import subprocess
import tempfile
import time

from common import program
from page_browser import accessible, browser, check, finish, opened, quiet
from page_served import Run, until

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402 # of the environment that page_browser continues in

HANDS = """
local map = MKMapView()
map.region = MKCoordinateRegionMakeWithDistance({ latitude = 30, longitude = 10 }, 20000000, 20000000)
local wide
map.delegate = { regionDidChangeAnimated = function(map)
  local span = map.region.span.longitudeDelta
  if wide and span < wide * 0.75 then print("zoomed in") end
  wide = wide or span
end }
local m, isTold = CLLocationManager(), false
m.delegate = { didUpdateLocations = function(_, list)
  if isTold then return end
  isTold = true
  geoscript.alert{ title = "made " .. tostring(list[1].sourceInformation.isSimulatedBySoftware), key = "made" }
end }
m:startUpdatingLocation()
"""


def hands(driver, folder):
    """A click is a fix, a drag a way, two taps a zoom of the script's map; an alert is acknowledged; the log plays again."""
    (folder / "h.lua").write_text(HANDS)
    with Run(["h.lua", "--page", "127.0.0.1:0", "--emulate", "--page-control"], folder) as run:
        # What the page before said when its run ended.
        driver.get("about:blank")
        driver.get_log("browser")
        opened(driver, run.url + "/")
        do = driver.execute_script
        canvas = driver.find_element("css selector", "#map canvas")
        move = lambda x, y: ActionChains(driver, 100).move_to_element_with_offset(canvas, x, y)  # noqa: E731
        driver.find_element("id", "emulate").click()
        move(-100, 0).click().perform()
        until(driver, "a click is a fix", "return Page.app.model.devices[0]?.count === 1")
        until(driver, "it is marked", "return Page.app.model.alerts[0]?.json.title === 'made true'")
        move(-100, 0).click_and_hold().perform()
        time.sleep(1.1)
        move(-50, 20).release().perform()
        until(driver, "a drag is a way", "return Page.app.model.devices[0].count >= 3")
        driver.find_element("id", "touch").click()
        move(60, 60).click().click().perform()
        until(driver, "two taps reach the script's map", "return Page.app.model.log.some((entry) => entry.json.text === 'zoomed in')")
        driver.find_element("id", "touch").click()
        do("Page.app.showAlert(Page.app.model.alerts[0])")
        do("[...document.querySelectorAll('#why button')].find((each) => each.textContent === 'Acknowledge').click()")
        until(driver, "an alert is acknowledged", "return Page.app.tools.log.includes('acknowledge')")
        accessible(driver, "hands")
        quiet(driver, "hands")
        log = do("return Page.app.tools.log")
    (folder / "touches.ndjson").write_text(log)
    again = subprocess.run(
        [program(), "run", "h.lua", "--from", "touches.ndjson", "--alerts", "text"], cwd=folder, capture_output=True, text=True)
    check("the saved log plays again", again.returncode == 0 and "made true" in again.stdout and "zoomed in" in again.stdout,
          log + again.stdout + again.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        driver = browser(offline=False)
        try:
            hands(driver, folder)
        finally:
            driver.quit()
    finish("hands on a served page: touches, positions and acknowledgements")


main()
