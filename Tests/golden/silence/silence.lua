local app = {}
function app.didUpdateToLocation(_, new) print("fix", new.coordinate.latitude) end
function app.didFailWithError(_, error)
  print("silent", error.code == kCLErrorLocationUnknown, geoscript.now():timeIntervalSince1970())
end
CLLocationManager.new{ delegate = app }:startUpdatingLocation()
