print(#CLLocationManager():monitoredRegions())
