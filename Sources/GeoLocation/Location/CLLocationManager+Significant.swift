import GeoCore

/// The progress of a manager's significant changes.
struct SignificantChange {
  /// Meters from the last report that make a change significant.
  ///
  /// - Source: F-9, and Apple's reference of `startMonitoringSignificantLocationChanges`: «as soon as the device
  ///   moves 500 meters or more from its previous notification».
  static let distance: CLLocationDistance = 500
  /// Seconds between two reports: «not more frequently than once every five minutes», ibid.
  static let interval: TimeInterval = 300

  /// The place of the last report; nil before the first.
  var reported: CLLocationCoordinate2D?
  /// Runs for ``interval`` after a report.
  var hold: DeviceTimer?
}

extension CLLocationManager {
  /// Whether the hardware can detect significant changes, which are changes of cell (CL-5, CL-14).
  public static func significantLocationChangeMonitoringAvailable(on device: Device) -> Bool {
    device.profile.sensors.contains(.cellular)
  }

  /// Starts significant changes; the last known location, or else the first one, is reported at once.
  ///
  /// A change is significant 500 m from the last reported one, whatever `desiredAccuracy` and
  /// `distanceFilter` are. Two are at least five minutes apart on the device's clock. If a device is 500 m
  /// away when they are over, it gets its newest location then; if locations are off, with the next fix. The
  /// callbacks are those of standard updates; a location that serves both comes once, and the filter measures
  /// from it too.
  ///
  /// A change wakes a suspended app and launches a terminated one, which gets the change if it starts this
  /// service again.
  ///
  /// - Errors: `didFailWithError` with `kCLErrorDenied` if services are off or denied, with
  ///   `kCLErrorLocationUnknown` or `kCLErrorNetwork` if no position is available; changes are reported when
  ///   that ends. Without a cellular radio `kCLErrorDenied`, and nothing starts: no document names an error
  ///   for this case, and after this one apps stop waiting.
  public func startMonitoringSignificantLocationChanges() {
    guard let device, services?.significant == nil else { return }
    guard CLLocationManager.significantLocationChangeMonitoringAvailable(on: device) else {
      return significantChangesFailed()
    }
    // Asked before it counts as running, so that a refusal is reported once, below.
    device.askForLocation()
    if !isUpdatingLocation { forgetUpdates() }
    changeServices { $0.significant = SignificantChange() }
    device.register(.significantChanges)
    device.updateRadios()
    let known = earlier?.significant
    let isGoingOn = device.isGoingOn || known != nil
    if let known {
      resume(known, on: device)
      if !isUpdatingLocation { resumeUpdates(of: earlier, on: device) }
    } else if isGoingOn {
      resume(from: device.waking.memory.lastSignificant)
    }
    if let fault = device.locationFault {
      reportStarted(without: fault)
    } else if !isGoingOn, !device.life.isServingFix, let last = device.location {
      setSignificant(last.coordinate)
      guard !device.queue.share(last, of: self) else { return }
      device.queue.append(self, .service(.significantLocation(last, isUpdate: false)))
    }
  }

  /// Stops significant changes; standard updates continue, if they run.
  public func stopMonitoringSignificantLocationChanges() {
    guard let device else { return }
    if services?.significant != nil {
      changeServices {
        $0.significant?.hold?.cancel()
        $0.significant = nil
      }
    }
    device.unregister(.significantChanges) { $0.significant != nil }
    device.queue.dropSignificantLocations(of: self)
  }

  /// Whether a fix is a significant change; if so, it counts as reported from now on.
  @discardableResult
  func markSignificant(_ fix: Fix) -> Bool {
    guard isSignificant(fix) else { return false }
    setSignificant(fix.coordinate)
    return true
  }

  /// Whether to report a fix as a significant change now.
  func isSignificant(_ fix: Fix) -> Bool {
    guard let significant = services?.significant, significant.hold == nil else { return false }
    return isSignificant(fix.coordinate)
  }

  func significantChangesFailed() {
    fail(CLError.denied.error("This device has no cellular radio, which significant changes need."))
  }

  private func isSignificant(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard let device, CLLocationManager.significantLocationChangeMonitoringAvailable(on: device) else {
      return false
    }
    guard let reported = services?.significant?.reported else { return true }
    return Geodesic.distance(from: reported, to: coordinate) >= SignificantChange.distance
  }

  private func setSignificant(_ coordinate: CLLocationCoordinate2D) {
    services?.significant?.reported = coordinate
    guard let device else { return }
    device.waking.memory.lastSignificant = (coordinate, device.clock.now)
    hold(until: device.clock.now + SignificantChange.interval, on: device)
  }

  /// Continues as the same manager stood when the run was interrupted.
  private func resume(_ known: Snapshot.Significant, on device: Device) {
    if CLLocationCoordinate2DIsValid(known.reported) { services?.significant?.reported = known.reported }
    if !known.heldUntil.isNaN { hold(until: known.heldUntil, on: device) }
    device.renewServiceTimers()
  }

  /// Sets the timer of a change that waits again, after those that others have set.
  func renewHold(on device: Device) {
    guard let waiting = services?.significant?.hold else { return }
    waiting.cancel()
    hold(until: waiting.due, on: device)
  }

  /// A change that any manager reported before an interruption counts for one of which no more is known.
  private func resume(from last: (coordinate: CLLocationCoordinate2D, time: TimeInterval)?) {
    guard let device, let last else { return }
    services?.significant?.reported = last.coordinate
    let end = last.time + SignificantChange.interval
    if end > device.clock.now { hold(until: end, on: device) }
  }

  private func hold(until end: TimeInterval, on device: Device) {
    services?.significant?.hold = device.madeServiceTimers.at(end, as: .significantChanges) { [weak self] in
      self?.holdEnded()
    }
  }

  /// The five minutes are over: reports a change that had to wait.
  private func holdEnded() {
    services?.significant?.hold = nil
    guard let device, device.route.deliversLocations, let location = device.location, wantsLocations,
      isSignificant(location.coordinate)
    else { return }
    setSignificant(location.coordinate)
    // The standard service may have reported it already, or will.
    guard deliveredLocation !== location, services?.deferral?.locations.last !== location else { return }
    device.wake()
    device.queue.append(self, .service(.significantLocation(location, isUpdate: false)))
  }
}
