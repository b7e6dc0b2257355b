-- Needs positions of GPS accuracy.
UIRequiredDeviceCapabilities = { "location-services", "gps" }
print("starts on", geoscript.device.name)
