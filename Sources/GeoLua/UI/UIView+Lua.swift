import Geo
import LuaBridge

extension UIView {
  static func bind(_ c: LuaBinder<UIView>) {
    c.summary("A rectangle on the screen that can contain subviews and receive touches.")
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
    c.property("frame", .none, "The frame in the superview's coordinates.") {
      FiniteRect(value: $0.frame)
    } set: {
      $0.frame = $1.value
    }
    c.property("bounds", .none, "The view's rectangle in its own coordinates.") {
      FiniteRect(value: $0.bounds)
    } set: {
      $0.bounds = $1.value
    }
    c.property("center", .none, "The center in the superview's coordinates.") {
      FinitePoint(value: $0.center)
    } set: {
      $0.center = $1.value
    }
    c.property(
      "autoresizingMask", .one,
      "The way the view follows its superview's size, a sum of `UIViewAutoresizing…`."
    ) {
      $0.autoresizingMask.rawValue
    } set: {
      $0.autoresizingMask = UIViewAutoresizing(rawValue: $1)
    }
    c.property(
      "autoresizesSubviews", .none, "Whether subviews follow the view's size.",
      get: { $0.autoresizesSubviews }, set: { $0.autoresizesSubviews = $1 })
    c.method("sizeToFit", "Resizes the view to fit its content.") { $0.sizeToFit() }
    c.method("sizeThatFits", ["size"], .none, "Returns the size that fits the view's content.") {
      (me: UIView, size: CGSize) in me.sizeThatFits(size)
    }
  }

  private static func bindLook(_ c: LuaBinder<UIView>) {
    c.property(
      "hidden", .none, "Whether the view is invisible and ignores touches.", get: { $0.hidden },
      set: { $0.hidden = $1 })
    c.property("alpha", .one, "The opacity, from 0 (invisible) to 1.") {
      Number($0.alpha)
    } set: {
      $0.alpha = min(max($1.value, 0), 1)
    }
    c.property(
      "opaque", .none,
      "Whether the view fills its whole rectangle; true by default. Without a background color, gaps left by "
        + "`drawRect` are black.",
      get: { $0.opaque }, set: { $0.opaque = $1 })
    c.property(
      "backgroundColor", .none, "The background color; nil for none.", get: { $0.backgroundColor },
      set: { $0.backgroundColor = $1 })
    c.property(
      "clipsToBounds", .none, "Whether content is clipped at the view's edges.", get: { $0.clipsToBounds },
      set: { $0.clipsToBounds = $1 })
    c.property(
      "overrideUserInterfaceStyle", .one,
      "The appearance, light or dark, a `UIUserInterfaceStyle…`.", get: { $0.overrideUserInterfaceStyle },
      set: { $0.overrideUserInterfaceStyle = $1 })
    c.property(
      "userInteractionEnabled", .none, "Whether the view and its subviews receive touches.",
      get: { $0.userInteractionEnabled }, set: { $0.userInteractionEnabled = $1 }
    )
    c.property(
      "multipleTouchEnabled", .none, "Whether the view accepts several fingers; has no effect.",
      get: { $0.multipleTouchEnabled }, set: { $0.multipleTouchEnabled = $1 })
    c.property("animator", .none, "The view itself. On macOS, changes made through it are animated.") { $0 }
    c.method("setNeedsDisplay", "Marks the view for redrawing.") { $0.setNeedsDisplay() }
    c.method("setNeedsDisplayInRect", ["rect"], "Marks a part of the view for redrawing.") {
      (me: UIView, rect: CGRect) in me.setNeedsDisplay(in: rect)
    }
    c.method("setNeedsLayout", "Requests `layoutSubviews` at the map's next layout.") {
      $0.setNeedsLayout()
    }
  }

