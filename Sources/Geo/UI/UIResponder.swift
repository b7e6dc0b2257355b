/// Something that can answer to a touch, or leave it to the next in the chain.
///
/// What a script overrides throws, so that the script's error reaches ``Device/Hooks/onError``.
///
/// - Source: LG-5 … LG-10.
open class UIResponder {
  /// What its maker accounts for its memory with, as long as it lives.
  public var memory: AnyObject?
  /// What a script's class overrides; nil for an object of the host's own class.
  package var overrides: (any Overrides)?

  public init() {}

  /// Who gets what this one leaves: a view's controller, else its superview.
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
