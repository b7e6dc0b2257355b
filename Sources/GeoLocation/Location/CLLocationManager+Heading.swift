public import GeoCore

/// What one manager has to do with the compass.
package struct HeadingService {
  var isRunning = false
  var filter: CLLocationDegrees = 1
  var orientation = CLDeviceOrientation.portrait
  /// The one that was reported last, also after the end.
  var last: CLHeading?
  /// Whether the next reading is the first, which no filter holds back.
  var awaitsFirst = true
}

extension CLLocationManager {
  /// Whether the hardware can tell where the device points (HD-5).
  public static func headingAvailable(on device: Device) -> Bool {
    device.profile.sensors.contains(.magnetometer)
  }

  /// Whether headings are reported.
  public var isUpdatingHeading: Bool { headingService.isRunning }

  /// The heading that was reported last, nil before the first; it can be read without a delegate.
  public var heading: CLHeading? { headingService.last }

  /// Degrees to turn, along the shorter arc, before the next heading; ``kCLHeadingFilterNone`` reports all.
  ///
  /// It is measured from the last one reported. One that is valid after an invalid one, or the reverse, is not held back.
  public var headingFilter: CLLocationDegrees {
    get { headingService.filter }
    set { headingService.filter = newValue }
  }

  /// Which edge of the device is its top; setting unknown, face up or face down has no effect.
  public var headingOrientation: CLDeviceOrientation {
    get { headingService.orientation }
    set { if newValue.topEdge != nil { headingService.orientation = newValue } }
  }

  /// Starts headings; the next reading of the compass is the first.
  ///
  /// True north also needs location updates, of this manager or another one, and a first fix (HD-7).
  ///
  /// - Errors: `didFailWithError` with `kCLErrorHeadingFailure` where there is no magnetometer, and while location
  ///   services are off; in that case headings begin when they are switched on.
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

  /// Stops headings; what was queued is dropped.
  public func stopUpdatingHeading() {
    guard let device, isUpdatingHeading else { return }
    headingService.isRunning = false
    device.queue.dropHeadings(of: self)
    device.updateRadios()
    device.updateHold(of: self)
    device.endCalibrationIfUnused()
  }

  /// Takes the calibration panel off the screen, whichever manager's delegate let it be shown.
  public func dismissHeadingCalibrationDisplay() { device?.dismissCalibration() }

  func headingFailed(_ sentence: String) {
    headingService.awaitsFirst = true
    guard implements(.didFailWithError) else { return }
    device?.queue.append(self, .failure(CLError.headingFailure.error(sentence)))
  }

  /// The reading as this manager reports it; nil where its filter holds it back.
  func accepts(_ reading: HeadingReading, timestamp: NSDate) -> CLHeading? {
    let topEdge = headingService.orientation.topEdge ?? 0
    let direction = (reading.magneticHeading + topEdge).normalizedDirection
    if let last = headingService.last, !headingService.awaitsFirst, headingService.filter > 0,
      (reading.headingAccuracy < 0) == (last.headingAccuracy < 0),
      // Readings come in decimals: 11.1 − 10.1 is to be one degree.
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
