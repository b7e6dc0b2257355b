-- Regions that cannot be: what the constructor, the manager and the reader of files say of each.
local spec = require "spec"
local at = CLLocationCoordinate2DMake
local place = at(45, 14)
local failures = {}
local app = {}

function app.monitoringDidFailForRegion(_, region, err)
  failures[#failures + 1] = region.identifier .. ": " .. err.localizedDescription
end

local manager = CLLocationManager.new{ delegate = app }

spec("a circle without an identifier is not made", function()
  spec.raises("CLCircularRegion.new: field 'identifier' is missing", CLCircularRegion.new,
    { center = place, radius = 1 })
  spec.raises("bad argument #3 to 'CLCircularRegion' (string expected, got no value)", CLCircularRegion, place, 1)
end)

spec("a shape without an identifier is not made", function()
  local corners = { at(0, 0), at(0, 1), at(1, 0) }
  spec.raises("PolygonRegion.new: field 'identifier' is missing", PolygonRegion.new, { coordinates = corners })
  spec.raises("CorridorRegion.new: field 'identifier' is missing", CorridorRegion.new, { path = corners, width = 1 })
  spec.raises("BoxRegion.new: field 'identifier' is missing", BoxRegion.new,
    { southWest = place, northEast = at(46, 15) })
end)

spec("a radius that is no number is refused at once", function()
  spec.raises("bad argument #2 to 'CLCircularRegion' (number expected, got NaN)", CLCircularRegion, place, 0 / 0, "x")
  spec.raises("bad argument #2 to 'CLCircularRegion' (number expected, got string)", CLCircularRegion,
    place, "wide", "x")
end)

manager:startMonitoringForRegion(CLCircularRegion(place, 1, ""), 0)
manager:startMonitoringForRegion(CLCircularRegion(place, -1, "negative"), 0)
manager:startMonitoringForRegion(CLCircularRegion(place, 0, "zero"), 0)
manager:startMonitoringForRegion(CLCircularRegion(at(91, 14), 1, "too far north"), 0)
manager:startMonitoringForRegion(PolygonRegion({ at(0, 0), at(0, 1), at(1, 0) }, ""), 0)

spec.atEnd("what can be made but not watched fails when it is registered", function()
  spec.equal(failures, {
    ": A region needs an identifier.",
    "negative: The radius of region 'negative' must be above 0 m, got -1.0.",
    "zero: The radius of region 'zero' must be above 0 m, got 0.0.",
    "too far north: The center of region 'too far north' is not a place on the earth: latitude 91.0, longitude 14.0.",
    ": A region needs an identifier.",
  })
  spec.equal(#manager.monitoredRegions, 0)
end)
