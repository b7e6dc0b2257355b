local manager = CLLocationManager()
guard let place = manager.location else { return }
