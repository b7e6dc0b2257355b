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
    c.draws("multiPolygon", "Draws an MKMultiPolygon: several polygons in the same style.") {
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
    c.draws("multiPolyline", "Draws an MKMultiPolyline: several lines in the same style.") {
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
    c.property("colors", .none, "The colors, one for each of `locations`.") { $0.colors }
    c.property("locations", .one, "The positions of the colors, as fractions of the line from 0 to 1.") {
      $0.locations
    }
    c.method("setColors", ["colors", "locations"], "Sets the colors and their positions along the line.") {
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
  /// Declares the renderer of one kind of shape, which scripts may subclass.
  fileprivate func draws<Shape: LuaValue>(
    _ shape: String, _ summary: String, make: @escaping (Shape) -> T, get: @escaping (T) -> Shape
  ) {
    self.summary(summary)
    let charge = ShapeCharge(machine)
    open(overridable: Overridable.pathRendererNames)
    initializer([shape]) { try charge.made(make($0)) }
    property(shape, .none, "The shape drawn.") { get($0) }
  }

  /// Declares the stroked part of a line.
  fileprivate func strokedPart(
    from start: ReferenceWritableKeyPath<T, Double>, to end: ReferenceWritableKeyPath<T, Double>
  ) {
    for (name, path, summary) in [
      ("strokeStart", start, "The start of the stroke, as a fraction of the line from 0 to 1."),
      ("strokeEnd", end, "The end of the stroke, as a fraction of the line from 0 to 1."),
    ] {
      property(name, .one, summary) {
        Number($0[keyPath: path])
      } set: { (me: T, value: Number) in
        me[keyPath: path] = min(max(value.value, 0), 1)
      }
    }
  }
}
