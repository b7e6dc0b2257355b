-- NSError: a domain, a number in it, and a sentence.
local spec = require "spec"
local errors = {}
local manager = CLLocationManager.new{
  delegate = {
    didFailWithError = function(_, err) errors[#errors + 1] = err end,
    monitoringDidFailForRegion = function(_, _, err) errors[#errors + 1] = err end,
  },
}
manager:startMonitoringForRegion(CLCircularRegion({ latitude = 0, longitude = 0 }, 1, ""), 0)
manager:startUpdatingLocation()

spec("a script does not make one", function()
  spec.raises("a script cannot make a NSError", function() return NSError() end)
end)

spec.atEnd("a region without an identifier fails with a sentence that says why", function()
  local err = errors[1]
  spec.equal(err.domain, kCLErrorDomain)
  spec.equal(err.code, kCLErrorRegionMonitoringFailure)
  spec.equal(err.localizedDescription, "A region needs an identifier.")
  spec.equal(err:isKindOfClass(NSError), true)
end)

spec.atEnd("an error of the log arrives by its name", function()
  local err = errors[2]
  spec.equal(err.code, kCLErrorLocationUnknown)
  spec.equal(err.localizedDescription, "The location is unknown at the moment.")
  spec.equal(tostring(err),
    "kCLErrorDomain 0 (kCLErrorLocationUnknown): The location is unknown at the moment.")
end)

spec.atEnd("userInfo has further words and cannot be changed", function()
  spec.equal(errors[1].userInfo.NSLocalizedDescription, "A region needs an identifier.")
  spec.equal(errors[1].userInfo.NSUnderlyingError, nil)
  local keys = {}
  for key in pairs(errors[1].userInfo) do keys[#keys + 1] = key end
  spec.equal(#keys, 1)
  spec.raises("userInfo cannot be changed", function() errors[1].userInfo.x = 1 end)
  spec.equal(next(errors[2].userInfo), nil)
end)

spec.atEnd("errors compare by domain and code", function()
  spec.equal(errors[1] == errors[2], false)
  spec.equal(errors[1] == errors[1], true)
end)
