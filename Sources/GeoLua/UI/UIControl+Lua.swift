import Geo
import LuaBridge

extension UIControl {
  static func bind(_ c: LuaBinder<UIControl>) {
    c.summary("A view that a finger works, such as a button.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UIControl(frame: frame?.value ?? .zero))
    }
    c.property("enabled", .none, "Whether it does anything when touched.", \.enabled)
    c.property("highlighted", .none, "Whether a finger is on it.", \.highlighted)
    c.property("selected", .none, "Whether it is chosen; up to the script.", \.selected)
    c.method("setSelected", ["selected"], "Says whether it is chosen.") { (me: UIControl, isSelected: Bool) in
      me.selected = isSelected
    }
    c.property("state", .one, "How it looks: `UIControlState…` added up.") { $0.state.rawValue }
    c.method(
      "addTarget", ["target", "action", "events"],
      "Lets `target:action(control, event)` be called at those `UIControlEvent…`s; without a target, of the views around it that which has the method."
    ) { [unowned machine = c.machine] (me: UIControl, target: LuaTarget?, action: String?, events: Int) in
      try addTarget(target, action, UIControlEvents(rawValue: events), to: me, machine)
    }
    c.alias("addTarget_action_forControlEvents", of: "addTarget")
    c.method(
      "removeTarget", ["target", "action", "events"],
      "Removes targets that `addTarget` added; nil means every target, or every action."
    ) { (me: UIControl, target: LuaTarget?, action: String?, events: Int) in
      me.removeTarget(target?.identity, action: action, for: UIControlEvents(rawValue: events))
      guard let target, !me.actions.contains(where: { $0.target == target.identity }) else { return }
      target.forget()
    }
    c.alias("removeTarget_action_forControlEvents", of: "removeTarget")
    c.method("sendActionsForControlEvents", ["events"], "Runs the actions for those events.") {
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
      // As listing 6-6 has it: the taps go to the map's delegate only.
      guard target == nil else { throw LuaMismatch("the name of the target's method is missing") }
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
    c.summary("A control with a title or an image that is pressed.")
    c.open(overridable: Overridable.viewNames)
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UIButton(frame: frame?.value ?? .zero))
    }
    c.classMethod("buttonWithType", ["type"], .none, "Returns a new button, of a `UIButtonType…`.") {
      (type: Int) in
      guard let known = UIButtonType(rawValue: type) else { throw LuaMismatch("\(type) is no UIButtonType") }
      return try charging.made(UIButton(type: known))
    }
    c.property("buttonType", .one, "Its style, a `UIButtonType…`.") { $0.buttonType.rawValue }
    c.property("currentTitle", .none, "The title that shows, nil for none.") { $0.currentTitle }
    c.property("currentImage", .none, "The image that shows, nil for none.") { $0.currentImage }
    c.method("setTitle", ["title", "state"], "Gives it a title for a state; nil takes it away.") {
      [unowned machine = c.machine] (me: UIButton, title: String?, state: Int?) in
      try machine.charge(title, as: "title \(state ?? 0)", to: &me.memory)
      me.setTitle(title, for: UIControlState(rawValue: state ?? 0))
    }
    c.alias("setTitle_forState", of: "setTitle")
    c.method("titleForState", ["state"], .none, "Returns the title given for a state, nil for none.") {
      (me: UIButton, state: Int) in me.title(for: UIControlState(rawValue: state))
    }
    c.method("setImage", ["image", "state"], "Gives it an image for a state; nil takes it away.") {
      (me: UIButton, image: UIImage?, state: Int?) in
      me.setImage(image, for: UIControlState(rawValue: state ?? 0))
    }
    c.alias("setImage_forState", of: "setImage")
    c.method("imageForState", ["state"], .none, "Returns the image given for a state, nil for none.") {
      (me: UIButton, state: Int) in me.image(for: UIControlState(rawValue: state))
    }
  }
}
