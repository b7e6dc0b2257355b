public import GeoCore

/// A finger on the screen, from touch to lift.
///
/// Ownership: the hand holds it meanwhile; it holds the view on which it began, as in UIKit.
public final class UITouch {
  public internal(set) var phase = UITouchPhase.began
  /// The view on which it began, which gets the whole touch; nil on the bare map.
  public internal(set) var view: UIView?
  /// When it last changed, on the device's clock.
  ///
  /// - Units: seconds since 1970.
  public internal(set) var timestamp: TimeInterval
  /// The number of consecutive taps.
  public internal(set) var tapCount: Int

  /// Its current and previous point, on the map on which it began.
  var point: CGPoint
  var previousPoint: CGPoint
  weak var window: UIView?

  public init(at point: CGPoint, of window: UIView, view: UIView?, timestamp: TimeInterval, tapCount: Int = 1)
  {
    self.point = point
    previousPoint = point
    self.window = window
    self.view = view
    self.timestamp = timestamp
    self.tapCount = tapCount
  }

  /// Returns its location in the coordinates of `view`; nil means the map on which it began.
  public func location(in view: UIView?) -> CGPoint { converted(point, view) }

  /// Returns its location before its last move, in the coordinates of `view`.
  public func previousLocation(in view: UIView?) -> CGPoint { converted(previousPoint, view) }

  private func converted(_ point: CGPoint, _ view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return window.convert(point, to: view)
  }
}

/// The phase of a touch.
public enum UITouchPhase: Int, ConstantGroup {
  case began = 0
  case moved, stationary, ended, cancelled

  public static let constantPrefix = "UITouchPhase"
}

/// The changes of the fingers on the screen at one moment.
public final class UIEvent {
  public let allTouches: [UITouch]
  /// - Units: seconds since 1970, on the device's clock.
  public let timestamp: TimeInterval

  public init(allTouches: [UITouch], timestamp: TimeInterval) {
    self.allTouches = allTouches
    self.timestamp = timestamp
  }
}
