"""The cases of kill.py: fleets that cross fences, and devices that come and stay, each with its script."""
import csv
import gzip
import json
import math
import os
import random
import subprocess
import sys

from common import ROOT

SCRIPT = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region) tell("into " .. region.identifier) end
function app.didExitRegion(_, region) tell("out of " .. region.identifier) end
geoscript.every(97, function() tell("still here") end)
geoscript.after(130, function() tell("once") end)
geoscript.after(1e6, function() tell("never") end)
%s
"""
OWN_FENCES = """\
for _, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do manager:startMonitoringForRegion(region, 20) end
"""
NEIGHBOURS = """\
for n = 0, 79, 9 do
  local other = "d" .. n
  if other ~= geoscript.device.id then manager:startMonitoringProximity(other, 1000, 1500) end
end
"""
# The script reports a crossing when the geocoder has answered; some ask again for the place that was just found.
PLACES = """\
local function ask(region)
  CLGeocoder.new():reverseGeocodeLocation(manager.location, function(places, error)
    tell(region.identifier .. " is at " .. (places and places[1].name or error.code))
  end)
end
app.didEnterRegion = function(_, region) ask(region) end
app.didExitRegion = function(_, region)
  CLGeocoder.new():geocodeAddressString("Paris", function(places)
    tell("out of " .. region.identifier .. ", not to " .. places[1].locality)
    if #region.identifier % 2 == 0 then ask(region) end
  end)
end
"""


STAYS = """\
local app = {}
local manager = CLLocationManager.new{ delegate = app }
local store = geoscript.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{ title = title, count = store.count, at = geoscript.now():timeIntervalSince1970() }
end
function app.didEnterRegion(_, region)
  local key = region.identifier
  geoscript.alert{ title = "into " .. key, key = key, cooldown = 900, repeatEvery = 250, repeatMax = 5 }
end
function app.didExitRegion(_, region)
  if not geoscript.resolve(region.identifier) then tell("out of " .. region.identifier) end
end
function app.didDwellInRegion(_, region) tell("still in " .. region.identifier) end
function app.didVisit(_, visit)
  tell(visit.departureDate == NSDate.distantFuture() and "has come" or "has gone")
end
function app.didUpdateLocations(_, list)
  store.far = (store.far or 0) + 1
  if store.far % 10 == 0 then tell("moved on") end
end
for n = 0, 5 do
  manager:startMonitoringForRegion(CLCircularRegion.new{
    center = CLLocationCoordinate2DMake(52.5, 13.4 + 0.02 * n), radius = 200, identifier = "place " .. n,
    enterDelay = 20 * (n % 2), exitDelay = 45, dwell = 400 })
end
local watcher = CLLocationManager.new{ delegate = { didUpdateLocations = function(_, list)
  store.fixes = (store.fixes or 0) + #list
  if store.fixes % 50 == 0 then tell("fix " .. store.fixes) end
end } }
watcher.pausesLocationUpdatesAutomatically = false
watcher:startUpdatingLocation()
manager:startMonitoringVisits()
manager:startMonitoringSignificantLocationChanges()
local number = tonumber(geoscript.device.id:sub(2))
manager:startMonitoringProximity("s" .. (number + 1) % 6, 500, 900, 300)
"""


# A script for each group, of which all that it must keep shows in its alerts.
GROUPS = """\
local app = geoscript.app{ per = "group" }
local store = app.store
local function tell(title)
  store.count = (store.count or 0) + 1
  geoscript.alert{
    title = title, count = store.count, dice = math.random(1000000), at = geoscript.now():timeIntervalSince1970() }
