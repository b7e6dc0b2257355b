public import GeoCore

/// One manager's state of heading updates.
package struct HeadingService {
  var isRunning = false
  var filter: CLLocationDegrees = 1
  var orientation = CLDeviceOrientation.portrait
  /// The last reported heading, kept after the end.
  var last: CLHeading?
  /// Whether the next reading is the first, which passes every filter.
  var awaitsFirst = true
}

extension CLLocationManager {
  /// Whether the hardware can measure headings (HD-5).
  public static func headingAvailable(on device: Device) -> Bool {
    device.profile.sensors.contains(.magnetometer)
  }

  /// Whether heading updates run.
  public var isUpdatingHeading: Bool { headingService.isRunning }

  /// The last reported heading, nil before the first; it can be read without a delegate.
  public var heading: CLHeading? { headingService.last }

  /// Degrees to turn, along the shorter arc, before the next heading; ``kCLHeadingFilterNone`` reports all.
  ///
  /// Measured from the last reported heading. A change between valid and invalid always passes.
  public var headingFilter: CLLocationDegrees {
    get { headingService.filter }
    set { headingService.filter = newValue }
  }

  /// The edge of the device that counts as its top; setting unknown, face up or face down has no effect.
  public var headingOrientation: CLDeviceOrientation {
    get { headingService.orientation }
    set { if newValue.topEdge != nil { headingService.orientation = newValue } }
  }

  /// Starts headings; the next compass reading is the first.
  ///
  /// True north also needs location updates, of any manager, and a first fix (HD-7).
  ///
  /// - Errors: `didFailWithError` with `kCLErrorHeadingFailure` without a magnetometer, and while location
  ///   services are off; in the latter case headings begin when services are switched on.
  public func startUpdatingHeading() {
    guard let device, !isUpdatingHeading else { return }
    let fault = device.headingFault
    if let fault, !Self.headingAvailable(on: device) { return headingFailed(fault) }
    headingService.isRunning = true
    headingService.awaitsFirst = true
    device.updateRadios()
    device.updateHold(of: self)
    if let fault { headingFailed(fault) }
  }

  /// Stops headings; queued ones are dropped.
  public func stopUpdatingHeading() {
    guard let device, isUpdatingHeading else { return }
    headingService.isRunning = false
    device.queue.dropHeadings(of: self)
    device.updateRadios()
    device.updateHold(of: self)
    device.endCalibrationIfUnused()
  }

  /// Closes the calibration panel, whichever manager's delegate allowed it.
  public func dismissHeadingCalibrationDisplay() { device?.dismissCalibration() }

  func headingFailed(_ sentence: String) {
    headingService.awaitsFirst = true
    guard implements(.didFailWithError) else { return }
    device?.queue.append(self, .failure(CLError.headingFailure.error(sentence)))
  }

  /// The reading as this manager reports it; nil if its filter rejects it.
  func accepts(_ reading: HeadingReading, timestamp: NSDate) -> CLHeading? {
    let topEdge = headingService.orientation.topEdge ?? 0
    let direction = (reading.magneticHeading + topEdge).normalizedDirection
    if let last = headingService.last, !headingService.awaitsFirst, headingService.filter > 0,
      (reading.headingAccuracy < 0) == (last.headingAccuracy < 0),
      // Readings have decimals: 11.1 − 10.1 must be one degree.
      direction.turn(to: last.magneticHeading) < headingService.filter - 1e-9
    {
      return nil
    }
    let heading = CLHeading(
      magneticHeading: direction, trueHeading: reading.trueHeading < 0 ? -1 : reading.trueHeading + topEdge,
      headingAccuracy: reading.headingAccuracy, x: reading.x, y: reading.y, z: reading.z,
      timestamp: timestamp)
    headingService.last = heading
    headingService.awaitsFirst = false
    return heading
  }
}
