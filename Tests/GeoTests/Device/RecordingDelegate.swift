import Geo

/// Writes down each callback as one line; can throw, and can act on the manager from inside.
final class RecordingDelegate: CLLocationManagerDelegate {
  struct Refusal: Error {}

  var name: String
  var lines: [String] = []
  var locations: [CLLocation] = []
  var old: [CLLocation?] = []
  var errors: [NSError] = []
  var regions: [CLRegion] = []
  var headings: [CLHeading] = []
  var allowsCalibration = false
  var reports: [RegionReport] = []
  var visits: [CLVisit] = []
  var callbacks = Set(CLLocationManagerCallback.allCases).subtracting([.didUpdateLocations])
  var throwsAlways = false
  /// Called inside each callback, after it is written down.
  var onCallback: ((String, CLLocationManager) -> Void)?
  /// Where several delegates write in common.
  var shared: Journal?

  final class Journal { var lines: [String] = [] }

  init(_ name: String = "", journal: Journal? = nil) {
    self.name = name
    shared = journal
  }

  func implements(_ callback: CLLocationManagerCallback) -> Bool { callbacks.contains(callback) }

  private func note(_ line: String, _ manager: CLLocationManager) throws {
    lines.append(line)
    shared?.lines.append(name.isEmpty ? line : "\(name): \(line)")
    if let report = manager.device?.currentRegionEvent { reports.append(report) }
    onCallback?(line, manager)
    if throwsAlways { throw Refusal() }
  }

  func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation?
  ) throws {
    locations.append(newLocation)
    old.append(oldLocation)
    try note("update \(Int(newLocation.timestamp.timeIntervalSince1970))", manager)
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) throws {
    self.locations += locations
    try note("updates \(locations.count)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) throws {
    errors.append(error)
    try note("fail \(error.code)", manager)
  }
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) throws {
    try note("authorization \(status)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) throws {
    regions.append(region)
    try note("enter \(region.identifier)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) throws {
    regions.append(region)
    try note("exit \(region.identifier)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didDwellInRegion region: CLRegion) throws {
    regions.append(region)
    try note("dwell \(region.identifier)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) throws {
    regions.append(region)
    try note("start \(region.identifier)", manager)
  }
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) throws {
    errors.append(error)
    try note("monitoring failed \(region?.identifier ?? "nil") \(error.code)", manager)
  }
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) throws {
    try note("state \(region.identifier) \(state)", manager)
  }
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) throws {
    headings.append(newHeading)
    try note("heading \(Int(newHeading.magneticHeading.rounded()))", manager)
  }
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) throws -> Bool {
    try note("calibrate?", manager)
    return allowsCalibration
  }
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) throws {
    visits.append(visit)
    try note(visit.departureDate == .distantFuture ? "arrived" : "departed", manager)
  }
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) throws {
    try note("paused", manager)
  }
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) throws {
    try note("resumed", manager)
  }
  func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: NSError?) throws
  {
    try note("deferral ended \(error.map { "\($0.code)" } ?? "well")", manager)
  }
}

/// A device at the origin of time and place, and the few events that most tests need.
///
/// Positions are metres east of 0°, 0° along the equator, where a degree is 111 319.490 793 m (WGS 84: a·π/180).
struct Phone {
  static let degree = 111_319.490_793
  let device: Device
  let manager: CLLocationManager
  let delegate = RecordingDelegate()

  init(_ profile: DeviceProfile = .default, order: ReorderWindow.Policy = .recorded) {
    device = Device(id: DeviceID(index: 0), name: "test", profile: profile, order: order)
    manager = CLLocationManager(device: device)
    manager.delegate = delegate
  }

  func fix(_ time: Double, east: Double = 0, accuracy: Double = 5, timestamp: Double? = nil) {
    device.handle(Self.event(time, east: east, accuracy: accuracy, timestamp: timestamp))
  }

  func send(_ time: Double, _ payload: DeviceEvent.Payload) {
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
  }

  static func event(
    _ time: Double, east: Double = 0, accuracy: Double = 5, timestamp: Double? = nil
  ) -> DeviceEvent {
    let fix = Fix(
      coordinate: CLLocationCoordinate2DMake(0, east / degree), horizontalAccuracy: accuracy)
    return DeviceEvent(
      time: time, timestamp: timestamp ?? time, device: DeviceID(index: 0), payload: .location(fix))
  }

  static func region(_ identifier: String, east: Double = 0, radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(
      center: CLLocationCoordinate2DMake(0, east / degree), radius: radius, identifier: identifier)
  }
}
