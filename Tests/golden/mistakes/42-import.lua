import CoreLocation
print(CLLocationManager)
