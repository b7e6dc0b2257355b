-- What a beginner reads: every mistake is told with its line, and with what would be right.
-- luacheck: ignore
local spec = require "spec"
local raises = spec.raises
local here = CLLocationCoordinate2DMake(45, 14)
local manager = CLLocationManager()

spec("a misspelt property, read or written", function()
  raises("mistakes_spec.lua:10: CLLocationManager has no member 'distanceFitler' (did you mean 'distanceFilter'?)",
    function() return manager.distanceFitler end)
  raises("CLLocationManager has no member 'distanceFitler' (did you mean 'distanceFilter'?)", function()
    manager.distanceFitler = 500
  end)
end)

spec("a misspelt method", function()
  raises("has no member 'startUpdateingLocation' (did you mean 'startUpdatingLocation'?)", function()
    manager:startUpdateingLocation()
  end)
end)

spec("a member of nothing like that name has no advice", function()
  raises("CLLocationManager has no member 'volume'", function() return manager.volume end)
end)

spec("the beginning of a longer name", function()
  raises("has no member 'startMonitoring' (did you mean 'startMonitoringForRegion'?)", function()
    manager:startMonitoring(CLCircularRegion(here, 1, "x"))
  end)
end)

spec("named values without new", function()
  raises("CLCircularRegion(…) takes values in order; for named ones write CLCircularRegion.new{ … }", function()
    return CLCircularRegion{ identifier = "x", center = here, radius = 1 }
  end)
  raises("CLLocationManager(…) takes values in order", function() return CLLocationManager{ delegate = {} } end)
end)

spec("a dot where a colon belongs", function()
  raises("'startUpdatingLocation' is a method of CLLocationManager: call it with a colon on one, "
    .. "object:startUpdatingLocation(…) (got no value)", function() manager.startUpdatingLocation() end)
  raises("'startMonitoringForRegion' is a method of CLLocationManager: call it with a colon", function()
    manager.startMonitoringForRegion(CLCircularRegion(here, 1, "x"))
  end)
  raises("call it with a colon: object:distanceFromLocation(…)", function()
    return CLLocation(1, 2).distanceFromLocation(CLLocation(1, 2))
  end)
end)

spec("a colon where a dot belongs", function()
  raises("call it with a dot: geoscript.alert(…)", function() geoscript:alert{ title = "x" } end)
  raises("call it with a dot: geoscript.after(…)", function() geoscript:after(1, print) end)
  raises("call it with a dot: geoscript.log(…)", function() geoscript:log("info", "x") end)
end)

spec("a setter as Objective-C writes it", function()
  raises("has no member 'setDistanceFilter' (assign the property: distanceFilter = …)", function()
    manager:setDistanceFilter(500)
  end)
end)

spec("assigning what is no property", function()
  raises("'startUpdatingLocation' is a method of CLLocationManager and cannot be assigned", function()
    manager.startUpdatingLocation = function() end
  end)
  raises("CLLocationManager has no member '[1]'", function() manager[1] = 5 end)
end)

spec("a subclass without a name", function()
  raises("bad argument #1 to 'subclass' (name expected, got no value): NSObject:subclass(\"Name\")", function()
    return NSObject:subclass()
  end)
end)

spec("a method called on the class, a class method on an object", function()
  raises("'location' belongs to an object of class CLLocationManager, not to the class "
    .. "(make one: CLLocationManager.new{…})", function() return CLLocationManager.location end)
  raises("'regionMonitoringAvailable' belongs to the class: write CLLocationManager:regionMonitoringAvailable(…)", function()
    return manager:regionMonitoringAvailable()
  end)
  raises("'startUpdatingLocation' is a method of CLLocationManager: call it with a colon on one", function()
    CLLocationManager:startUpdatingLocation()
  end)
end)

