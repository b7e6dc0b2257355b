import GeoCore
import GeoLocation

/// A finger on a map, from touch to lift.
///
/// Ownership: the screen holds it meanwhile.
final class Finger {
  let map: MKMapView
  let touch: UITouch
  /// The point of the first touch.
  let start: CGPoint
  /// Whether it pans the map, and how far the map has followed it.
  var isPanning = false
  var applied: CGPoint
  /// The timer for its long press.
  var holding: DeviceTimer?
  /// Whether it drags the annotation that it touched first.
  var isDragging = false

  /// A touch that moves no farther, in points, is a tap.
  static let slack = 10.0
  /// The duration of a long press, in seconds.
  ///
  /// - Source: UILongPressGestureRecognizer's minimumPressDuration.
  static let holdTime: TimeInterval = 0.5

  init(_ touch: UITouch, on map: MKMapView) {
    self.touch = touch
    self.map = map
    start = touch.point
    applied = touch.point
  }

  /// Its distance from the point of the first touch.
  var way: CGSize { CGSize(width: touch.point.x - start.x, height: touch.point.y - start.y) }

  var hasMoved: Bool { way.width * way.width + way.height * way.height > Finger.slack * Finger.slack }

  func move(to point: CGPoint, at time: TimeInterval, _ phase: UITouchPhase) {
    touch.previousPoint = touch.point
    touch.point = point
    touch.timestamp = time
    touch.phase = phase
    if hasMoved { letGo() }
  }

  /// Cancels its long press.
  func letGo() {
    holding?.cancel()
    holding = nil
  }
}
