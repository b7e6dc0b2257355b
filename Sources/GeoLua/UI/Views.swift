import Geo
import LuaBridge

/// The classes of views, with their constants.
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
    g.constants(UIButtonType.self, "The styles of a button.")
    g.constant(
      "UIButtonTypeRoundedRect", Double(UIButtonType.system.rawValue), .one,
      "The old name of UIButtonTypeSystem.")
    g.constants(UITouchPhase.self, "The phases of a touch.")
    g.constants(UIUserInterfaceStyle.self, "Whether something is drawn in light or in dark colors.")
    g.constants(NSTextAlignment.self, "Where the lines of a text begin.")
    let events: [(String, UIControlEvents, String)] = [
      ("TouchDown", .touchDown, "A finger comes down on it."),
      ("TouchDownRepeat", .touchDownRepeat, "A finger comes down on it again."),
      ("TouchDragInside", .touchDragInside, "A finger moves on it."),
      ("TouchDragOutside", .touchDragOutside, "A finger that went down on it moves outside it."),
      ("TouchDragEnter", .touchDragEnter, "A finger comes back to it."),
      ("TouchDragExit", .touchDragExit, "A finger leaves it."),
      ("TouchUpInside", .touchUpInside, "A finger is lifted from it: it is pressed."),
      ("TouchUpOutside", .touchUpOutside, "A finger that went down on it goes up outside it."),
      ("TouchCancel", .touchCancel, "A finger is taken away."),
      ("ValueChanged", .valueChanged, "Its value has changed; up to the script."),
      ("AllTouchEvents", .allTouchEvents, "All that fingers do."),
      ("AllEvents", .allEvents, "Everything."),
    ]
    for (name, value, summary) in events {
      g.constant("UIControlEvent\(name)", Double(value.rawValue), .one, summary)
    }
    let states: [(String, UIControlState, String)] = [
      ("Normal", .normal, "Nothing else."), ("Highlighted", .highlighted, "A finger is on it."),
      ("Disabled", .disabled, "It does nothing when touched."), ("Selected", .selected, "It is chosen."),
    ]
    for (name, value, summary) in states {
      g.constant("UIControlState\(name)", Double(value.rawValue), .one, summary)
    }
    let masks: [(String, UIViewAutoresizing, String)] = [
      ("None", [], "It stays as it is."),
      ("FlexibleLeftMargin", .flexibleLeftMargin, "The room to its left grows."),
      ("FlexibleWidth", .flexibleWidth, "Its width grows."),
      ("FlexibleRightMargin", .flexibleRightMargin, "The room to its right grows."),
      ("FlexibleTopMargin", .flexibleTopMargin, "The room above it grows."),
      ("FlexibleHeight", .flexibleHeight, "Its height grows."),
      ("FlexibleBottomMargin", .flexibleBottomMargin, "The room below it grows."),
    ]
    for (name, value, summary) in masks {
      g.constant("UIViewAutoresizing\(name)", Double(value.rawValue), .one, summary)
    }
  }
}