spec("a wrong argument, counted without the object", function()
  local region = CLCircularRegion(here, 150, "depot")
  raises("bad argument #2 to 'startMonitoringForRegion' (number expected, got string)", function()
    manager:startMonitoringForRegion(region, "good")
  end)
  raises("bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got no value)", function()
    manager:startMonitoringForRegion()
  end)
  raises("bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got CLLocation)", function()
    manager:startMonitoringForRegion(CLLocation(1, 2))
  end)
  raises("bad argument #1 to 'distanceFromLocation' (CLLocation expected, got CLLocationCoordinate2D)", function()
    return CLLocation(1, 2):distanceFromLocation(here)
  end)
end)

spec("a class where an object is expected", function()
  raises("bad argument #1 to 'startMonitoringForRegion' (CLRegion expected, got class)", function()
    manager:startMonitoringForRegion(CLCircularRegion)
  end)
end)

spec("a wrong value for a property", function()
  raises("bad value for 'distanceFilter' (number expected, got string: write 500, without quotes)", function()
    manager.distanceFilter = "500"
  end)
  raises("bad value for 'distanceFilter' (number expected, got NaN)", function() manager.distanceFilter = 0 / 0 end)
  raises("bad value for 'delegate' (table of functions expected, got function)", function()
    manager.delegate = function() end
  end)
end)

spec("what is read-only", function()
  raises("'location' of CLLocationManager is read-only", function() manager.location = 5 end)
end)

spec("a field that is one step further in", function()
  raises("CLLocation has no member 'latitude' (write coordinate.latitude)", function()
    return CLLocation(1, 2).latitude
  end)
end)

spec("new{…} with a wrong, missing or misspelt field", function()
  raises("CLCircularRegion.new: field 'radius' is missing", CLCircularRegion.new, { center = here, identifier = "x" })
  raises("CLCircularRegion.new: CLCircularRegion has no field 'identifer' (did you mean 'identifier'?)",
    CLCircularRegion.new, { center = here, radius = 1, identifer = "x" })
  raises("CLCircularRegion.new: field 'radius': number expected, got string",
    CLCircularRegion.new, { center = here, radius = "far", identifier = "x" })
  raises("CLCircularRegion.new: field 'center': CLLocationCoordinate2D expected, field 'latitude' is missing",
    CLCircularRegion.new, { center = { 45, 14 }, radius = 1, identifier = "x" })
  raises("CLLocationManager.new: CLLocationManager has no field 'delgate' (did you mean 'delegate'?)",
    CLLocationManager.new, { delgate = {} })
  raises("CLLocationManager.new: 'location' cannot be set", CLLocationManager.new, { location = 1 })
  raises("CLLocationManager.new: field 'distanceFilter': number expected, got string",
    CLLocationManager.new, { distanceFilter = "x" })
  raises("CLCircularRegion.new takes a table of named values, got 3 values "
    .. "(write CLCircularRegion(…) for values in order)", CLCircularRegion.new, here, 1, "x")
end)

spec("new without a table", function()
  raises("CLCircularRegion.new takes a table of named values, got number (write CLCircularRegion(…)",
    CLCircularRegion.new, 5)
end)

spec("values in order, too few or in the wrong order", function()
  raises("bad argument #3 to 'CLCircularRegion' (string expected, got no value)", CLCircularRegion, here, 150)
  raises("bad argument #1 to 'CLCircularRegion' (CLLocationCoordinate2D expected, got string)",
    CLCircularRegion, "depot", here, 150)
end)

spec("Objective-C's way of making things", function()
  raises("(make one: CLLocationManager() or CLLocationManager.new{})", function()
    return CLLocationManager:alloc():init()
  end)
  raises("(make one: CLCircularRegion(center, radius, identifier) or "
    .. "CLCircularRegion.new{ center = …, radius = …, identifier = … })", function()
    return CLCircularRegion:initWithCenter(here, 1, "x")
  end)
  raises("a script cannot make a NSError", function() return NSError() end)
end)

