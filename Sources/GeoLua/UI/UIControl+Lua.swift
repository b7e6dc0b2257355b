import Geo
import LuaBridge

extension UIControl {
  static func bind(_ c: LuaBinder<UIControl>) {
    c.summary("A view that responds to touches with actions, such as a button.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UIControl(frame: frame?.value ?? .zero))
    }
    c.property(
      "enabled", .none, "Whether the control responds to touches.", get: { $0.enabled },
      set: { $0.enabled = $1 })
    c.property(
      "highlighted", .none, "Whether a finger is on the control.", get: { $0.highlighted },
      set: { $0.highlighted = $1 })
    c.property(
      "selected", .none, "Whether the control is selected; set only by scripts.", get: { $0.selected },
      set: { $0.selected = $1 })
    c.method("setSelected", ["selected"], "Sets whether the control is selected.") {
      (me: UIControl, isSelected: Bool) in
      me.selected = isSelected
    }
    c.property("state", .one, "The control's state, a sum of `UIControlState…`.") { $0.state.rawValue }
    c.method(
      "addTarget", ["target", "action", "events"],
      "Calls `target:action(control, event)` on `events`, a sum of `UIControlEvent…`. A nil target stands "
        + "for the nearest enclosing view that has the method."
    ) { [unowned machine = c.machine] (me: UIControl, target: LuaTarget?, action: String?, events: Int) in
      try addTarget(target, action, UIControlEvents(rawValue: events), to: me, machine)
    }
    c.alias("addTarget_action_forControlEvents", of: "addTarget")
    c.method(
      "removeTarget", ["target", "action", "events"],
      "Removes targets added by `addTarget`; nil stands for every target or every action."
    ) { (me: UIControl, target: LuaTarget?, action: String?, events: Int) in
      me.removeTarget(target?.identity, action: action, for: UIControlEvents(rawValue: events))
      guard let target, !me.actions.contains(where: { $0.target == target.identity }) else { return }
      target.forget()
    }
    c.alias("removeTarget_action_forControlEvents", of: "removeTarget")
    c.method("sendActionsForControlEvents", ["events"], "Calls the actions for the given events.") {
      (me: UIControl, events: Int) in try me.sendActions(for: UIControlEvents(rawValue: events))
    }
  }
}

extension UIControl {
  private static func addTarget(
    _ target: LuaTarget?, _ action: String?, _ events: UIControlEvents, to control: UIControl,
    _ machine: LuaMachine
  ) throws {
    guard let action else {
      // As in listing 6-6, where taps go only to the map's delegate.
      guard target == nil else { throw LuaMismatch("method name expected after the target") }
      return
    }
    control.addTarget(target?.identity, action: action, for: events) { [unowned machine] control, event in
      if let target { return try target.call(action, control, event) }
      for responder in sequence(first: control as UIResponder, next: \.nextResponder)
      where try machine.callMethod(action, of: responder, control, event) { return }
    }
  }
}

extension UIButton {
  static func bind(_ c: LuaBinder<UIButton>) {
    c.summary("A button with a title or an image.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UIButton(frame: frame?.value ?? .zero))
    }
    c.classMethod("buttonWithType", ["type"], .none, "Returns a new button of a `UIButtonType…`.") {
      (type: Int) in
      guard let known = UIButtonType(rawValue: type) else {
        throw LuaMismatch("UIButtonType… expected, got \(type)")
      }
      return try charging.made(UIButton(type: known))
    }
    c.property("buttonType", .one, "The button's style, a `UIButtonType…`.") { $0.buttonType.rawValue }
    c.property("currentTitle", .none, "The title displayed; nil for none.") { $0.currentTitle }
    c.property("currentImage", .none, "The image displayed; nil for none.") { $0.currentImage }
    c.method("setTitle", ["title", "state"], "Sets the title for a state; nil removes it.") {
      [unowned machine = c.machine] (me: UIButton, title: String?, state: Int?) in
      try machine.charge(title, as: "title \(state ?? 0)", to: &me.memory)
      me.setTitle(title, for: UIControlState(rawValue: state ?? 0))
    }
    c.alias("setTitle_forState", of: "setTitle")
    c.method("titleForState", ["state"], .none, "Returns the title set for a state; nil for none.") {
      (me: UIButton, state: Int) in me.title(for: UIControlState(rawValue: state))
    }
    c.method("setImage", ["image", "state"], "Sets the image for a state; nil removes it.") {
      (me: UIButton, image: UIImage?, state: Int?) in
      me.setImage(image, for: UIControlState(rawValue: state ?? 0))
    }
    c.alias("setImage_forState", of: "setImage")
    c.method("imageForState", ["state"], .none, "Returns the image set for a state; nil for none.") {
      (me: UIButton, state: Int) in me.image(for: UIControlState(rawValue: state))
    }
  }
}
