import Geo
import LuaBridge

extension UIView {
  static func bind(_ c: LuaBinder<UIView>) {
    c.summary("A rectangle on the screen that may hold others and be touched.")
    c.open(overridable: Overridable.viewNames)
    c.owner { $0.superview ?? $0.viewController }
    let charging = ViewCharge(c.machine)
    c.initializer(["frame"]) { (frame: FiniteRect?) in
      try charging.made(UIView(frame: frame?.value ?? .zero))
    }
    bindPlace(c)
    bindLook(c)
    bindTree(c)
    bindCoordinates(c)
    bindOverridables(c)
  }

  private static func bindPlace(_ c: LuaBinder<UIView>) {
    c.property("frame", .none, "Its frame in the coordinates of its superview.") {
      FiniteRect(value: $0.frame)
    } set: {
      $0.frame = $1.value
    }
    c.property("bounds", .none, "The rectangle that it covers, in its own coordinates.") {
      FiniteRect(value: $0.bounds)
    } set: {
      $0.bounds = $1.value
    }
    c.property("center", .none, "Its center in the coordinates of its superview.") {
      FinitePoint(value: $0.center)
    } set: {
      $0.center = $1.value
    }
    c.property(
      "autoresizingMask", .one, "How it follows its superview's size: `UIViewAutoresizing…` added up."
    ) {
      $0.autoresizingMask.rawValue
    } set: {
      $0.autoresizingMask = UIViewAutoresizing(rawValue: $1)
    }
    c.property("autoresizesSubviews", .none, "Whether its subviews follow its size.", \.autoresizesSubviews)
    c.method("sizeToFit", "Resizes it to fit its content.") { $0.sizeToFit() }
    c.method("sizeThatFits", ["size"], .none, "Returns the size that fits its content.") {
      (me: UIView, size: CGSize) in me.sizeThatFits(size)
    }
  }

  private static func bindLook(_ c: LuaBinder<UIView>) {
    c.property("hidden", .none, "Whether it is out of sight and cannot be touched.", \.hidden)
    c.property("alpha", .one, "From 0, not to be seen, to 1.") {
      Number($0.alpha)
    } set: {
      $0.alpha = min(max($1.value, 0), 1)
    }
    c.property(
      "opaque", .none,
      "Whether it covers all of itself, true at first: gaps that `drawRect` leaves are black without a color.",
      \.opaque)
    c.property("backgroundColor", .none, "The background color; nil for none.", \.backgroundColor)
    c.property("clipsToBounds", .none, "Whether its content is clipped at its edge.", \.clipsToBounds)
    c.property(
      "overrideUserInterfaceStyle", .one,
      "Whether it is drawn in light or dark colors, a `UIUserInterfaceStyle…`.", \.overrideUserInterfaceStyle)
    c.property(
      "userInteractionEnabled", .none, "Whether it and its subviews can be touched.", \.userInteractionEnabled
    )
    c.property(
      "multipleTouchEnabled", .none, "Whether it wants more than one finger; nothing comes of it.",
      \.multipleTouchEnabled)
    c.property("animator", .none, "The view itself; on the Mac what is set through it moves gently.") { $0 }
    c.method("setNeedsDisplay", "Asks to be drawn again.") { $0.setNeedsDisplay() }
    c.method("setNeedsDisplayInRect", ["rect"], "Asks for a part of it to be drawn again.") {
      (me: UIView, rect: CGRect) in me.setNeedsDisplay(in: rect)
    }
    c.method("setNeedsLayout", "Asks for `layoutSubviews` in the next layout of its map.") {
      $0.setNeedsLayout()
    }
  }

