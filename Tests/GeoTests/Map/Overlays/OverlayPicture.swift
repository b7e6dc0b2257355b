import RecordingCanvas

@testable import Geo

/// A phone with a map that is drawn on paper: what overlays paint, call by call.
final class OverlayPicture: MKMapViewDelegate {
  let device = Device(id: DeviceID(index: 0), name: "phone")
  let map: MKMapView
  let canvas: RecordingCanvas
  /// In the order in which the delegate is asked.
  var renderers: [MKOverlayRenderer] = []
  var errors: [String] = []

  init(_ width: Double = 512, _ height: Double = 512, scale: Double = 1) {
    map = MKMapView(frame: CGRect(x: 0, y: 0, width: width, height: height), device: device)
    canvas = RecordingCanvas(size: CGSize(width: width, height: height), scale: scale)
    map.delegate = self
    device.hooks.onError = { [unowned self] in errors.append("\($0)") }
  }

  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
    renderers.first { $0.overlay === overlay }
  }

  func add(_ renderer: MKOverlayRenderer, _ level: MKOverlayLevel = .aboveLabels) {
    renderers.append(renderer)
    map.addOverlay(renderer.overlay, level: level)
  }

  /// Shows the part of the map at level `z` around a map point.
  func show(_ x: Double, _ y: Double, level: Double) {
    map.viewport = map.viewport.zoomed(to: level, snaps: false).moved(to: MKMapPoint(x: x, y: y))
  }

  /// What is painted, clips and layers among it, without the map's own frame.
  func drawn() -> [String] {
    let context = CGContext(canvas)
    let scene = map.scene
    _ = map.prepareToDraw()
    for level in MKOverlayLevel.allCases { map.drawOverlays(level, scene, in: context) }
    return canvas.painted()
  }

  /// The same without clips and layers.
  func painted() -> [String] { drawn().filter { $0.hasPrefix("fill") || $0.hasPrefix("stroke") } }
}

extension String {
  /// The points of a recorded path.
  var places: [CGPoint] {
    let words = split(separator: " ").dropFirst()
    var numbers: [Double] = []
    for word in words {
      if let number = Double(word) {
        numbers.append(number)
      } else if !["M", "L", "C", "Z"].contains(word) {
        break
      }
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }
}