  private static func bindTree(_ c: LuaBinder<UIView>) {
    c.property("superview", .none, "The superview; nil for a view without one.") { $0.superview }
    c.property("subviews", .none, "The subviews, from back to front.") {
      $0.subviews
    }
    c.property(
      "tag", .one, "A number for your own use, for `viewWithTag`.", get: { $0.tag }, set: { $0.tag = $1 })
    c.method(
      "viewWithTag", ["tag"], .none, "Returns the first view with that tag: the view itself or a descendant."
    ) {
      (me: UIView, tag: Int) in me.viewWithTag(tag)
    }
    c.method("addSubview", ["view"], "Adds a view in front of the other subviews.") {
      (me: UIView, view: UIView) in try me.addSubview(view)
    }
    c.method(
      "insertSubview", ["view", "index"], "Inserts a view among the subviews; index 1 is at the back."
    ) { (me: UIView, view: UIView, index: SubviewIndex) in
      try me.insertSubview(view, at: index.value - 1)
    }
    c.alias("insertSubview_atIndex", of: "insertSubview")
    c.method(
      "insertSubview_aboveSubview", ["view", "sibling"], "Inserts a view directly in front of another."
    ) { (me: UIView, view: UIView, sibling: UIView) in try me.insertSubview(view, above: sibling) }
    c.method("insertSubview_belowSubview", ["view", "sibling"], "Inserts a view directly behind another.") {
      (me: UIView, view: UIView, sibling: UIView) in try me.insertSubview(view, below: sibling)
    }
    c.method("bringSubviewToFront", ["view"], "Moves a subview in front of the others.") {
      (me: UIView, view: UIView) in me.bringSubviewToFront(view)
    }
    c.method("sendSubviewToBack", ["view"], "Moves a subview behind the others.") {
      (me: UIView, view: UIView) in me.sendSubviewToBack(view)
    }
    c.method(
      "exchangeSubviewAtIndex", ["first", "second"], "Swaps two subviews by index; 1 is at the back."
    ) { (me: UIView, first: SubviewIndex, second: SubviewIndex) in
      me.exchangeSubview(at: first.value - 1, withSubviewAt: second.value - 1)
    }
    c.alias("exchangeSubviewAtIndex_withSubviewAtIndex", of: "exchangeSubviewAtIndex")
    c.method("removeFromSuperview", "Removes the view from its superview.") { $0.removeFromSuperview() }
    c.method(
      "isDescendantOfView", ["view"], .none,
      "Returns whether the view is the given one or one of its descendants."
    ) {
      (me: UIView, view: UIView) in me.isDescendant(of: view)
    }
  }

  private static func bindCoordinates(_ c: LuaBinder<UIView>) {
    c.method(
      "convertPoint", ["point", "view"], .none,
      "Converts a point from this view's coordinates to another view's."
    ) {
      (me: UIView, point: CGPoint, view: UIView?) in me.convert(point, to: view)
    }
    c.alias("convertPoint_toView", of: "convertPoint")
    c.method(
      "convertPoint_fromView", ["point", "view"], .none,
      "Converts a point from another view's coordinates to this view's."
    ) { (me: UIView, point: CGPoint, view: UIView?) in me.convert(point, from: view) }
    c.method(
      "convertRect", ["rect", "view"], .none,
      "Converts a rect from this view's coordinates to another view's."
    ) {
      (me: UIView, rect: CGRect, view: UIView?) in me.convert(rect, to: view)
    }
    c.alias("convertRect_toView", of: "convertRect")
    c.method(
      "convertRect_fromView", ["rect", "view"], .none,
      "Converts a rect from another view's coordinates to this view's."
    ) { (me: UIView, rect: CGRect, view: UIView?) in me.convert(rect, from: view) }
  }

  private static func bindOverridables(_ c: LuaBinder<UIView>) {
    c.method(
      "hitTest", ["point", "event"], .none,
      "Returns the frontmost view at a point in the superview's coordinates: the view itself, a descendant, "
        + "or nil."
    ) { (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.hitTest(inSuperview: point, with: event)
    }
    c.method(
      "hitTest_withEvent", ["point", "event"], .none,
      "Returns the frontmost view at a point in the view's coordinates: the view itself, a descendant, or "
        + "nil."
    ) { (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.hitTest(point, with: event)
    }
    c.method(
      "pointInside", ["point", "event"], .none,
      "Returns whether a point in the view's coordinates lies inside the view."
    ) {
      (me: UIView, point: CGPoint, event: UIEvent?) in
      try me.pointInside(point, with: event)
    }
    c.alias("pointInside_withEvent", of: "pointInside")
    c.method("layoutSubviews", "Arranges the subviews; the base class does nothing.") {
      try $0.layoutSubviews()
    }
    c.method(
      "drawRect", ["rect", "context"],
      "Draws a part of the view into a context, by default the current one; the base class draws nothing."
    ) { [unowned machine = c.machine] (me: UIView, rect: CGRect, context: CGContext?) in
      let context = try context ?? CurrentContext.required(machine)
      try me.draw(rect, in: context)
    }
  }
}
