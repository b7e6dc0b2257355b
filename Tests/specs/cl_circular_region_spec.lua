-- CLCircularRegion and CLRegion: circles with a name.
local spec = require "spec"
local depot = CLLocationCoordinate2DMake(45, 14)

spec("takes center, radius and identifier, in order or by name", function()
  local a = CLCircularRegion(depot, 150, "depot")
  local b = CLCircularRegion.new{ center = depot, radius = 150, identifier = "depot" }
  for _, region in ipairs{ a, b } do
    spec.equal(region.center, depot)
    spec.equal(region.radius, 150.0)
    spec.equal(region.identifier, "depot")
  end
end)

-- E-2: both `CLRegion` initializers exist.
spec("E-2: CLRegion makes circles too, under the old name", function()
  local old = CLRegion.new{ center = depot, radius = 150, identifier = "depot" }
  spec.equal(CLRegion(depot, 150, "depot").identifier, "depot")
  spec.equal(old.radius, 150.0)
  spec.equal(old.center, depot)
  spec.equal(old:isKindOfClass(CLRegion), true)
  spec.equal(old:isKindOfClass(CLCircularRegion), true)
  spec.equal(CLRegion.is(CLCircularRegion(depot, 1, "x")), true)
  spec.raises("make one: CLRegion(center, radius, identifier)", function()
    return CLRegion:initCircularRegionWithCenter(depot, 150, "depot") -- luacheck: ignore
  end)
end)

spec("containsCoordinate counts the edge", function()
  local region = CLCircularRegion({ latitude = 0, longitude = 0 }, 111319.5, "degree")
  spec.equal(region:containsCoordinate{ latitude = 0, longitude = 0.999999 }, true)
  spec.equal(region:containsCoordinate{ latitude = 0, longitude = 1.00001 }, false)
  local far = CLCircularRegion({ latitude = 0, longitude = 180 }, 2000, "far")
  spec.equal(far:containsCoordinate{ latitude = 0, longitude = -179.99 }, true)
end)

spec("notifyOnEntry and notifyOnExit are on unless told otherwise", function()
  local region = CLCircularRegion(depot, 150, "depot")
  spec.equal(region.notifyOnEntry, true)
  spec.equal(region.notifyOnExit, true)
  region.notifyOnExit = false
  spec.equal(region.notifyOnExit, false)
  local silent = CLRegion.new{ center = depot, radius = 1, identifier = "x", notifyOnEntry = false }
  spec.equal(silent.notifyOnEntry, false)
end)

spec("what cannot be changed, says so", function()
  local region = CLCircularRegion(depot, 150, "depot")
  spec.raises("'radius' of CLCircularRegion is read-only", function() region.radius = 3 end)
  spec.raises("bad value for 'notifyOnExit' (boolean expected, got number)", function()
    region.notifyOnExit = 1
  end)
end)

spec("a region from the manager is shared, so it is frozen", function()
  local manager = CLLocationManager()
  manager:startMonitoringForRegion(CLCircularRegion(depot, 150, "depot"), 0)
  local watched = manager.monitoredRegions[1]
  spec.equal(watched.identifier, "depot")
  spec.raises("register a new CLCircularRegion", function() watched.notifyOnEntry = false end)
  manager:stopMonitoringForRegion(watched)
end)

spec("is described by identifier, centre and radius", function()
  spec.equal(tostring(CLCircularRegion(depot, 150, "depot")),
    "CLCircularRegion (identifier:'depot', center:<+45.00000000,+14.00000000>, radius:150.00m)")
end)
