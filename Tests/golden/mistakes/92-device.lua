print(geoscript.device.location)
