public import Geo
public import LuaBridge

extension MKOverlayRenderer: LuaObject {
  static func bind(_ c: LuaBinder<MKOverlayRenderer>) {
    c.summary(
      "Draws one overlay. Its coordinates are map points relative to the corner of the overlay's bounding "
        + "rect."
    )
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.rendererNames)
    c.initializer(["overlay"]) { (overlay: OverlayValue) in
      try charge.made(MKOverlayRenderer(overlay: overlay.refreshed()))
    }
    c.property("overlay", .none, "The overlay drawn.") { OverlayValue($0.overlay) }
    c.property("alpha", .one, "The opacity, from 0 (invisible) to 1.") {
      Number($0.alpha)
    } set: {
      $0.alpha = min(max($1.value, 0), 1)
    }
    c.property("contentScaleFactor", .one, "The number of pixels per point.") { $0.contentScaleFactor }
    bindConversions(c)
    c.method("setNeedsDisplay", "Marks the whole overlay for redrawing.") { $0.setNeedsDisplay() }
    c.method(
      "setNeedsDisplayInMapRect", ["mapRect", "zoomScale"],
      "Marks a part for redrawing; `canDrawMapRect` is asked again."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number?) in
      me.setNeedsDisplay(rect, zoomScale: scale?.value)
    }
    c.alias("setNeedsDisplayInMapRect_zoomScale", of: "setNeedsDisplayInMapRect")
    c.method(
      "canDrawMapRect", ["mapRect", "zoomScale"], .none,
      "Returns whether a part's content is ready to be drawn. Made to be overridden."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number) in
      try me.canDraw(rect, zoomScale: scale.value)
    }
    c.alias("canDrawMapRect_zoomScale", of: "canDrawMapRect")
    c.method(
      "drawMapRect", ["mapRect", "zoomScale", "context"],
      "Draws a part of the overlay into a context in the renderer's coordinates."
    ) { (me: MKOverlayRenderer, rect: MKMapRect, scale: Number, context: CGContext) in
      try me.draw(rect, zoomScale: scale.value, in: context)
    }
    c.alias("drawMapRect_zoomScale_inContext", of: "drawMapRect")
  }

  private static func bindConversions(_ c: LuaBinder<MKOverlayRenderer>) {
    c.method("pointForMapPoint", ["mapPoint"], .none, "Converts a map point to the renderer's coordinates.") {
      (me: MKOverlayRenderer, point: MKMapPoint) in me.point(for: point)
    }
    c.method(
      "mapPointForPoint", ["point"], .none, "Converts a point in the renderer's coordinates to a map point."
    ) {
      (me: MKOverlayRenderer, point: CGPoint) in me.mapPoint(for: point)
    }
    c.method("rectForMapRect", ["mapRect"], .none, "Converts a map rect to the renderer's coordinates.") {
      (me: MKOverlayRenderer, rect: MKMapRect) in me.rect(for: rect)
    }
    c.method(
      "mapRectForRect", ["rect"], .none, "Converts a rect in the renderer's coordinates to a map rect."
    ) {
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
    c.property("tileOverlay", .none, "The overlay drawn.") { $0.tileOverlay }
    c.method("reloadData", "Loads and draws all tiles again.") { $0.reloadData() }
  }
}