end
local fences = {}
for n, region in ipairs(geoscript.readGeoJSON("data/fences.geojson")) do
  if n % 4 == 0 then
    region.dwell, region.exitDelay = 40, n % 3 * 15
    fences[#fences + 1] = region
    app:startMonitoringForRegion(region, 20)
  end
end
local function names(list)
  local all = {}
  for place, device in ipairs(list) do all[place] = device.name end
  return table.concat(all, " ")
end
local function later() tell("later") end
geoscript.after(math.huge, later, { identifier = "later" })
function app:didEnterRegion(device, region)
  device.store.visits = (device.store.visits or 0) + 1
  tell(device.name .. " into " .. region.identifier .. ", visit " .. device.store.visits)
  geoscript.after(33, later, { identifier = "later" })
end
function app:didExitRegion(device, region) tell(device.name .. " out of " .. region.identifier) end
function app:didDwellInRegion(device, region) tell(device.name .. " stays in " .. region.identifier) end
function app:didChangeOccupancy(region, inside, device, unknown)
  if #inside > 0 or region == fences[1] then
    tell(region.identifier .. ": " .. names(inside) .. "; unknown: " .. #unknown)
  end
end
function app:didFallSilent(device) tell(device.name .. " is silent") end
local near = {}
function near:didEnterRegion(manager, region)
  -- It hears of the fences, too.
  if pcall(function() return region.device end) then tell(manager.device.name .. " is near " .. region.device) end
end
local function follow(device)
  local manager = device:locationManager()
  manager.delegate = near
  manager:startMonitoringProximity(device.store.follows, 9000, 10000)
  manager:startUpdatingLocation()
end
function app:didAppear(device)
  if device.name:find("8$") then device.staleAfter = 25 end
  for _, other in ipairs(app.devices) do
    if other.name ~= device.name and not device.store.follows then
      device.store.follows = other.name
      follow(device)
    end
  end
end
for _, device in ipairs(app.devices) do
  if device.store.follows then follow(device) end
end
for place = 1, #fences, 5 do
  app:when(function() return geoscript.group.count(fences[place]) >= 1 end, { duration = 2 * place }, function()
    tell("somebody is in " .. fences[place].identifier)
  end)
end
app:when(function() return #app.devices > 0 and geoscript.group.none(fences[1]) end,
  { duration = 31, identifier = "nobody" }, function() tell("nobody") end)
geoscript.every(97, function() tell("still here") end)
"""


class Case:
    """What is run: the words, the most workers it can have, whether a hook and a command are told too, and words
    that change nothing for a device."""

    def __init__(self, *words, workers=2, tells=False, more=()):
        self.words, self.workers, self.tells, self.more = words, workers, tells, more

    def ordered(self, alerts):
        """The alerts in their guaranteed order."""
        return by_device(alerts) if self.more else alerts


def make_stays(folder):
    """Six devices that go to and fro between six places and stay there, in three files that overlap in time."""
    dice = random.Random(7)
    fixes = []
    for device in range(6):
        now, place = device, dice.randrange(6)
        at = 52.5 + 0.0001 * device, 13.4 + 0.02 * place
        while now < 9000:
            goal = 13.4 + 0.02 * dice.randrange(6)
            steps = max(1, math.ceil(abs(goal - at[1]) / 0.003))
            for step in range(steps):
                fixes.append((now, device, at[0], at[1] + (goal - at[1]) * step / steps))
                now += 20
            at = at[0], goal
            until = now + dice.choice((30, 300, 900, 1500))
            while now < until:
                fixes.append((now, device, at[0], at[1] + dice.uniform(-1e-4, 1e-4)))
                now += 40
    fixes.sort()
    names = ("time", "device", "latitude", "longitude", "horizontalAccuracy")
    rows = [(1.7e9 + now, "s%d" % device, round(y, 7), round(x, 7), 10) for now, device, y, x in fixes]
    lines = [json.dumps(dict(zip(names, row), type="location")) + "\n" for row in rows]
    with open(os.path.join(folder, "stays.ndjson"), "w") as w:
        w.writelines(line for line, fix in zip(lines, fixes) if fix[1] % 3 == 0)
    with gzip.open(os.path.join(folder, "stays.ndjson.gz"), "wt", 1) as w:
        w.writelines(line for line, fix in zip(lines, fixes) if fix[1] % 3 == 1)
    with open(os.path.join(folder, "stays.csv"), "w", newline="") as w:
        table = csv.writer(w)
        table.writerow(names)
        table.writerows(row for row, fix in zip(rows, fixes) if fix[1] % 3 == 2)
    with open(os.path.join(folder, "stays.lua"), "w") as w:
        w.write(STAYS)


def prepare(folder):
    """The fleet's logs in three forms, and the script in three; each case with the most workers that it can have."""
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "generate", "workload.py"), "--preset", "C100", "--fixes",
                    "40000", "--fences", "400", "--devices", "80", "--polygons", "1", "--formats",
                    "ndjson,geojson", "--out", os.path.join(folder, "data")], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "data", "fixes.ndjson"), "rb") as r:
        log = r.read()
    with gzip.open(os.path.join(folder, "fixes.ndjson.gz"), "wb", 1) as w:
        w.write(log)
    names = ("time", "device", "latitude", "longitude", "horizontalAccuracy")
    with open(os.path.join(folder, "fixes.csv"), "w", newline="") as w:
        rows = csv.writer(w)
        rows.writerow(names)
        for line in log.splitlines():
            fix = json.loads(line)
            rows.writerow(fix[name] for name in names)
    for name, more in (("shared.lua", ""), ("own.lua", OWN_FENCES), ("near.lua", NEIGHBOURS),
                       ("places.lua", PLACES)):
        with open(os.path.join(folder, name), "w") as w:
            w.write(SCRIPT % more)
    with open(os.path.join(folder, "groups.lua"), "w") as w:
        w.write(GROUPS)
    make_groups(folder, log)
    make_stays(folder)
    stays = "stays.lua", "--from", "stays.ndjson", "--from", "stays.ndjson.gz", "--from", "stays.csv"
    return (
        Case("shared.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
        Case("own.lua", "--from", "fixes.ndjson.gz"),
        Case("own.lua", "--from", "fixes.csv"),
        Case("near.lua", "--from", "data/fixes.ndjson", workers=1),
        Case("places.lua", "--from", "data/fixes.ndjson", "--fences", "data/fences.geojson"),
        Case("groups.lua", "--from", "groups.ndjson", "--group-by", "team", "--stale-after", "40"),
    ), (
        Case(*stays, workers=1, tells=True),
        Case(*stays, workers=1, tells=True, more=("--speed", "15000")),
        Case(*stays, "--background", workers=1, tells=True),
        Case(*stays, "--background", workers=1, tells=True, more=("--speed", "15000")),
    )


def make_groups(folder, log):
    """A part of the fleet in teams; now and then a device pauses, and some change to another team."""
    dice = random.Random(11)
    teams, pauses = {}, {}
    with open(os.path.join(folder, "groups.ndjson"), "w") as w:
        for line in log.splitlines():
            fix = json.loads(line)
            number = int(fix["device"][1:])
            if number % 4:
                continue
            if pauses.get(number, 0) > 0:
                pauses[number] -= 1
                continue
            if dice.random() < 0.01:
                pauses[number] = dice.randrange(15)
            if number not in teams or dice.random() < 0.003:
                teams[number] = "team %d" % dice.randrange(4)
            fix["team"] = teams[number]
            w.write(json.dumps(fix) + "\n")


def by_device(alerts):
    def key(line):
        alert = json.loads(line)
        return alert.get("group") or alert["device"]
    return sorted(alerts.splitlines(), key=key)
