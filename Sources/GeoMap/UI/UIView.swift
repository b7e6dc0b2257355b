/// A rectangle on the screen that may hold others and be touched.
///
/// - Shape: `bounds` in its own coordinates and `center` in its superview's are what is kept; `frame` follows.
/// - Units: points; y grows downward.
///
/// Ownership: a view holds its subviews; the way back is weak.
open class UIView: UIResponder {
  /// The rectangle that it covers, in its own coordinates.
  public var bounds: CGRect {
    didSet { if bounds.size != oldValue.size { resized(from: oldValue.size) } }
  }
  /// Where the middle of it lies, in the coordinates of its superview.
  public var center: CGPoint

  public internal(set) weak var superview: UIView?
  /// From the one farthest back to the one in front.
  public internal(set) var subviews: [UIView] = []
  /// The controller whose view this is.
  public internal(set) weak var viewController: UIViewController?

  public var hidden = false
  /// From 0, not to be seen, to 1; of no effect on what can be touched except near 0.
  public var alpha = 1.0
  /// Whether it promises to paint all of itself: then ``backgroundColor`` is laid under what it draws.
  ///
  /// - Source: AV-8.
  public var opaque = true
  public var backgroundColor: UIColor?
  /// The colors that it and what lies in it are drawn in.
  public var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
  public var clipsToBounds = false
  public var userInteractionEnabled = true
  public var multipleTouchEnabled = false
  /// A number of the app's own, for ``viewWithTag(_:)``.
  public var tag = 0
  /// How it follows its superview when that changes its size.
  public var autoresizingMask: UIViewAutoresizing = []
  public var autoresizesSubviews = true

  /// Whether another view is made with it and cannot do without: it cannot be moved elsewhere.
  var isFixture = false
  /// What is to be drawn again, in its own coordinates; nil when nothing is.
  var dirtyRect: CGRect?
  /// Whether its drawing has failed, which is told once.
  var hasFailedToDraw = false
  /// Whether ``layoutSubviews()`` waits.
  var needsSubviewLayout = true
  /// Whether it or a view in it waits for ``layoutSubviews()``.
  var treeNeedsLayout = true

  public init(frame: CGRect = .zero) {
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
    dirtyRect = frame.size == .zero ? nil : CGRect(origin: .zero, size: frame.size)
    super.init()
  }

  /// Where it lies, in the coordinates of its superview.
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

  /// Returns the foremost view that a finger at `point` touches, itself or one in it; nil for none.
  ///
  /// Takes the point in its own coordinates (UIKit's form). The base skips views that are hidden, all but clear, or
  /// closed to the user, and looks into subviews from front to back through ``hitTest(inSuperview:with:)``.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) throws -> UIView? {
    guard !hidden, alpha >= 0.01, userInteractionEnabled, try covers(point, with: event) else {
      return nil
    }
    for view in subviews.reversed() {
      if let hit = try view.findHit(inSuperview: point, with: event) { return hit }
    }
    return self
  }

  /// As ``hitTest(_:with:)`` with the point in the coordinates of its superview (the Mac's form).
  ///
  /// Every search asks a view this way first, and the base asks the other: overriding either is enough.
  ///
  /// - Source: AV-20, listing 6-7.
  open func hitTest(inSuperview point: CGPoint, with event: UIEvent?) throws -> UIView? {
    try findHit(fromSuperview(point), with: event)
  }

  /// Whether `point`, in its own coordinates, lies in it; the left and upper edges do.
  open func pointInside(_ point: CGPoint, with event: UIEvent?) throws -> Bool {
    bounds.contains(point)
  }

  /// Puts its subviews where they belong; called in a layout pass after ``setNeedsLayout()``.
  open func layoutSubviews() throws {}

  /// Draws the part `rect` of it, in its own coordinates; the context is UIKit's current one too.
  open func draw(_ rect: CGRect, in context: CGContext) throws {}

  /// Whether an app's class draws it: an ``opaque`` one is then filled before, and nothing gets out of its bounds.
  ///
  /// - Source: AV-8.
  open var overridesDrawing: Bool { false }

  /// Returns the size that suits what it shows best within `size`; the base leaves it as it is.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes it out of its superview; a map leaves the screen.
  open func removeFromSuperview() { if !isFixture { leaveSuperview() } }
}
