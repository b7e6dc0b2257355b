/// A rectangle on the screen that may contain others and be touched.
///
/// - Shape: `bounds` in its own coordinates and `center` in its superview's are stored; `frame` is derived.
/// - Units: points; y grows downward.
///
/// Ownership: a view holds its subviews; the reference back is weak.
open class UIView: UIResponder {
  /// The rectangle that it covers, in its own coordinates.
  public var bounds: CGRect {
    didSet { if bounds.size != oldValue.size { resized(from: oldValue.size) } }
  }
  /// The center in the coordinates of its superview.
  public var center: CGPoint

  public internal(set) weak var superview: UIView?
  /// From back to front.
  public internal(set) var subviews: [UIView] = []
  /// The controller whose view this is.
  public internal(set) weak var viewController: UIViewController?

  public var hidden = false
  /// From 0, invisible, to 1; affects touches only near 0.
  public var alpha = 1.0
  /// Whether it promises to paint its whole area: then ``backgroundColor`` is drawn below its content.
  ///
  /// - Source: AV-8.
  public var opaque = true
  public var backgroundColor: UIColor?
  /// The light or dark appearance of the view and its subviews.
  public var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  public var clipsToBounds = false
  public var userInteractionEnabled = true
  public var multipleTouchEnabled = false
  /// A number for the app's use, for ``viewWithTag(_:)``.
  public var tag = 0
  /// How it adapts to size changes of its superview.
  public var autoresizingMask: UIViewAutoresizing = []
  public var autoresizesSubviews = true

  /// Whether it is a permanent part of another view: it cannot be moved elsewhere.
  var isFixture = false
  /// The part to redraw, in its own coordinates; nil if there is none.
  var dirtyRect: CGRect?
  /// Whether its drawing has failed, which is reported once.
  var hasFailedToDraw = false
  /// Whether ``layoutSubviews()`` is pending.
  var needsSubviewLayout = true
  /// Whether ``layoutSubviews()`` is pending for it or a descendant.
  var treeNeedsLayout = true

  public init(frame: CGRect = .zero) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
    dirtyRect = frame.size == .zero ? nil : CGRect(origin: .zero, size: frame.size)
    super.init()
  }

  /// The rectangle in the coordinates of its superview.
  public var frame: CGRect {
    get {
      CGRect(
        x: center.x - bounds.size.width / 2, y: center.y - bounds.size.height / 2, width: bounds.size.width,
        height: bounds.size.height)
    }
    set {
      bounds.size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  open override var nextResponder: UIResponder? { viewController ?? superview }

  /// Returns the foremost view under a finger at `point`, itself or a descendant; nil if there is none.
  ///
  /// The point is in its own coordinates (UIKit's form). The base skips views that are hidden, almost
  /// transparent, or have user interaction disabled. It searches subviews from front to back with
  /// ``hitTest(inSuperview:with:)``.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
    guard !hidden, alpha >= 0.01, userInteractionEnabled, try covers(point, with: event) else {
      return nil
    }
    for view in subviews.reversed() {
      if let hit = try view.findHit(inSuperview: point, with: event) { return hit }
    }
    return self
  }

  /// Like ``hitTest(_:with:)`` with the point in the coordinates of its superview (the Mac's form).
  ///
  /// Every search calls this form first, and the base calls the other: overriding either suffices.
  ///
  /// - Source: AV-20, listing 6-7.
  open func hitTest(inSuperview point: CGPoint, with event: UIEvent?) throws -> UIView? {
    try findHit(fromSuperview(point), with: event)
  }

  /// Whether `point`, in its own coordinates, is inside; the left and upper edges are.
  open func pointInside(_ point: CGPoint, with event: UIEvent?) throws -> Bool {
    bounds.contains(point)
  }

  /// Arranges its subviews; called in a layout pass after ``setNeedsLayout()``.
  open func layoutSubviews() throws {}

  /// Draws its part `rect`, in its own coordinates; the context is also UIKit's current one.
  open func draw(_ rect: CGRect, in context: CGContext) throws {}

  /// Whether an app's class draws it: then an ``opaque`` view is filled before, and its bounds clip the
  /// drawing.
  ///
  /// - Source: AV-8.
  open var overridesDrawing: Bool { false }

  /// Returns the size within `size` that fits its content best; the base returns the current size.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Removes it from its superview; a map leaves the screen.
  open func removeFromSuperview() { if !isFixture { leaveSuperview() } }
}
