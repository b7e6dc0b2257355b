@testable import GeoLocation
@testable import GeoMap

/// A device with one map, whose delegate records changes of the visible area.
final class AreaLog: MKMapViewDelegate {
  let device: Device
  let map: MKMapView
  var lines: [String] = []
  var faults: [String] = []
  /// Done after a line was noted.
  var onLine: (String) -> Void = { _ in }
  var callbacks: Set<MKMapViewCallback> = [.regionWillChangeAnimated, .regionDidChangeAnimated]

  init(_ frame: CGRect? = nil, profile: DeviceProfile = .default) {
    device = Device(id: DeviceID(index: 0), name: "phone", profile: profile)
    map = MKMapView(frame: frame, device: device)
    device.hooks.onError = { [unowned self] in faults.append("\($0)") }
    map.delegate = self
    device.deliver()
  }

  convenience init(_ width: Double, _ height: Double) {
    self.init(CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// The zoom level that is shown.
  var level: Int { Int(map.viewport.level.rounded()) }

  /// Returns the calls since the last reading.
  func told() -> [String] {
    defer { lines = [] }
    return lines
  }

  func implements(_ callback: MKMapViewCallback) -> Bool { callbacks.contains(callback) }

  private func note(_ line: String) {
    lines.append(line)
    onLine(line)
  }

  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) throws {
    note("will\(animated ? " animated" : "")")
  }

  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) throws {
    note("did\(animated ? " animated" : "")")
  }

  func mapViewWillStartRenderingMap(_ mapView: MKMapView) throws { note("start rendering") }

  func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) throws {
    note("rendered\(fullyRendered ? " fully" : "")")
  }
}
