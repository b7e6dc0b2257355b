import Geo
import LuaBridge

extension MKOverlayPathRenderer {
  static func bind(_ c: LuaBinder<MKOverlayPathRenderer>) {
    c.summary("Draws a shape as a path that it fills and strokes.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.pathRendererNames)
    c.initializer(["overlay"]) { (overlay: OverlayValue) in
      try charge.made(MKOverlayPathRenderer(overlay: overlay.refreshed()))
    }
    c.property("fillColor", .none, "The color of the inside; nil fills nothing.", \.fillColor)
    c.property("strokeColor", .none, "The color of the line; nil strokes nothing.", \.strokeColor)
    bindLine(c)
    bindPath(c)
  }

  private static func bindLine(_ c: LuaBinder<MKOverlayPathRenderer>) {
    let widths: [(String, ReferenceWritableKeyPath<MKOverlayPathRenderer, Double>, LuaUnit, String)] = [
      (
        "lineWidth", \.lineWidth, .points,
        "On the screen, whatever the zoom; 0, as at first, is as wide as a road."
      ),
      ("miterLimit", \.miterLimit, .one, "How far a mitred corner may reach, in line widths; 10 at first."),
    ]
    for (name, path, unit, summary) in widths {
      c.property(name, unit, summary) {
        Number($0[keyPath: path])
      } set: { (me: MKOverlayPathRenderer, value: Number) in
        guard value.value >= 0, value.value.isFinite else {
          throw LuaMismatch("0 or more expected, got \(value.value)")
        }
        me[keyPath: path] = value.value
      }
    }
    c.property("lineDashPhase", .points, "How far into the dashes the line begins.") {
      Number($0.lineDashPhase)
    } set: {
      $0.lineDashPhase = $1.value
    }
    c.property("lineDashPattern", .points, "The lengths of dashes and gaps by turns; nil for none.") {
      $0.lineDashPattern
    } set: { (me: MKOverlayPathRenderer, value: [Double]?) in
      guard value?.allSatisfy({ $0 >= 0 && $0.isFinite }) ?? true else {
        throw LuaMismatch("lengths of 0 or more expected")
      }
      me.lineDashPattern = value
    }
    c.property("lineJoin", .one, "How the pieces of the line meet, a `kCGLineJoin…`.", \.lineJoin)
    c.property("lineCap", .one, "How the line ends, a `kCGLineCap…`.", \.lineCap)
  }
}
