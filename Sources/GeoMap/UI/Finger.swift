import GeoCore
import GeoLocation

/// A finger on a map, from touch to lift.
///
/// Ownership: the screen holds it meanwhile.
final class Finger {
  let map: MKMapView
  let touch: UITouch
  /// The point and the time of the first touch.
  let start: CGPoint
  let startTime: TimeInterval
  /// Whether it pans the map, and how far the map has followed it.
  var isPanning = false
  var applied: CGPoint
  /// The timer for its long press.
  var holding: DeviceTimer?
  /// The timer that ends the wait of its view for the first touch (LG-2).
  var waiting: DeviceTimer?
  /// Whether it drags the annotation that it touched first.
  var isDragging = false

  /// A touch that moves no farther, in points, is a tap.
  static let slack = 10.0
  /// How long an annotation view waits for a touch, in seconds: one that moves sooner scrolls the map.
  ///
  /// UIKit does not document its own. Android's tap timeout, which serves the same decision, is 0.1 s; this is
  /// shorter, so that a log with ten touches a second drags views.
  static let scrollDelay: TimeInterval = 0.08
  /// The duration of a long press, in seconds.
  ///
  /// - Source: UILongPressGestureRecognizer's minimumPressDuration.
  static let holdTime: TimeInterval = 0.5

  init(_ touch: UITouch, on map: MKMapView) {
    self.touch = touch
    self.map = map
    start = touch.point
    startTime = touch.timestamp
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

  /// Whether its view was waiting for the first touch until now.
  func stopWaiting() -> Bool {
    guard let waiting else { return false }
    waiting.cancel()
    self.waiting = nil
    return true
  }

  /// Runs `body` while the touch is as it began.
  func atStart(_ body: () -> Void) {
    let (point, previous, time, phase) = (touch.point, touch.previousPoint, touch.timestamp, touch.phase)
    (touch.point, touch.previousPoint, touch.timestamp, touch.phase) = (start, start, startTime, .began)
    body()
    (touch.point, touch.previousPoint, touch.timestamp, touch.phase) = (point, previous, time, phase)
  }
}
