public import Geo
public import LuaBridge

extension MKOverlayRenderer: LuaObject {
  static func bind(_ c: LuaBinder<MKOverlayRenderer>) {
    c.summary(
      "Draws one overlay. Its coordinates are map points from the corner of the overlay's bounding rect.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.rendererNames)
    c.initializer(["overlay"]) { (overlay: OverlayValue) in
      try charge.made(MKOverlayRenderer(overlay: overlay.looked()))
    }
    c.property("overlay", .none, "The shape that it draws.") { OverlayValue($0.overlay) }
    c.property("alpha", .one, "From 0, not to be seen, to 1.") {
      Number($0.alpha)
    } set: {
      $0.alpha = min(max($1.value, 0), 1)
    }
    c.property("contentScaleFactor", .one, "Pixels a point.") { $0.contentScaleFactor }
    bindConversions(c)
    c.method("setNeedsDisplay", "Has all of it drawn again.") { $0.setNeedsDisplay() }
    c.method(
      "setNeedsDisplayInMapRect", ["mapRect", "zoomScale"],
      "Has a part drawn again, and asks canDrawMapRect again."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number?) in
      me.setNeedsDisplay(rect, zoomScale: scale?.value)
    }
    c.alias("setNeedsDisplayInMapRect_zoomScale", of: "setNeedsDisplayInMapRect")
    c.method(
      "canDrawMapRect", ["mapRect", "zoomScale"], .none,
      "Returns whether the content of a part is ready to be drawn. Made to be overridden."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number) in
      try me.canDraw(rect, zoomScale: scale.value)
    }
    c.alias("canDrawMapRect_zoomScale", of: "canDrawMapRect")
    c.method(
      "drawMapRect", ["mapRect", "zoomScale", "context"],
      "Draws a part of the overlay into a context that has the renderer's coordinates."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number, context: CGContext) in
      try me.draw(rect, zoomScale: scale.value, in: context)
    }
    c.alias("drawMapRect_zoomScale_inContext", of: "drawMapRect")
  }

  private static func bindConversions(_ c: LuaBinder<MKOverlayRenderer>) {
    c.method("pointForMapPoint", ["mapPoint"], .none, "Converts a map point to its coordinates.") {
      (me: MKOverlayRenderer, point: MKMapPoint) in me.point(for: point)
    }
    c.method("mapPointForPoint", ["point"], .none, "Returns the map point of a point of its own.") {
      (me: MKOverlayRenderer, point: CGPoint) in me.mapPoint(for: point)
    }
    c.method("rectForMapRect", ["mapRect"], .none, "Converts a map rect to its coordinates.") {
      (me: MKOverlayRenderer, rect: MKMapRect) in me.rect(for: rect)
    }
    c.method("mapRectForRect", ["rect"], .none, "Returns the map rect of a rect of its own.") {
      (me: MKOverlayRenderer, rect: CGRect) in me.mapRect(for: rect)
    }
  }
}

extension MKTileOverlayRenderer {
  static func bind(_ c: LuaBinder<MKTileOverlayRenderer>) {
    c.summary("Draws the tiles of an MKTileOverlay.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.rendererNames)
    c.initializer(["tileOverlay"]) { try charge.made(MKTileOverlayRenderer(tileOverlay: $0)) }
    c.property("tileOverlay", .none, "The shape that it draws.") { $0.tileOverlay }
    c.method("reloadData", "Has all tiles loaded and drawn again.") { $0.reloadData() }
  }
}
