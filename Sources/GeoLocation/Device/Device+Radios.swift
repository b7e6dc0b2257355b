import GeoCore

extension Device {
  /// How long each radio has been powered; two services that use the same radio at once count once.
  ///
  /// Standard updates and requests power GPS below a hundred meters of `desiredAccuracy`, Wi-Fi below a
  /// kilometer, and otherwise the cellular radio. Significant changes, visits and monitored regions power the
  /// cellular radio; headings power the magnetometer. Paused updates, those of a suspended app, and services
  /// that are off or denied power nothing.
  ///
  /// - Source: PW-1, PW-4.
  public var radioTime: RadioTime { radios.reading(at: clock.now) }

  /// Whether a manager's own services ever powered a radio, not only regions.
  public var powersManagers: Bool { radios.powersManagers }

  /// Powers the radios of the services, after one of them started, ended, or changed its needs.
  func updateRadios() {
    var steady: DeviceProfile.Sensors = []
    var updates: DeviceProfile.Sensors = []
    eachManager { updates.formUnion($0.radios(of: profile.sensors)) }
    if !updates.isEmpty || !waking.services.isEmpty { radios.powersManagers = true }
    if route.deliversLocations {
      let needsCells = monitoredRegionCount > 0 && route.watchesRegions || !waking.services.isEmpty
      if needsCells { steady = profile.sensors.radio(for: .infinity) }
    } else {
      // The compass does not need positions.
      updates.formIntersection(headingFault == nil ? .magnetometer : [])
    }
    radios.power(steady, for: updates, until: life.runsUntil, at: clock.now)
  }

  /// Sets the clock back, or to its start.
  func setClock(to time: TimeInterval) {
    radios.rebase(from: clock.now, to: time)
    serviceTimers?.rebase(to: time)
    clock.rebase(to: time)
  }
}

extension CLLocationManager {
  /// The radios that this manager's updates power on a device with these sensors.
  func radios(of sensors: DeviceProfile.Sensors) -> DeviceProfile.Sensors {
    var needed: DeviceProfile.Sensors = isUpdatingHeading ? sensors.intersection(.magnetometer) : []
    if request != nil || isUpdatingLocation && !isPaused {
      needed.formUnion(sensors.radio(for: desiredAccuracy))
    }
    return needed
  }
}
