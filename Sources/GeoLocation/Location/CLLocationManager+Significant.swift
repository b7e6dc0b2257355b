import GeoCore

/// How far a manager's significant changes have come.
struct SignificantChange {
  /// Meters from the last report that make a change significant.
  ///
  /// - Source: F-9, and Apple's reference of `startMonitoringSignificantLocationChanges`: «as soon as the device
  ///   moves 500 meters or more from its previous notification».
  static let distance: CLLocationDistance = 500
  /// Seconds between two reports: «not more frequently than once every five minutes», ibid.
  static let interval: TimeInterval = 300

  /// Where the last report was, nil before the first.
  var reported: CLLocationCoordinate2D?
  /// Runs for ``interval`` after a report.
  var hold: DeviceTimer?
}

extension CLLocationManager {
  /// Whether the hardware can tell significant changes, which are changes of cell (CL-5, CL-14).
  public static func significantLocationChangeMonitoringAvailable(on device: Device) -> Bool {
    device.profile.sensors.contains(.cellular)
  }

  /// Starts to tell of significant changes; the last known location, or else the first, is told at once.
  ///
  /// A change is significant 500 m from the last one told, whatever `desiredAccuracy` and `distanceFilter` say. Two
  /// are at least five minutes apart on the device's clock; a device that is 500 m away when they are over is told
  /// of then, by the newest location, and not before the next fix if locations are off. The callbacks are those of
  /// standard updates; a location that serves both comes once, and the filter measures from it too.
  ///
  /// A change wakes an app that sleeps and launches one that has ended, which is told of it if it starts this anew.
  ///
  /// - Errors: `didFailWithError` with `kCLErrorDenied` when services are off or denied, with
  ///   `kCLErrorLocationUnknown` or `kCLErrorNetwork` when no position can be had; changes are told when that ends. Without a cellular radio
  ///   `kCLErrorDenied`, and nothing is started: no document names an error for this, and this is the one after
  ///   which apps stop waiting.
  public func startMonitoringSignificantLocationChanges() {
    guard let device, services?.significant == nil else { return }
    guard CLLocationManager.significantLocationChangeMonitoringAvailable(on: device) else {
      return significantChangesFailed()
    }
    // Asked before it counts as running, so that a refusal is told once, below.
    device.askForLocation()
    if !isUpdatingLocation { forgetUpdates() }
    changeServices { $0.significant = SignificantChange() }
    device.register(.significantChanges)
    device.updateRadios()
    if device.isGoingOn { resume(from: device.waking.lastSignificant) }
    if let fault = device.locationFault {
      reportStarted(without: fault)
    } else if !device.isGoingOn, !device.life.isServingFix, let last = device.location {
      setSignificant(last.coordinate)
      guard !device.queue.share(last, of: self) else { return }
      device.queue.append(self, .service(.significantLocation(last, isUpdate: false)))
    }
  }

  /// Stops telling of significant changes; standard updates go on, if they run.
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

  /// Whether a fix is a significant change, which counts as told from now on.
  @discardableResult
  func markSignificant(_ fix: Fix) -> Bool {
    guard isSignificant(fix) else { return false }
    setSignificant(fix.coordinate)
    return true
  }

  /// Whether a fix is to be told as a significant change now.
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
    device.waking.lastSignificant = (coordinate, device.clock.now)
    hold(for: SignificantChange.interval, on: device)
  }

  /// What was told before an interruption still counts as told.
  private func resume(from last: (coordinate: CLLocationCoordinate2D, time: TimeInterval)?) {
    guard let device, let last else { return }
    services?.significant?.reported = last.coordinate
    let rest = last.time + SignificantChange.interval - device.clock.now
    if rest > 0 { hold(for: rest, on: device) }
  }

  private func hold(for seconds: TimeInterval, on device: Device) {
    services?.significant?.hold = device.madeServiceTimers.after(seconds) { [weak self] in
      self?.holdEnded()
    }
  }

  /// The five minutes are over: a change that had to wait is told.
  private func holdEnded() {
    services?.significant?.hold = nil
    guard let device, device.route.deliversLocations, let location = device.location, wantsLocations,
      isSignificant(location.coordinate)
    else { return }
    setSignificant(location.coordinate)
    // The standard service may have brought it already, or will.
    guard deliveredLocation !== location, services?.deferral?.locations.last !== location else { return }
    device.wake()
    device.queue.append(self, .service(.significantLocation(location, isUpdate: false)))
  }
}
