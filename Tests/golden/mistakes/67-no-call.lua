local manager = CLLocationManager()
manager:requestLocation
print(manager.location)
