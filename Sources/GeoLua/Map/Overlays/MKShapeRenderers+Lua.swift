import Geo
import LuaBridge

extension MKPolygonRenderer {
  static func bind(_ c: LuaBinder<MKPolygonRenderer>) {
    c.draws("polygon", "Draws an MKPolygon.") {
      MKPolygonRenderer(polygon: $0)
    } get: {
      $0.polygon
    }
  }
}

extension MKMultiPolygonRenderer {
  static func bind(_ c: LuaBinder<MKMultiPolygonRenderer>) {
    c.draws("multiPolygon", "Draws several polygons alike.") {
      MKMultiPolygonRenderer(multiPolygon: $0)
    } get: {
      $0.multiPolygon
    }
  }
}

extension MKCircleRenderer {
  static func bind(_ c: LuaBinder<MKCircleRenderer>) {
    c.draws("circle", "Draws an MKCircle.") {
      MKCircleRenderer(circle: $0)
    } get: {
      $0.circle
    }
    c.strokedPart(from: \.strokeStart, to: \.strokeEnd)
  }
}

extension MKPolylineRenderer {
  static func bind(_ c: LuaBinder<MKPolylineRenderer>) {
    c.draws("polyline", "Draws an MKPolyline.") {
      MKPolylineRenderer(polyline: $0)
    } get: {
      $0.polyline
    }
    c.strokedPart(from: \.strokeStart, to: \.strokeEnd)
  }
}

extension MKMultiPolylineRenderer {
  static func bind(_ c: LuaBinder<MKMultiPolylineRenderer>) {
    c.draws("multiPolyline", "Draws several lines alike.") {
      MKMultiPolylineRenderer(multiPolyline: $0)
    } get: {
      $0.multiPolyline
    }
  }
}

extension MKGradientPolylineRenderer {
  static func bind(_ c: LuaBinder<MKGradientPolylineRenderer>) {
    c.summary("Draws a line whose color changes along it.")
    let charge = ShapeCharge(c.machine)
    c.open(overridable: Overridable.pathRendererNames)
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
  /// A renderer of one kind of shape, which scripts may subclass.
  fileprivate func draws<Shape: LuaValue>(
    _ shape: String, _ summary: String, make: @escaping (Shape) -> T, get: @escaping (T) -> Shape
  ) {
    self.summary(summary)
    let charge = ShapeCharge(machine)
    open(overridable: Overridable.pathRendererNames)
    initializer([shape]) { try charge.made(make($0)) }
    property(shape, .none, "The shape that it draws.") { get($0) }
  }

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
