-- The smallest script: says hello, asks the phone what it can do, and measures a distance.
print("Hello from " .. geoscript.device.id)

if CLLocationManager:locationServicesEnabled() then
  print("Location services are on.")
end

local ljubljana = CLLocation(46.0514, 14.5060)
local zagreb = CLLocation(45.8131, 15.9772)
print(string.format("Ljubljana to Zagreb: %.1f km", ljubljana:distanceFromLocation(zagreb) / 1000))
