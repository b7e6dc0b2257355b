-- S30: availability (note).
return function(_ENV)
  if CLLocationManager:locationServicesEnabled() then
    app:startStandardUpdates()                   -- a refusal for this app arrives as kCLErrorDenied
  end
end
