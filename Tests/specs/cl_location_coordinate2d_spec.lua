-- CLLocationCoordinate2D: a plain table, latitude first.
local spec = require "spec"

spec("is made by CLLocationCoordinate2DMake, by its name, or written as a table", function()
  local made = CLLocationCoordinate2DMake(35.68, 139.77)
  spec.equal(made.latitude, 35.68)
  spec.equal(made.longitude, 139.77)
  spec.equal(CLLocationCoordinate2D(35.68, 139.77), made)
  spec.equal(CLCircularRegion({ latitude = 35.68, longitude = 139.77 }, 1, "x").center, made)
end)

spec("is a plain table with two fields", function()
  local names = {}
  for name in pairs(CLLocationCoordinate2DMake(1, 2)) do names[#names + 1] = name end
  spec.equal(names, { "latitude", "longitude" })
  spec.equal(type(CLLocationCoordinate2DMake(1, 2)), "table")
end)

spec("compares by value and says its values", function()
  spec.equal(CLLocationCoordinate2DMake(1, 2) == CLLocationCoordinate2DMake(1, 2), true)
  spec.equal(CLLocationCoordinate2DMake(1, 2) == CLLocationCoordinate2DMake(2, 1), false)
  spec.equal(tostring(CLLocationCoordinate2DMake(1.5, 2)), "CLLocationCoordinate2D(1.5, 2.0)")
end)

-- MG-23: `CLLocationCoordinate2DIsValid` accepts anything, NaN too, and answers.
spec("CLLocationCoordinate2DIsValid judges range and NaN", function()
  spec.equal(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, 180)), true)
  spec.equal(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90, -180)), true)
  spec.equal(CLLocationCoordinate2DIsValid{ latitude = 90.001, longitude = 0 }, false)
  spec.equal(CLLocationCoordinate2DIsValid{ latitude = 0, longitude = 180.001 }, false)
  spec.equal(CLLocationCoordinate2DIsValid{ latitude = 0 / 0, longitude = 0 }, false)
end)

spec("kCLLocationCoordinate2DInvalid is invalid, and nobody can change it", function()
  spec.equal(CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid), false)
  kCLLocationCoordinate2DInvalid.latitude = 0 -- luacheck: ignore
  spec.equal(kCLLocationCoordinate2DInvalid, CLLocationCoordinate2DMake(-180, -180))
end)

spec("a wrong field is an error that names it", function()
  spec.raises("field 'longitude' is missing", CLCircularRegion, { latitude = 1 }, 1, "x")
  spec.raises("field 'latitude' must be a number, got string", CLCircularRegion,
    { latitude = "1", longitude = 2 }, 1, "x")
  spec.raises("field 'longitude' is not a number (NaN)", CLCircularRegion,
    { latitude = 1, longitude = 0 / 0 }, 1, "x")
  spec.raises("has no field 'lattitude' (did you mean 'latitude'?)", function()
    return CLLocationCoordinate2DMake(1, 2).lattitude
  end)
end)
