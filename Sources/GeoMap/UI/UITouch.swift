public import GeoCore

/// A finger on the screen, from when it comes down to when it leaves.
///
/// Ownership: the hand holds it while it lasts; it holds the view that it began on, as UIKit's does.
public final class UITouch {
  public internal(set) var phase = UITouchPhase.began
  /// The view that it began on, which gets all of it; nil on the bare map.
  public internal(set) var view: UIView?
  /// When it last changed, on the device's clock.
  ///
  /// - Units: seconds since 1970.
  public internal(set) var timestamp: TimeInterval
  /// How many times in a row it was tapped.
  public internal(set) var tapCount: Int

  /// Where it is and was before, on the map that it began on.
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

  /// Returns where it is, in the coordinates of `view`; nil stands for the map that it began on.
  public func location(in view: UIView?) -> CGPoint { converted(point, view) }

  /// Returns where it was before it last moved, in the coordinates of `view`.
  public func previousLocation(in view: UIView?) -> CGPoint { converted(previousPoint, view) }

  private func converted(_ point: CGPoint, _ view: UIView?) -> CGPoint {
    guard let view, let window else { return point }
    return window.convert(point, to: view)
  }
}

/// How far a touch has come.
public enum UITouchPhase: Int, ConstantGroup {
  case began = 0
  case moved, stationary, ended, cancelled

  public static let constantPrefix = "UITouchPhase"
}

/// What happened to the fingers on the screen at one moment.
public final class UIEvent {
  public let allTouches: [UITouch]
  /// - Units: seconds since 1970, on the device's clock.
  public let timestamp: TimeInterval

  public init(allTouches: [UITouch], timestamp: TimeInterval) {
    self.allTouches = allTouches
    self.timestamp = timestamp
  }
}
