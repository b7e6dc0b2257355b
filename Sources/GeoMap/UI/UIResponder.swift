/// An object that handles touches, or leaves them to the next in the chain.
///
/// Overrides of scripts throw, so that their errors reach ``Device/Hooks/onError``.
///
/// - Source: LG-5 … LG-10.
open class UIResponder {
  /// Its memory charge, as long as it lives.
  public var memory: AnyObject?
  /// The overrides of a script's class; nil for an object of the host's own class.
  package var overrides: (any Overrides)?

  public init() {}

  /// The responder for unhandled touches: a view's controller, or else its superview.
  open var nextResponder: UIResponder? { nil }

  open func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.beginTouches(touches, with: event)
  }

  open func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.moveTouches(touches, with: event)
  }

  open func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.endTouches(touches, with: event)
  }

  open func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.cancelTouches(touches, with: event)
  }
}
