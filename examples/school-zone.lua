-- A school yard as a polygon and the street to it as a corridor: who drives too fast there, and who stays in the yard.
local limit = 30 / 3.6 -- metres a second

local yard = PolygonRegion.new{
  identifier = "school yard",
  coordinates = {
    { latitude = 45.27600, longitude = 13.71935 }, { latitude = 45.27610, longitude = 13.72025 },
    { latitude = 45.27655, longitude = 13.72020 }, { latitude = 45.27665, longitude = 13.71950 },
  },
  holes = { { -- the building
    { latitude = 45.27640, longitude = 13.71955 }, { latitude = 45.27640, longitude = 13.71970 },
    { latitude = 45.27655, longitude = 13.71970 }, { latitude = 45.27655, longitude = 13.71955 },
  } },
}

local street = CorridorRegion.new{
  identifier = "School Street", width = 40,
  path = {
    { latitude = 45.27884, longitude = 13.72244 }, { latitude = 45.27748, longitude = 13.72117 },
    { latitude = 45.27644, longitude = 13.71983 },
  },
}

local app = {}
local arrival, fastest

function app.didEnterRegion(_, region)
  if region.identifier == street.identifier then
    fastest = 0
  else
    arrival = geoscript.now()
  end
end

function app.didUpdateToLocation(_, location)
  if fastest then fastest = math.max(fastest, location.speed) end
end

function app.didExitRegion(_, region)
  if region.identifier == street.identifier then
    local body = string.format("%.0f km/h in %s", fastest * 3.6, street.identifier)
    geoscript.alert{ title = fastest > limit and "Too fast" or "Well driven", body = body }
    fastest = nil
  elseif arrival then
    geoscript.alert{ title = "Left the yard", body = string.format("after %.0f seconds", geoscript.now() - arrival) }
  end
end

local manager = CLLocationManager.new{ delegate = app }
manager:startMonitoringForRegions({ yard, street }, kCLLocationAccuracyBest)
manager:startUpdatingLocation()

local stop = { latitude = 45.2764, longitude = 13.7198 }
print(yard, street)
print(string.format("the stop is %.0f m inside the yard", -yard:distanceToCoordinate(stop)))
