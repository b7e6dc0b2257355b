import GeoCore
import GeoLocation
import GeoTesting

@testable import GeoMap

/// Writes down what a map tells of its area and of the user, each call as one line.
final class MapLog: MKMapViewDelegate {
  var name = ""
  var lines: [String] = []
  /// Where several delegates write in common.
  var shared: RecordingDelegate.Journal?
  /// Called inside each callback, after it is written down.
  var onCall: ((String, MKMapView) -> Void)?

  private func note(_ line: String, _ map: MKMapView) {
    lines.append(line)
    shared?.lines.append(name.isEmpty ? line : "\(name): \(line)")
    onCall?(line, map)
  }

  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {
    note("will change\(animated ? " animated" : "")", mapView)
  }
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
    note("did change\(animated ? " animated" : "")", mapView)
  }
  func mapViewWillStartLocatingUser(_ mapView: MKMapView) { note("start", mapView) }
  func mapViewDidStopLocatingUser(_ mapView: MKMapView) { note("stop", mapView) }
  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {
    note(
      "user \(userLocation.location.map { "\(Int($0.timestamp.timeIntervalSince1970))" } ?? "nil")", mapView)
  }
  func mapView(_ mapView: MKMapView, didFailToLocateUserWithError error: NSError) {
    note("fail \(error.code)", mapView)
  }
  func mapView(_ mapView: MKMapView, didChange mode: MKUserTrackingMode, animated: Bool) {
    note("\(mode)\(animated ? " animated" : "")", mapView)
  }
}

/// A phone with a map of 800 × 600 points on it.
struct MapPhone {
  let phone: Phone
  let map: MKMapView
  let log = MapLog()

  init(_ profile: DeviceProfile = .default) {
    phone = Phone(profile)
    map = MKMapView(device: phone.device)
    map.delegate = log
  }

  var device: Device { phone.device }

  /// Runs `body` as a script would, and the calls that it causes.
  func script(_ body: () -> Void) {
    body()
    device.deliver()
  }

  /// The calls since the last reading.
  func told() -> [String] {
    defer { log.lines = [] }
    return log.lines
  }

  /// The visible zoom level, from the width of the visible area.
  var level: Double { MapPhone.level(of: map) }

  /// Level z is 256·2^z points wide (F-5).
  static func level(of map: MKMapView) -> Double {
    let width = map.visibleMapRect.size.width
    var level = 0.0
    while width * (256 * Double(1 << Int(level))) / 268_435_456 < map.bounds.size.width * 0.99 { level += 1 }
    return level
  }

  func turn(_ time: Double, to magnetic: Double, true trueHeading: Double = .nan, accuracy: Double = 5) {
    phone.send(
      time,
      .heading(
        HeadingReading(
          magneticHeading: magnetic, trueHeading: trueHeading, headingAccuracy: accuracy)))
  }

  /// Degrees east of 0°, 0° of the map's middle, as meters along the equator.
  var east: Double { map.centerCoordinate.longitude * Phone.degree }
}
