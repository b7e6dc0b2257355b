-- NSObject: the base of a script's own classes.
local spec = require "spec"

local Annotation = NSObject:subclass("Annotation")
function Annotation:init(coordinate)
  self.coordinate = coordinate
  return self
end

spec("S13: init stores what it gets, without a call of super", function()
  local one = Annotation(CLLocationCoordinate2DMake(37.33, -122.03))
  spec.equal(one.coordinate.latitude, 37.33)
  spec.equal(one.title, nil)
  one.title = "Depot"
  spec.equal(one.title, "Depot")
end)

spec("isKindOfClass and is know the class and those above", function()
  local one = Annotation({})
  spec.equal(one:isKindOfClass(Annotation), true)
  spec.equal(one:isKindOfClass(NSObject), true)
  spec.equal(one:isKindOfClass(CLRegion), false)
  spec.equal(Annotation.is(one), true)
  spec.equal(NSObject.is(one), true)
  spec.equal(Annotation.is(NSObject()), false)
  spec.equal(tostring(Annotation), "Annotation")
end)

spec("subclasses of subclasses inherit, and reach what they hide by super", function()
  function Annotation:describe() return "annotation" end
  local Pin = Annotation:subclass("Pin")
  function Pin:describe() return "pin, " .. Pin.super.describe(self) end
  local pin = Pin({ latitude = 1, longitude = 2 })
  spec.equal(pin:describe(), "pin, annotation")
  spec.equal(pin.coordinate.latitude, 1)
  spec.equal(pin:isKindOfClass(Annotation), true)
end)

spec("new gives a class without init its fields", function()
  local Plain = NSObject:subclass("Plain")
  spec.equal(Plain.new{ title = "here" }.title, "here")
end)

spec("a setter of the script's is called on assignment, and stores without calling itself (S33)", function()
  local Moving = NSObject:subclass("Moving")
  function Moving:setCoordinate(coordinate)
    self.calls = (self.calls or 0) + 1
    self.coordinate = coordinate
  end
  local one = Moving()
  one.coordinate = 5
  spec.equal(one.coordinate, 5)
  spec.equal(one.calls, 1)
end)

spec("isKindOfClass without a colon or a class says how", function()
  spec.raises("call 'isKindOfClass' with a colon", function() return Annotation({}).isKindOfClass(NSObject) end)
  spec.raises("bad argument #1 to 'isKindOfClass' (class expected, got string)", function()
    return Annotation({}):isKindOfClass("NSObject")
  end)
end)

spec("a change may be told of any object or table, in three ways", function()
  local one, plain = Annotation({}), {}
  one:willChangeValueForKey("coordinate")
  one:didChangeValueForKey("coordinate")
  NSObject:willChangeValueForKey(plain, "coordinate")
  NSObject:didChangeValueForKey(plain, "coordinate")
  NSObject.didChangeValueForKey(one, "title")
  Annotation.super.didChangeValueForKey(one, "title")
  spec.raises("call 'didChangeValueForKey' on an object", function() NSObject.didChangeValueForKey("coordinate") end)
  spec.raises("string expected, got no value", function() one:didChangeValueForKey() end)
end)
