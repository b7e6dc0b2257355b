-- Requests from everywhere a script can make them, with all that can happen to one: what is compared is the order.
local function at(latitude, longitude) return CLLocation(latitude, longitude) end
local function told(name)
  return function(placemarks, err)
    print("told", name, placemarks and placemarks[1].ISOcountryCode, err and err.localizedDescription)
  end
end

local tokyo, paris = at(35.681236, 139.767125), at(48.8566, 2.3522)
local geocoder, other = CLGeocoder.new{}, CLGeocoder.new{}
geocoder:reverseGeocodeLocation(tokyo, told("main chunk"))
geocoder:reverseGeocodeLocation(tokyo, told("while busy"))
other:reverseGeocodeLocation(paris, told("cancelled"))
other:cancelGeocode()
other:reverseGeocodeLocation(paris, told("after a cancel"))
MKReverseGeocoder.new{ coordinate = paris.coordinate, delegate = {
  didFindPlacemark = function(_, placemark) print("delegate", placemark.countryCode) end,
} }:start()
CLGeocoder():reverseGeocodeLocation(paris, function()
  print("a handler that fails")
  error("as it must")
end)
CLGeocoder():geocodeAddressString("", told("nothing"))

-- A chain at one time, in between of what others asked for.
local left = 3
local function chain()
  left = left - 1
  if left < 0 then return print("end of the chain") end
  print("chain", left)
  geocoder:reverseGeocodeLocation(tokyo, chain)
end
geoscript.after(60, function()
  print("timer")
  chain()
  other:reverseGeocodeLocation(tokyo, told("beside the chain"))
end)
geoscript.after(60, function() print("second timer of the same time") end)

local app = {}
function app:didUpdateLocations(_, locations)
  local location = locations[#locations]
  print("didUpdateLocations", location.coordinate.longitude)
  CLGeocoder():reverseGeocodeLocation(location, told("of an update"))
end
function app:didEnterRegion(_, region)
  print("didEnterRegion", region.identifier)
  CLGeocoder():reverseGeocodeLocation(CLLocation(region.center.latitude, region.center.longitude), told("of a region"))
end
local manager = CLLocationManager.new{ delegate = app, distanceFilter = 10 }
manager:startUpdatingLocation()
manager:startMonitoringForRegion(
  CLCircularRegion.new{ center = CLLocationCoordinate2DMake(48.8566, 2.36), radius = 500, identifier = "Marais" }, 0)
print("end of the main chunk")
geoscript.onFinish(function()
  print("onFinish")
  geocoder:reverseGeocodeLocation(paris, told("the end"))
end)
