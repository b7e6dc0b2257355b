package import GeoCore

extension CLLocationManager {
  /// What a manager remembers beyond a run, if its app makes it at each start.
  ///
  /// - Source: CL-28.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  package struct Snapshot: Sendable {
    /// The last location that it delivered.
    package enum Delivered: Sendable {
      case none
      /// The device's last known one.
      case newest
      case older(Fix, timestamp: TimeInterval)
    }

    /// The place of the last report, and how long the next one has to wait.
    package struct Significant: Sendable {
      /// Invalid before the first report.
      package var reported = kCLLocationCoordinate2DInvalid
      /// NaN if the next one has to wait no longer.
      package var heldUntil = TimeInterval.nan

      package init() {}
    }

    /// How far a stay has come that pauses updates.
    package struct Pause: Sendable {
      package var isPaused: Bool
      package var minimumStay: TimeInterval
      package var stay: VisitMonitor.Snapshot

      package init(isPaused: Bool, minimumStay: TimeInterval, stay: VisitMonitor.Snapshot) {
        (self.isPaused, self.minimumStay, self.stay) = (isPaused, minimumStay, stay)
      }
    }

    /// Which of the managers that its app makes at its start it is, from 1.
    package var number: Int
    package var isUpdating = false
    package var isMonitoringVisits = false
    package var delivered = Delivered.none
    package var significant: Significant?
    package var pause: Pause?
    /// The rest that live updates tell of.
    package var rest: VisitMonitor.Snapshot?

    package init(number: Int) { self.number = number }
  }

  /// Nil for a manager that nothing was started on, and for one that the next start of the app does not make.
  var snapshot: Snapshot? {
    guard number > 0, isUpdatingLocation || services?.isListening == true else { return nil }
    var snapshot = Snapshot(number: number)
    snapshot.isUpdating = isUpdatingLocation
    snapshot.isMonitoringVisits = services?.isMonitoringVisits ?? false
    if let delivered = deliveredLocation {
      snapshot.delivered =
        delivered === device?.location
        ? .newest : .older(Fix(delivered), timestamp: delivered.timestamp.timeIntervalSince1970)
    }
    if let significant = services?.significant {
      var known = Snapshot.Significant()
      if let reported = significant.reported { known.reported = reported }
      if let hold = significant.hold { known.heldUntil = hold.due }
      snapshot.significant = known
    }
    if let pause = services?.pause {
      snapshot.pause = Snapshot.Pause(
        isPaused: pause.isPaused, minimumStay: pause.watch.monitor.rule.minimumStay,
        stay: pause.watch.monitor.snapshot)
    }
    snapshot.rest = services?.rest?.monitor.snapshot
    return snapshot
  }

  /// What the same manager of an interrupted run knew; nil once time has passed since.
  var earlier: Snapshot? { device?.earlier(number) }

  /// Sets what it delivered to what an interrupted run delivered; its next update compares itself with that.
  func resumeUpdates(of earlier: Snapshot?, on device: Device) {
    deliveredLocation =
      switch earlier?.delivered {
      case nil: device.toldLocation
      case .some(.none): nil
      case .newest: device.location
      case .older(let fix, let timestamp): CLLocation(fix, timestamp: timestamp)
      }
  }
}

extension CLLocationManager.Snapshot.Pause {
  /// The monitor of the stay, if it has the same figures; a pause that has begun ends by its own.
  func monitor(_ rule: VisitMonitor.Rule) -> VisitMonitor? {
    guard isPaused || minimumStay == rule.minimumStay else { return nil }
    var rule = rule
    rule.minimumStay = minimumStay
    return VisitMonitor(rule: rule, snapshot: stay)
  }
}

extension Fix {
  /// What a location says of a place and a motion.
  fileprivate init(_ location: CLLocation) {
    let hasAltitude = location.verticalAccuracy >= 0
    self.init(
      coordinate: location.coordinate, horizontalAccuracy: location.horizontalAccuracy,
      altitude: hasAltitude ? location.altitude : .nan,
      verticalAccuracy: hasAltitude ? location.verticalAccuracy : .nan, speed: location.speed,
      course: location.course)
  }
}

/// Numbers the managers that an app makes when it starts: each start makes them in the same order, so that a number
/// finds what an earlier one knew.
struct ManagerNumbers {
  private var count = 0
  private var time = TimeInterval.nan

  /// Returns the number of one that is made at `now`; 0 for one that a later event makes.
  mutating func next(at now: TimeInterval) -> Int {
    if count == 0 { time = now }
    guard now == time else { return 0 }
    count += 1
    return count
  }
}

extension Device {
  /// The managers of its app that the next start makes again.
  var managerSnapshots: [CLLocationManager.Snapshot] {
    let known = managers.entries.compactMap { $0.manager?.snapshot }
    // One that has not been made or started yet still knows what it knew.
    let waiting = earlierRun.managers.filter { past in
      earlier(past.number) != nil && !known.contains { $0.number == past.number }
    }
    return known + waiting
  }

  /// Sets the timers of the managers' services in the order of the managers, whichever of them has started first after
  /// an interruption: at one moment they fire in that.
  func renewServiceTimers() {
    eachManager { manager in
      manager.renewHold(on: self)
      manager.services?.pause?.watch.renew()
    }
  }

  /// What a manager of an interrupted run knew, until the clock moves on from where that run left it.
  func earlier(_ number: Int) -> CLLocationManager.Snapshot? {
    guard number > 0, clock.now == earlierRun.clock else { return nil }
    return earlierRun.managers.first { $0.number == number }
  }
}
