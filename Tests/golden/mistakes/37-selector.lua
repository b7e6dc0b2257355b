local app = {}
function app:didUpdateToLocation_fromLocation(_, new) print(new.coordinate) end

local manager = CLLocationManager()
manager.delegate = app
manager:startUpdatingLocation()
