import Geo
import LuaBridge

/// The view classes and their constants.
enum Views {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(UIColor.self, name: "UIColor", aliases: ["NSColor", "CGColor"], swiftBytes: 48, UIColor.bind)
    machine.add(UIFont.self, name: "UIFont", swiftBytes: 48, UIFont.bind)
    machine.add(UIImage.self, name: "UIImage", aliases: ["NSImage"], swiftBytes: 160, UIImage.bind)
    machine.add(UIResponder.self, name: "UIResponder") { UIResponder.bind($0) }
    machine.add(UITouch.self, name: "UITouch", swiftBytes: 112, UITouch.bind)
    machine.add(UIEvent.self, name: "UIEvent", swiftBytes: 48, UIEvent.bind)
    machine.add(UIView.self, name: "UIView", aliases: ["NSView"], base: UIResponder.self) { UIView.bind($0) }
    machine.add(UIControl.self, name: "UIControl", base: UIView.self) { UIControl.bind($0) }
    machine.add(UIButton.self, name: "UIButton", base: UIControl.self) { UIButton.bind($0) }
    machine.add(UILabel.self, name: "UILabel", base: UIView.self) { UILabel.bind($0) }
    machine.add(UIImageView.self, name: "UIImageView", base: UIView.self) { UIImageView.bind($0) }
    machine.add(
      UIViewController.self, name: "UIViewController", aliases: ["NSViewController"], base: UIResponder.self
    ) { UIViewController.bind($0) }
  }

  static func declareConstants(_ g: LuaScope) {
    UIImage.declareFunctions(g)
    g.constants(UIButtonType.self, "The style of a button.")
    g.constant(
      "UIButtonTypeRoundedRect", Double(UIButtonType.system.rawValue), .one,
      "Older name of `UIButtonTypeSystem`.")
    g.constants(UITouchPhase.self, "The phase of a touch.")
    g.constants(UIUserInterfaceStyle.self, "The appearance, light or dark.")
    g.constants(NSTextAlignment.self, "The alignment of text.")
    let events: [(String, UIControlEvents, String)] = [
      ("TouchDown", .touchDown, "A finger touches the control."),
      ("TouchDownRepeat", .touchDownRepeat, "A finger touches the control again."),
      ("TouchDragInside", .touchDragInside, "A finger moves inside the control."),
      ("TouchDragOutside", .touchDragOutside, "A finger that touched the control moves outside it."),
      ("TouchDragEnter", .touchDragEnter, "A finger moves back into the control."),
      ("TouchDragExit", .touchDragExit, "A finger moves out of the control."),
      ("TouchUpInside", .touchUpInside, "A finger is lifted inside the control: it was pressed."),
      ("TouchUpOutside", .touchUpOutside, "A finger that touched the control is lifted outside it."),
      ("TouchCancel", .touchCancel, "The touch is canceled."),
      ("ValueChanged", .valueChanged, "The value changed; sent only by scripts."),
      ("AllTouchEvents", .allTouchEvents, "All touch events."),
      ("AllEvents", .allEvents, "All events."),
    ]
    for (name, value, summary) in events {
      g.constant("UIControlEvent\(name)", Double(value.rawValue), .one, summary)
    }
    let states: [(String, UIControlState, String)] = [
      ("Normal", .normal, "The normal state."), ("Highlighted", .highlighted, "A finger is on the control."),
      ("Disabled", .disabled, "The control is disabled."),
      ("Selected", .selected, "The control is selected."),
    ]
    for (name, value, summary) in states {
      g.constant("UIControlState\(name)", Double(value.rawValue), .one, summary)
    }
    let masks: [(String, UIViewAutoresizing, String)] = [
      ("None", [], "The view does not resize."),
      ("FlexibleLeftMargin", .flexibleLeftMargin, "The left margin resizes."),
      ("FlexibleWidth", .flexibleWidth, "The width resizes."),
      ("FlexibleRightMargin", .flexibleRightMargin, "The right margin resizes."),
      ("FlexibleTopMargin", .flexibleTopMargin, "The top margin resizes."),
      ("FlexibleHeight", .flexibleHeight, "The height resizes."),
      ("FlexibleBottomMargin", .flexibleBottomMargin, "The bottom margin resizes."),
    ]
    for (name, value, summary) in masks {
      g.constant("UIViewAutoresizing\(name)", Double(value.rawValue), .one, summary)
    }
  }
}
