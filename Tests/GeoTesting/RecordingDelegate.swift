package import GeoCore
package import GeoLocation

/// Records each callback as one line; can throw, and can act on the manager from inside.
package final class RecordingDelegate: CLLocationManagerDelegate {
  package struct Refusal: Error {}

  package var name: String
  package var lines: [String] = []
  package var locations: [CLLocation] = []
  package var old: [CLLocation?] = []
  package var errors: [NSError] = []
  package var regions: [CLRegion] = []
  package var headings: [CLHeading] = []
  package var allowsCalibration = false
  package var reports: [RegionReport] = []
  package var visits: [CLVisit] = []
  /// States would follow each crossing: tests about them insert `didDetermineState`.
  package var callbacks = Set(CLLocationManagerCallback.allCases)
    .subtracting([.didUpdateLocations, .didDetermineState])
  package var throwsAlways = false
  /// Called inside each callback, after it is recorded.
  package var onCallback: ((String, CLLocationManager) -> Void)?
  /// A log that several delegates share.
  package var shared: Journal?

  package final class Journal {
    package var lines: [String] = []

    package init() {}
  }

  package init(_ name: String = "", journal: Journal? = nil) {
    self.name = name
    shared = journal
  }

  package func implements(_ callback: CLLocationManagerCallback) -> Bool { callbacks.contains(callback) }

  private func note(_ line: String, _ manager: CLLocationManager) throws {
    lines.append(line)
    shared?.lines.append(name.isEmpty ? line : "\(name): \(line)")
    if let report = manager.device?.currentRegionEvent { reports.append(report) }
    onCallback?(line, manager)
    if throwsAlways { throw Refusal() }
  }

  package func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation?
  ) throws {
    locations.append(newLocation)
    old.append(oldLocation)
    try note("update \(Int(newLocation.timestamp.timeIntervalSince1970))", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    throws
  {
    self.locations += locations
    try note("updates \(locations.count)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) throws {
    errors.append(error)
    try note("fail \(error.code)", manager)
  }
  package func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) throws {
    try note("authorization \(status)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didRange ranged: RangedBeacons) throws {
    try note("range \(ranged.beacons.map { "\($0.major)/\($0.minor)" }.joined(separator: " "))", manager)
  }
  package func locationManager(
    _ manager: CLLocationManager, didFailRangingFor ranged: RangedBeacons, error: NSError
  ) throws {
    errors.append(error)
    try note("range fail \(error.code)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) throws {
    regions.append(region)
    try note("enter \(region.identifier)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) throws {
    regions.append(region)
    try note("exit \(region.identifier)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didDwellInRegion region: CLRegion) throws {
    regions.append(region)
    try note("dwell \(region.identifier)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) throws {
    regions.append(region)
    try note("start \(region.identifier)", manager)
  }
  package func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) throws {
    errors.append(error)
    try note("monitoring failed \(region?.identifier ?? "nil") \(error.code)", manager)
  }
  package func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) throws {
    try note("state \(region.identifier) \(state)", manager)
  }
  package func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) throws {
    headings.append(newHeading)
    try note("heading \(Int(newHeading.magneticHeading.rounded()))", manager)
  }
  package func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) throws -> Bool {
    try note("calibrate?", manager)
    return allowsCalibration
  }
  package func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) throws {
    visits.append(visit)
    try note(visit.departureDate == .distantFuture ? "arrived" : "departed", manager)
  }
  package func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) throws {
    try note("paused", manager)
  }
  package func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) throws {
    try note("resumed", manager)
  }
  package func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: NSError?
  ) throws {
    try note("deferral ended \(error.map { "\($0.code)" } ?? "well")", manager)
  }
}

/// A device at the origin of time and place, and the few events that most tests need.
///
/// Positions are meters east of 0°, 0° along the equator, where a degree is 111 319.490 793 m (WGS 84: a·π/180).
package struct Phone {
  package static let degree = 111_319.490_793
  package let device: Device
  package let manager: CLLocationManager
  package let delegate = RecordingDelegate()

  package init(_ profile: DeviceProfile = .default, order: ReorderWindow.Policy = .recorded) {
    device = Device(id: DeviceID(index: 0), name: "test", profile: profile, order: order)
    manager = CLLocationManager(device: device)
    manager.delegate = delegate
  }

  package func fix(_ time: Double, east: Double = 0, accuracy: Double = 5, timestamp: Double? = nil) {
    device.handle(Self.event(time, east: east, accuracy: accuracy, timestamp: timestamp))
  }

  package func send(_ time: Double, _ payload: DeviceEvent.Payload) {
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
  }

  package static func event(
    _ time: Double, east: Double = 0, accuracy: Double = 5, timestamp: Double? = nil
  ) -> DeviceEvent {
    let fix = Fix(
      coordinate: CLLocationCoordinate2DMake(0, east / degree), horizontalAccuracy: accuracy)
    return DeviceEvent(
      time: time, timestamp: timestamp ?? time, device: DeviceID(index: 0), payload: .location(fix))
  }

  package static func region(_ identifier: String, east: Double = 0, radius: Double = 100) -> CLCircularRegion
  {
    CLCircularRegion(
      center: CLLocationCoordinate2DMake(0, east / degree), radius: radius, identifier: identifier)
  }
}