  private static func bindTree(_ c: LuaBinder<UIView>) {
    c.property("superview", .none, "Its superview; nil if it has none.") { $0.superview }
    c.property("subviews", .none, "The views in it, from the one farthest back to the one in front.") {
      $0.subviews
    }
    c.property("tag", .one, "A number of the script's own, for `viewWithTag`.", \.tag)
    c.method("viewWithTag", ["tag"], .none, "Returns the first view with that tag, itself or one in it.") {
      (me: UIView, tag: Int) in me.viewWithTag(tag)
    }
    c.method("addSubview", ["view"], "Puts a view in front of its other subviews.") {
      (me: UIView, view: UIView) in try me.addSubview(view)
    }
    c.method(
      "insertSubview", ["view", "index"], "Puts a view among its subviews; index 1 is farthest back."
    ) { (me: UIView, view: UIView, index: SubviewIndex) in
      try me.insertSubview(view, at: index.value - 1)
    }
    c.alias("insertSubview_atIndex", of: "insertSubview")
    c.method(
      "insertSubview_aboveSubview", ["view", "sibling"], "Puts a view directly in front of another."
    ) { (me: UIView, view: UIView, sibling: UIView) in try me.insertSubview(view, above: sibling) }
    c.method("insertSubview_belowSubview", ["view", "sibling"], "Puts a view directly behind another.") {
      (me: UIView, view: UIView, sibling: UIView) in try me.insertSubview(view, below: sibling)
    }
    c.method("bringSubviewToFront", ["view"], "Moves one of its subviews in front of the others.") {
      (me: UIView, view: UIView) in me.bringSubviewToFront(view)
    }
    c.method("sendSubviewToBack", ["view"], "Moves one of its subviews behind the others.") {
      (me: UIView, view: UIView) in me.sendSubviewToBack(view)
    }
    c.method(
      "exchangeSubviewAtIndex", ["first", "second"], "Lets two subviews change places; 1 is farthest back."
    ) { (me: UIView, first: SubviewIndex, second: SubviewIndex) in
      me.exchangeSubview(at: first.value - 1, withSubviewAt: second.value - 1)
    }
    c.alias("exchangeSubviewAtIndex_withSubviewAtIndex", of: "exchangeSubviewAtIndex")
    c.method("removeFromSuperview", "Removes it from its superview.") { $0.removeFromSuperview() }
    c.method(
      "isDescendantOfView", ["view"], .none, "Returns whether it is that view or one of its descendants."
    ) {
      (me: UIView, view: UIView) in me.isDescendant(of: view)
    }
  }

  private static func bindCoordinates(_ c: LuaBinder<UIView>) {
    c.method(
      "convertPoint", ["point", "view"], .none, "Returns its own point in another view's coordinates."
    ) {
      (me: UIView, point: CGPoint, view: UIView?) in me.convert(point, to: view)
    }
    c.alias("convertPoint_toView", of: "convertPoint")
    c.method(
      "convertPoint_fromView", ["point", "view"], .none,
      "Returns another view's point in its own coordinates."
    ) { (me: UIView, point: CGPoint, view: UIView?) in me.convert(point, from: view) }
    c.method("convertRect", ["rect", "view"], .none, "Returns its own rect in another view's coordinates.") {
      (me: UIView, rect: CGRect, view: UIView?) in me.convert(rect, to: view)
    }
    c.alias("convertRect_toView", of: "convertRect")
    c.method(
      "convertRect_fromView", ["rect", "view"], .none, "Returns another view's rect in its own coordinates."
    ) { (me: UIView, rect: CGRect, view: UIView?) in me.convert(rect, from: view) }
  }

  private static func bindOverridables(_ c: LuaBinder<UIView>) {
    c.method(
      "hitTest", ["point", "event"], .none,
      "Returns the foremost view at a point of its superview, itself or one in it; nil for none."
    ) { (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.hitTest(inSuperview: point, with: event)
    }
    c.method(
      "hitTest_withEvent", ["point", "event"], .none,
      "Returns the foremost view at a point of its own, itself or one in it; nil for none."
    ) { (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.hitTest(point, with: event)
    }
    c.method("pointInside", ["point", "event"], .none, "Returns whether a point of its own lies in it.") {
      (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.pointInside(point, with: event)
    }
    c.alias("pointInside_withEvent", of: "pointInside")
    c.method("layoutSubviews", "Puts its subviews where they belong; the base does nothing.") {
      try $0.layoutSubviews()
    }
    c.method(
      "drawRect", ["rect", "context"],
      "Draws a part of it into a context, without one into the current one; the base draws nothing."
    ) { [unowned machine = c.machine] (me: UIView, rect: CGRect, context: CGContext?) in
      let context = try context ?? CurrentContext.required(machine)
      try me.draw(rect, in: context)
    }
  }
}
