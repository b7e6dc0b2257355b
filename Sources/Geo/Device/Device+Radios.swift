extension Device {
  /// How long each radio was powered so far; two services that use the same radio at once count once.
  ///
  /// Standard updates and requests power GPS below a hundred metres of `desiredAccuracy`, Wi-Fi below a kilometre,
  /// else the cellular radio; significant changes, visits and watched regions the cellular radio. Paused updates and
  /// services that are off or denied power nothing.
  ///
  /// - Source: PW-1, PW-4.
  public var radioTime: RadioTime { radios.reading(at: clock.now) }

  /// Powers what the services need, after one of them began, ended, or changed what it asks for.
  func updateRadios() {
    guard deliversLocations else { return radios.power([], at: clock.now) }
    var needed: DeviceProfile.Sensors = []
    if monitoredRegionCount > 0 { needed.formUnion(profile.sensors.radio(for: .infinity)) }
    eachManager { manager in
      let sensors = manager.radios(of: profile.sensors)
      if !sensors.isEmpty { powersManagers = true }
      needed.formUnion(sensors)
    }
    radios.power(needed, at: clock.now)
  }

  /// Sets the clock back, or to its beginning.
  func setClock(to time: TimeInterval) {
    radios.rebase(from: clock.now, to: time)
    clock.rebase(to: time)
  }
}

extension CLLocationManager {
  /// What its services power on a device with these sensors.
  func radios(of sensors: DeviceProfile.Sensors) -> DeviceProfile.Sensors {
    var needed: DeviceProfile.Sensors = []
    if request != nil || isUpdatingLocation && !isPaused {
      needed.formUnion(sensors.radio(for: desiredAccuracy))
    }
    if services?.isListening == true { needed.formUnion(sensors.radio(for: .infinity)) }
    return needed
  }
}
