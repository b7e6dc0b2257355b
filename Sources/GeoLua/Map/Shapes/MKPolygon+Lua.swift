import Geo
import LuaBridge

extension MKPolygon {
  static func bind(_ c: LuaBinder<MKPolygon>) {
    c.summary("An area enclosed by a ring, minus the polygons cut out of it.")
    let charge = ShapeCharge(c.machine)
    c.open()
    c.initializer(["coordinates", "interiorPolygons"]) {
      (coordinates: Places, interiorPolygons: Holes?) in
      try charge.made(
        MKPolygon(coordinates: coordinates.value, interiorPolygons: interiorPolygons?.value ?? []))
    }
    c.classMethod(
      "polygonWithCoordinates", ["coordinates", "countOrInteriorPolygons", "interiorPolygons"], .none,
      "Returns the polygon of a ring of coordinates, which is closed automatically; with a count, of the first ones."
    ) { (coordinates: Places, second: CountOrHoles?, third: Holes?) in
      let places = try second?.count?.first(of: coordinates.value) ?? coordinates.value
      return try charge.made(
        MKPolygon(coordinates: places, interiorPolygons: (third ?? second?.holes)?.value ?? []))
    }
    c.alias("polygonWithCoordinates_count", of: "polygonWithCoordinates")
    c.alias("polygonWithCoordinates_count_interiorPolygons", of: "polygonWithCoordinates")
    c.alias("polygonWithCoordinates_interiorPolygons", of: "polygonWithCoordinates")
    c.classMethod(
      "polygonWithPoints", ["points", "countOrInteriorPolygons", "interiorPolygons"], .none,
      "Returns the polygon of a ring of map points; with a count, of the first ones."
    ) { (points: FinitePoints, second: CountOrHoles?, third: Holes?) in
      let places = try second?.count?.first(of: points.value) ?? points.value
      return try charge.made(
        MKPolygon(points: places, interiorPolygons: (third ?? second?.holes)?.value ?? []))
    }
    c.alias("polygonWithPoints_count", of: "polygonWithPoints")
    c.alias("polygonWithPoints_count_interiorPolygons", of: "polygonWithPoints")
    c.alias("polygonWithPoints_interiorPolygons", of: "polygonWithPoints")
    c.property("interiorPolygons", .none, "The polygons cut out of the area.") { $0.interiorPolygons }
    c.overlayMembers()
  }
}

extension MKMultiPolygon {
  static func bind(_ c: LuaBinder<MKMultiPolygon>) {
    c.summary("Several polygons drawn in the same style, as one overlay.")
    let charge = ShapeCharge(c.machine)
    c.open()
    c.initializer(["polygons"]) { (polygons: [MKPolygon]) in try charge.made(MKMultiPolygon(polygons)) }
    c.property("polygons", .none, "The polygons.") { $0.polygons }
    c.overlayMembers()
  }
}

extension MKCircle {
  static func bind(_ c: LuaBinder<MKCircle>) {
    c.summary(
      "A circle on the earth: exactly the area of a `CLCircularRegion` with the same center and radius.")
    let charge = ShapeCharge(c.machine)
    func make(_ center: CLLocationCoordinate2D, _ radius: Number) throws -> MKCircle {
      guard CLLocationCoordinate2DIsValid(center) else {
        throw LuaMessage(
          "invalid center: latitude \(center.latitude), longitude \(center.longitude) (expected ±90°, ±180°)")
      }
      guard radius.value >= 0 else {
        throw LuaMessage("radius must be 0 m or more, got \(radius.value)")
      }
      return try charge.made(MKCircle(center: center, radius: radius.value))
    }
    c.open()
    c.initializer(["coordinate", "radius"]) { (center: CLLocationCoordinate2D, radius: Number) in
      try make(center, radius)
    }
    c.classMethod(
      "circleWithCenterCoordinate", ["coordinate", "radius"], .none,
      "Returns the circle with a radius in meters."
    ) { (center: CLLocationCoordinate2D, radius: Number) in try make(center, radius) }
    c.alias("circleWithCenterCoordinate_radius", of: "circleWithCenterCoordinate")
    c.classMethod(
      "circleWithMapRect", ["mapRect"], .none,
      "Returns the circle around the center of a rect, with the longer side as its diameter."
    ) { (rect: MKMapRect) in try charge.made(MKCircle(mapRect: rect)) }
    c.property("radius", .meters, "The distance from the center to the edge, over the ground.") { $0.radius }
    c.overlayMembers()
  }
}
