import GeoCore

extension Device {
  /// Queues a compass reading for each manager with heading updates, in creation order.
  func ingest(_ reading: HeadingReading, timestamp: TimeInterval) {
    guard isAwake, settings.servicesEnabled, CLLocationManager.headingAvailable(on: self),
      reading.magneticHeading.isFinite, isUsingCompass
    else { return }
    handling.timestamp = timestamp
    let date = NSDate(timeIntervalSince1970: timestamp)
    var reading = reading.completed
    if reading.trueHeading < 0 { reading.trueHeading = trueHeading(of: reading, date) ?? -1 }
    judgeCalibration(reading)
    eachManager { manager in
      guard manager.isUpdatingHeading, let heading = manager.accepts(reading, timestamp: date),
        manager.implements(.didUpdateHeading)
      else { return }
      queue.append(manager, .heading(heading))
    }
  }

  /// Reports to the managers with heading updates why no heading will come.
  func headingsEnded(_ sentence: String) {
    eachManager { if isAwake, $0.isUpdatingHeading { $0.headingFailed(sentence) } }
  }

  /// Why there are no headings; nil if there are.
  var headingFault: String? {
    guard CLLocationManager.headingAvailable(on: self) else { return "This device has no magnetometer." }
    return settings.servicesEnabled ? nil : "Location services are off."
  }

  private var isUsingCompass: Bool { managers.entries.contains { $0.manager?.isUpdatingHeading == true } }

  /// A reading relative to true north: needs a fix and location updates of any manager.
  ///
  /// An invalid reading has no true heading, because rotating it does not correct the disturbance.
  ///
  /// - Source: HD-7; Apple's reference of `startUpdatingHeading` on valid data for `trueHeading`.
  private func trueHeading(of reading: HeadingReading, _ date: NSDate) -> CLLocationDirection? {
    guard reading.headingAccuracy >= 0, managers.listenerCount > 0, route.deliversLocations,
      let fix = lastKnown?.fix
    else { return nil }
    let year = date.decimalYear
    // Uses the height above the sea, not the ellipsoid: the 100 m between them turn a needle by some 0.001°.
    let altitude = fix.altitude.isNaN || fix.verticalAccuracy < 0 ? 0 : fix.altitude
    let field = WorldMagneticModel.field(at: fix.coordinate, altitude: altitude, year: year)
    // Rounded to a millionth of a degree, because the last bits of a sine differ between machines.
    let direction = reading.magneticHeading + (field.declination * 1e6).rounded() / 1e6
    guard direction.isFinite else { return nil }
    if !WorldMagneticModel.validYears.contains(year), !compass.hasToldDate {
      compass.hasToldDate = true
      hooks.onNotice?(self, .magneticModelOutOfDate(year: year))
    }
    return direction.normalizedDirection
  }
}

// Calibration: a panel that asks the user to move the phone around until its readings are good again.
//
// Apple's reference gives the first use and a change of the field as causes. A log shows only their effect on
// the accuracy. So the device asks at a bad reading, and again only after a good one.
extension Device {
  private func judgeCalibration(_ reading: HeadingReading) {
    guard reading.isBad else { return endCalibration() }
    guard compass.calibration == .fine else { return }
    eachManager { manager in
      guard manager.isUpdatingHeading, manager.implements(.locationManagerShouldDisplayHeadingCalibration)
      else {
        return
      }
      compass.calibration = .asked
      queue.append(manager, .headingCalibration)
    }
  }

  /// Asks a delegate whether to show the panel, unless another delegate has agreed or it is no longer needed.
  func askForCalibration(_ manager: CLLocationManager, _ delegate: any CLLocationManagerDelegate) throws {
    guard compass.calibration == .asked,
      try delegate.locationManagerShouldDisplayHeadingCalibration(manager), compass.calibration == .asked
    else { return }
    compass.calibration = .shown
    hooks.onNotice?(self, .headingCalibration(isShown: true))
  }

  /// Closes the panel; no delegate is asked again before a good reading.
  func dismissCalibration() {
    guard compass.calibration == .shown else { return }
    compass.calibration = .asked
    hooks.onNotice?(self, .headingCalibration(isShown: false))
  }

  func endCalibrationIfUnused() { if !isUsingCompass { endCalibration() } }

  private func endCalibration() {
    dismissCalibration()
    compass.calibration = .fine
  }
}
