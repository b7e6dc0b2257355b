import Geo
import LuaBridge

extension MKPolygonRenderer {
  static func bind(_ c: LuaBinder<MKPolygonRenderer>) {
    c.summary("Draws an MKPolygon.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: RendererMethod.names)
    c.initializer(["polygon"]) { try charge.made(MKPolygonRenderer(polygon: $0)) }
    c.scriptedInitializer(["polygon"]) { try charge.made(ScriptedPolygonRenderer(polygon: $0)) }
    c.property("polygon", .none, "What it draws.") { $0.polygon }
  }
}

extension MKMultiPolygonRenderer {
  static func bind(_ c: LuaBinder<MKMultiPolygonRenderer>) {
    c.summary("Draws several polygons alike.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: RendererMethod.names)
    c.initializer(["multiPolygon"]) { try charge.made(MKMultiPolygonRenderer(multiPolygon: $0)) }
    c.scriptedInitializer(["multiPolygon"]) {
      try charge.made(ScriptedMultiPolygonRenderer(multiPolygon: $0))
    }
    c.property("multiPolygon", .none, "What it draws.") { $0.multiPolygon }
  }
}

extension MKCircleRenderer {
  static func bind(_ c: LuaBinder<MKCircleRenderer>) {
    c.summary("Draws an MKCircle.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: RendererMethod.names)
    c.initializer(["circle"]) { try charge.made(MKCircleRenderer(circle: $0)) }
    c.scriptedInitializer(["circle"]) { try charge.made(ScriptedCircleRenderer(circle: $0)) }
    c.property("circle", .none, "What it draws.") { $0.circle }
    c.strokedPart(from: \.strokeStart, to: \.strokeEnd)
  }
}

extension MKPolylineRenderer {
  static func bind(_ c: LuaBinder<MKPolylineRenderer>) {
    c.summary("Draws an MKPolyline.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: RendererMethod.names)
    c.initializer(["polyline"]) { try charge.made(MKPolylineRenderer(polyline: $0)) }
    c.scriptedInitializer(["polyline"]) { try charge.made(ScriptedPolylineRenderer(polyline: $0)) }
    c.property("polyline", .none, "What it draws.") { $0.polyline }
    c.strokedPart(from: \.strokeStart, to: \.strokeEnd)
  }
}

extension MKMultiPolylineRenderer {
  static func bind(_ c: LuaBinder<MKMultiPolylineRenderer>) {
    c.summary("Draws several lines alike.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: RendererMethod.names)
    c.initializer(["multiPolyline"]) { try charge.made(MKMultiPolylineRenderer(multiPolyline: $0)) }
    c.scriptedInitializer(["multiPolyline"]) {
      try charge.made(ScriptedMultiPolylineRenderer(multiPolyline: $0))
    }
    c.property("multiPolyline", .none, "What it draws.") { $0.multiPolyline }
  }
}

extension MKGradientPolylineRenderer {
  static func bind(_ c: LuaBinder<MKGradientPolylineRenderer>) {
    c.summary("Draws a line whose color changes along it.")
    let charge = ShapeCharge(c.machine)
    c.initializer(["polyline"]) { try charge.made(MKGradientPolylineRenderer(polyline: $0)) }
    c.property("colors", .none, "The colors, each at its place of `locations`.") { $0.colors }
    c.property("locations", .one, "Shares of the line from 0 to 1.") { $0.locations }
    c.method("setColors", ["colors", "locations"], "Sets the colors and where along the line they are.") {
      (me: MKGradientPolylineRenderer, colors: [UIColor], locations: [Double]) in
      do throws(GeoError) {
        try me.setColors(colors, at: locations)
      } catch {
        throw LuaMessage(error.message)
      }
    }
    c.alias("setColors_atLocations", of: "setColors")
  }
}

extension LuaBinder where T: MKOverlayPathRenderer {
  /// The part of a line that is stroked.
  fileprivate func strokedPart(
    from start: ReferenceWritableKeyPath<T, Double>, to end: ReferenceWritableKeyPath<T, Double>
  ) {
    for (name, path, summary) in [
      ("strokeStart", start, "Where the stroke begins, as a share of the line from 0 to 1."),
      ("strokeEnd", end, "Where the stroke ends, as a share of the line from 0 to 1."),
    ] {
      property(name, .one, summary) {
        Number($0[keyPath: path])
      } set: { (me: T, value: Number) in
        me[keyPath: path] = min(max(value.value, 0), 1)
      }
    }
  }
}
