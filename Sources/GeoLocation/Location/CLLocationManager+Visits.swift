extension CLLocationManager {
  /// Starts to report the places where the device stays: `didVisit` at the arrival and again at the
  /// departure.
  ///
  /// ``VisitMonitor`` defines a visit. Each one wakes a suspended app and launches a terminated one. An
  /// ongoing visit is reported at once if another manager saw it begin.
  ///
  /// - Errors: `didFailWithError` with `kCLErrorDenied` if services are off or denied; visits are reported
  ///   when that ends.
  public func startMonitoringVisits() {
    guard let device, services?.isMonitoringVisits != true else { return }
    // Asked before it counts as running, so that a refusal is reported once, below.
    device.askForLocation()
    changeServices { $0.isMonitoringVisits = true }
    device.startVisits(for: self)
    device.updateRadios()
    if let fault = device.locationFault, fault == .denied { reportStarted(without: fault) }
  }

  /// Stops visits; the ongoing one is forgotten when no manager is left.
  public func stopMonitoringVisits() {
    if services?.isMonitoringVisits == true { changeServices { $0.isMonitoringVisits = false } }
    device?.stopVisits()
  }

  /// Whether the device stays at a place, by the rule of visits; false while no manager monitors visits. Not
  /// Apple's.
  public var isStationary: Bool { device?.isStationary ?? false }
}
