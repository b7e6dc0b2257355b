CLLocationManager().desiredAccuracy = kCLLocationAccuracyBset
