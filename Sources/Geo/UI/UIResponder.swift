/// Something that can answer to a touch, or leave it to the next in the chain.
///
/// What a script overrides throws, so that the script's error reaches ``Device/Hooks/onError``.
///
/// - Source: spec LG-5 … LG-10.
open class UIResponder {
  /// What its maker accounts for its memory with, as long as it lives.
  public var memory: AnyObject?

  public init() {}

  /// Who gets what this one leaves: a view's controller, else its superview.
  open var nextResponder: UIResponder? { nil }

  open func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.touchesBegan(touches, with: event)
  }

  open func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.touchesMoved(touches, with: event)
  }

  open func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.touchesEnded(touches, with: event)
  }

  open func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
    try nextResponder?.touchesCancelled(touches, with: event)
  }
}
