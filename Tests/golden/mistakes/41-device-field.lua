geoscript.device.count = 1
