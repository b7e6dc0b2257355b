import GeoCore
import GeoLocation

/// A finger on a map, from when it comes down until it leaves.
///
/// Ownership: the screen holds it while it lasts.
final class Finger {
  let map: MKMapView
  let touch: UITouch
  /// Where it came down.
  let start: CGPoint
  /// Whether it moves the map, and how far the map has followed it.
  var isPanning = false
  var applied: CGPoint
  /// What happens when it has stayed long enough.
  var holding: DeviceTimer?
  /// Whether it drags the annotation that it came down on.
  var isDragging = false

  /// A touch that moves no farther, in points, is a tap.
  static let slack = 10.0
  /// How long a finger stays that holds, in seconds.
  ///
  /// - Source: UILongPressGestureRecognizer's minimumPressDuration.
  static let holdTime: TimeInterval = 0.5

  init(_ touch: UITouch, on map: MKMapView) {
    self.touch = touch
    self.map = map
    start = touch.point
    applied = touch.point
  }

  /// How far it is from where it came down.
  var way: CGSize { CGSize(width: touch.point.x - start.x, height: touch.point.y - start.y) }

  var hasMoved: Bool { way.width * way.width + way.height * way.height > Finger.slack * Finger.slack }

  func move(to point: CGPoint, at time: TimeInterval, _ phase: UITouchPhase) {
    touch.previousPoint = touch.point
    touch.point = point
    touch.timestamp = time
    touch.phase = phase
    if hasMoved { letGo() }
  }

  /// It no longer holds what it is on.
  func letGo() {
    holding?.cancel()
    holding = nil
  }
}
