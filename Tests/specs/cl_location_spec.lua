-- CLLocation: what a fix says, and how far it is from another.
local spec = require "spec"

spec("takes latitude and longitude, in order or by name", function()
  local a, b = CLLocation(45, 14), CLLocation.new{ latitude = 45, longitude = 14 }
  spec.equal(a.coordinate, CLLocationCoordinate2DMake(45, 14))
  spec.equal(b.coordinate, a.coordinate)
end)

spec("made by hand has F-10's values: accuracy 0, altitude invalid, measured now", function()
  local made = CLLocation(45, 14)
  spec.equal(made.altitude, 0.0)
  spec.equal(made.horizontalAccuracy, 0.0)
  spec.equal(made.verticalAccuracy, -1.0)
  spec.equal(made.course, -1.0)
  spec.equal(made.speed, -1.0)
  spec.equal(made.timestamp, geoscript.now())
  spec.equal(made.isCourseDerived, false)
  spec.equal(made.isSpeedDerived, false)
end)

spec("has Apple's longer initializers, and every value by name (D8)", function()
  local place, date = CLLocationCoordinate2DMake(45, 14), NSDate(1000)
  local a = CLLocation(place, 100, 5, 8, date)
  spec.equal(a.coordinate, place)
  spec.equal(a.altitude, 100.0)
  spec.equal(a.horizontalAccuracy, 5.0)
  spec.equal(a.verticalAccuracy, 8.0)
  spec.equal(a.timestamp, date)
  spec.equal(a.course, -1.0)
  local b = CLLocation(place, 100, 5, 8, 90, 3, date)
  spec.equal(b.course, 90.0)
  spec.equal(b.speed, 3.0)
  spec.equal(b.courseAccuracy, -1.0)
  local c = CLLocation(place, 100, 5, 8, 90, 2, 3, 0.5, date)
  spec.equal(c.courseAccuracy, 2.0)
  spec.equal(c.speed, 3.0)
  spec.equal(c.speedAccuracy, 0.5)
  spec.equal(c.floor, nil)
  local d = CLLocation.new{ coordinate = place, altitude = 7, timestamp = date, speed = 2, floor = -1 }
  spec.equal(d.coordinate, place)
  spec.equal(d.altitude, 7.0)
  spec.equal(d.speed, 2.0)
  spec.equal(d.timestamp, date)
  spec.equal(d.floor.level, -1)
  spec.equal(CLFloor.is(d.floor), true)
  spec.equal(pcall(CLLocation, 45), false)
end)

spec("sourceInformation says what made a location", function()
  local source = CLLocationSourceInformation(true, false)
  local made = CLLocation.new{ latitude = 45, longitude = 14, sourceInformation = source }
  spec.equal(made.sourceInformation.isSimulatedBySoftware, true)
  spec.equal(made.sourceInformation.isProducedByAccessory, false)
  local other = CLLocationSourceInformation.new{ softwareSimulationState = false, externalAccessoryState = true }
  spec.equal(other.isProducedByAccessory, true)
  spec.equal(CLLocation(45, 14).sourceInformation, nil)
end)

spec("distanceFromLocation is the WGS 84 geodesic, in metres", function()
  local equator = CLLocation(0, 0)
  -- One degree of the equator is a·π/180; GeographicLib's GeodSolve gives the meridian degree.
  spec.near(equator:distanceFromLocation(CLLocation(0, 1)), 6378137 * math.pi / 180, 1e-6)
  spec.near(equator:distanceFromLocation(CLLocation(1, 0)), 110574.3885578, 1e-6)
  spec.near(equator:getDistanceFrom(CLLocation(0, 1)), 111319.4907932, 1e-6)
  spec.equal(equator:distanceFromLocation(equator), 0.0)
  spec.near(CLLocation(0, 179.5):distanceFromLocation(CLLocation(0, -179.5)), 111319.4907932, 1e-6)
end)

spec("coordinate is a copy", function()
  local made = CLLocation(45, 14)
  made.coordinate.latitude = 1
  spec.equal(made.coordinate.latitude, 45.0)
end)

spec("is described as Core Location does", function()
  local text = tostring(CLLocation(45.5, -14.25))
  spec.equal(text:sub(1, 24), "<+45.500000,-14.250000> ")
end)

spec("isKindOfClass", function()
  spec.equal(CLLocation(1, 2):isKindOfClass(CLLocation), true)
  spec.equal(CLLocation(1, 2):isKindOfClass(CLRegion), false)
  spec.equal(CLLocation.is(CLLocation(1, 2)), true)
  spec.equal(CLLocation.is({ coordinate = 1 }), false)
end)

spec("is read-only", function()
  local made = CLLocation(45, 14)
  spec.raises("'altitude' of CLLocation is read-only", function() made.altitude = 3 end)
  spec.raises("CLLocation has no member 'lattitude'", function() return made.lattitude end)
end)

local fixes = {}
local manager = CLLocationManager.new{
  delegate = { didUpdateLocations = function(_, locations) fixes[#fixes + 1] = locations[#locations] end },
}
manager:startUpdatingLocation()

spec.atEnd("a fix says what the log said", function()
  local fix = fixes[2]
  spec.equal(fix.coordinate, CLLocationCoordinate2DMake(45, 14))
  spec.equal(fix.altitude, 120.5)
  spec.equal(fix.horizontalAccuracy, 5.0)
  spec.equal(fix.verticalAccuracy, 8.0)
  spec.equal(fix.course, 90.0)
  spec.equal(fix.speed, 1.5)
  spec.equal(fix.timestamp, NSDate(1001))
end)

spec.atEnd("a missing course and speed are derived from the fix before, and marked", function()
  local fix = fixes[3]
  spec.equal(fix.isCourseDerived, true)
  spec.equal(fix.isSpeedDerived, true)
  spec.near(fix.speed, fixes[2]:distanceFromLocation(fix) / 9, 0.01)
  spec.near(fix.course, 90, 0.1)
  spec.equal(fixes[2].isCourseDerived, false)
end)

spec.atEnd("the first fix keeps the true time of its measurement", function()
  spec.equal(fixes[1].timestamp, NSDate(900))
end)

spec("Apple's longest initializer has what made the location", function()
  local place, date = CLLocationCoordinate2DMake(45, 14), NSDate(1000)
  local location = CLLocation(place, 1, 2, 3, 4, 5, 6, 7, date, CLLocationSourceInformation(true, false))
  spec.equal({ location.altitude, location.course, location.courseAccuracy, location.speed, location.speedAccuracy },
    { 1.0, 4.0, 5.0, 6.0, 7.0 })
  spec.equal(location.timestamp, date)
  spec.equal(location.sourceInformation.isSimulatedBySoftware, true)
  spec.raises("timestamp: NSDate expected", function()
    return CLLocation.new{ latitude = 45, longitude = 14, timestamp = CLLocationSourceInformation(true, false) }
  end)
end)
