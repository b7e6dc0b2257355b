extension CLLocationManager {
  /// Starts to tell of places where the device stays: `didVisit` at the arrival and again at the departure.
  ///
  /// ``VisitMonitor`` says what a visit is. Each wakes an app that sleeps and launches one that has ended. A visit that goes on is told at once where another manager saw it begin.
  ///
  /// - Errors: `didFailWithError` with `kCLErrorDenied` when services are off or denied; visits are told when that
  ///   ends.
  public func startMonitoringVisits() {
    guard let device, services?.isMonitoringVisits != true else { return }
    // Asked before it counts as running, so that a refusal is told once, below.
    device.askForLocation()
    changeServices { $0.isMonitoringVisits = true }
    device.startVisits(for: self)
    device.updateRadios()
    if let fault = device.locationFault, fault == .denied { reportStarted(without: fault) }
  }

  /// Stops telling of visits; the one that goes on is forgotten when no manager is left.
  public func stopMonitoringVisits() {
    if services?.isMonitoringVisits == true { changeServices { $0.isMonitoringVisits = false } }
    device?.stopVisits()
  }

  /// Whether the device stays at a place, by the rule of visits; false while nobody monitors visits. Not Apple's.
  public var isStationary: Bool { device?.isStationary ?? false }
}