spec("NaN is no coordinate", function()
  raises("bad argument #1 to 'CLLocation' (number expected, got NaN)", CLLocation, 0 / 0, 1)
  raises("field 'longitude' is not a number (NaN)", CLCircularRegion, { latitude = 1, longitude = 0 / 0 }, 1, "x")
  raises("bad argument #2 to 'CLCircularRegion' (number expected, got NaN)", CLCircularRegion, here, 0 / 0, "x")
end)

spec("a name that does not exist", function()
  raises("mistakes_spec.lua:174: there is no global 'prnt' (did you mean 'print'?)", function() prnt("x") end)
  raises("there is no global 'CLLocationManger' (did you mean 'CLLocationManager'?)", function()
    return CLLocationManger
  end)
  raises("there is no global 'kCLErrorDenid' (did you mean 'kCLErrorDenied'?)", function()
    return kCLErrorDenid
  end)
  raises("there is no global 'myOwnCounter'", function() return myOwnCounter + 1 end)
end)

spec("what scripts do not have", function()
  raises("'io' is not available in scripts", function() io.open("x") end)
  raises("'os.getenv' is not available in scripts", function() return os.getenv("HOME") end)
end)

spec("a misspelt member of a module or struct", function()
  raises("module 'geoscript' has no field 'alrt' (did you mean 'alert'?)", function() geoscript.alrt{} end)
  raises("module 'geoscript.json' has no field 'encod' (did you mean 'encode'?)", function()
    return geoscript.json.encod
  end)
  raises("module 'string' has no field 'formt' (did you mean 'format'?)", function() return string.formt end)
  raises("CLLocationCoordinate2D has no field 'lon'", function() return here.lon end)
end)

spec("what belongs to the host stays as it is", function()
  raises("CLLocation is a class of the host and cannot be changed", function() CLLocation.x = 1 end)
  raises("NSObject is a class of the host and cannot be changed; make your own with subclass", function()
    NSObject.x = 1
  end)
  raises("CLLocation cannot be subclassed", function() return CLLocation:subclass("Mine") end)
  raises("module 'geoscript' cannot be changed", function() geoscript.x = 1 end)
end)

spec("Lua's own messages name the variable", function()
  local place
  raises("attempt to index a nil value (upvalue 'place')", function() return place.name end)
  raises("attempt to call a nil value (field 'go')", function() return ({}).go() end)
  raises("attempt to concatenate a nil value (field 'name')", function() return "x" .. ({}).name end)
  raises("attempt to compare number with nil", function() return 1 < nil end)
end)

spec("a struct of another kind is called by its name", function()
  local map = MKMapView.new{ frame = CGRectMake(0, 0, 10, 10) }
  raises("bad argument #1 to 'setRegion' (MKCoordinateRegion expected, got CLLocationCoordinate2D)", function()
    map:setRegion(here)
  end)
  raises("bad argument #1 to 'addAnnotation' (MKAnnotation expected, got CLLocationCoordinate2D)", function()
    map:addAnnotation(here)
  end)
  raises("bad argument #1 to 'MKPolygon' (sequence expected, got CLLocationCoordinate2D)", function()
    return MKPolygon(here, here, here)
  end)
  map:removeFromSuperview()
end)

spec("the only name that begins so", function()
  raises("'red' belongs to an object of class UIColor, not to the class (did you mean 'redColor'?)", function()
    return UIColor.red
  end)
  raises("class UIColor has no member 'cyan' (did you mean 'cyanColor'?)", function() return UIColor.cyan end)
  raises("CLLocationCoordinate2D has no field 'lon' (did you mean 'longitude'?)", function() return here.lon end)
end)

spec("a global that was assigned nil is nil", function()
  assignedNil = nil
  spec.equal(assignedNil, nil)
  local function nothing() end
  fromNothing = nothing()
  if fromNothing == nil then fromNothing = 5 end
  spec.equal(fromNothing, 5)
  fromNothing = nil
  spec.equal(fromNothing, nil)
  raises("there is no global 'neverAssigned'", function() return neverAssigned end)
end)
