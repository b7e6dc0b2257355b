/// A view that the user operates, such as a button.
///
/// A disabled control still receives touches, but ignores them.
open class UIControl: UIView {
  public var enabled = true
  /// Whether a finger is on it.
  public var highlighted = false
  public var selected = false
  /// Its actions, in the order added.
  public private(set) var actions: [Action] = []

  /// An action of a control.
  public struct Action {
    /// Its target; nil for none. The target's owner keeps it alive, not the control.
    public let target: ObjectIdentifier?
    public let name: String
    public internal(set) var events: UIControlEvents
    let run: (UIControl, UIEvent?) throws -> Void
  }

  public var state: UIControlState {
    var state: UIControlState = enabled ? [] : .disabled
    if highlighted { state.insert(.highlighted) }
    if selected { state.insert(.selected) }
    return state
  }

  /// Adds `run` as the action for `events`; the same target and name are added once.
  public func addTarget(
    _ target: ObjectIdentifier?, action name: String, for events: UIControlEvents,
    run: @escaping (UIControl, UIEvent?) throws -> Void
  ) {
    if let index = actions.firstIndex(where: { $0.target == target && $0.name == name }) {
      actions[index].events.formUnion(events)
    } else {
      actions.append(Action(target: target, name: name, events: events, run: run))
    }
  }

  /// Removes `events` from the actions of that target and name; nil means all of them.
  public func removeTarget(_ target: ObjectIdentifier?, action name: String?, for events: UIControlEvents) {
    for index in actions.indices
    where (target == nil || actions[index].target == target) && (name == nil || actions[index].name == name) {
      actions[index].events.subtract(events)
    }
    actions.removeAll { $0.events.isEmpty }
  }

  /// Runs the actions for `events`, in the order added.
  ///
  /// - Errors: the first error of an action, after the others have run.
  public func sendActions(for events: UIControlEvents, with event: UIEvent? = nil) throws {
    var failure: (any Error)?
    for action in actions where !action.events.isDisjoint(with: events) {
      do { try action.run(self, event) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  open override func touchesBegan(_ touches: [UITouch], with event: UIEvent?) throws {
    guard enabled else { return }
    highlighted = true
    let isRepeated = touches.contains { $0.tapCount > 1 }
    try sendActions(for: isRepeated ? [.touchDown, .touchDownRepeat] : .touchDown, with: event)
  }

  open override func touchesMoved(_ touches: [UITouch], with event: UIEvent?) throws {
    guard enabled, let touch = touches.first else { return }
    let wasInside = highlighted
    highlighted = try isInside(touch, event)
    var events: UIControlEvents = highlighted ? .touchDragInside : .touchDragOutside
    if highlighted != wasInside { events.insert(highlighted ? .touchDragEnter : .touchDragExit) }
    try sendActions(for: events, with: event)
  }

  open override func touchesEnded(_ touches: [UITouch], with event: UIEvent?) throws {
    guard enabled, let touch = touches.first else { return }
    highlighted = false
    try sendActions(for: try isInside(touch, event) ? .touchUpInside : .touchUpOutside, with: event)
  }

  open override func touchesCancelled(_ touches: [UITouch], with event: UIEvent?) throws {
    guard enabled else { return }
    highlighted = false
    try sendActions(for: .touchCancel, with: event)
  }

  private func isInside(_ touch: UITouch, _ event: UIEvent?) throws -> Bool {
    try covers(touch.location(in: self), with: event)
  }
}
