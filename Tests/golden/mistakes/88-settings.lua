print(geoscript.device.settings.limit)
