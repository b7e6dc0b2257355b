import Geo
import LuaBridge

extension MKOverlayPathRenderer {
  static func bind(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.summary("Draws a shape as a filled and stroked path.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.pathRendererNames)
    c.initializer(["overlay"]) { (overlay: OverlayValue) in
      try charge.made(MKOverlayPathRenderer(overlay: overlay.refreshed()))
    }
    c.property(
      "fillColor", .none, "The fill color; nil for no fill.", get: { $0.fillColor },
      set: { $0.fillColor = $1 })
    c.property(
      "strokeColor", .none, "The stroke color; nil for no stroke.", get: { $0.strokeColor },
      set: { $0.strokeColor = $1 })
    bindLine(c)
    bindPath(c)
  }

  private static func bindLine(_ c: LuaBinder<MKOverlayPathRenderer>) {
    let widths: [(String, ReferenceWritableKeyPath<MKOverlayPathRenderer, Double>, LuaUnit, String)] = [
      (
        "lineWidth", \.lineWidth, .points,
        "The line width on the screen at any zoom; 0, the default, is the width of a road."
      ),
      ("miterLimit", \.miterLimit, .one, "The miter limit, in line widths; 10 by default."),
    ]
    for (name, path, unit, summary) in widths {
      c.property(name, unit, summary) {
        Number($0[keyPath: path])
      } set: { (me: MKOverlayPathRenderer, value: Number) in
        guard value.value >= 0, value.value.isFinite else {
          throw LuaMismatch("number of 0 or more expected, got \(value.value)")
        }
        me[keyPath: path] = value.value
      }
    }
    c.property("lineDashPhase", .points, "The offset into the dash pattern at which the line starts.") {
      Number($0.lineDashPhase)
    } set: {
      $0.lineDashPhase = $1.value
    }
    c.property("lineDashPattern", .points, "Alternating lengths of dashes and gaps; nil for a solid line.") {
      $0.lineDashPattern
    } set: { (me: MKOverlayPathRenderer, value: [Double]?) in
      guard value?.allSatisfy({ $0 >= 0 && $0.isFinite }) ?? true else {
        throw LuaMismatch("lengths of 0 or more expected")
      }
      me.lineDashPattern = value
    }
    c.property(
      "lineJoin", .one, "The shape of the line's corners, a `kCGLineJoin…`.", get: { $0.lineJoin },
      set: { $0.lineJoin = $1 })
    c.property(
      "lineCap", .one, "The shape of the line's ends, a `kCGLineCap…`.", get: { $0.lineCap },
      set: { $0.lineCap = $1 })
  }
}
