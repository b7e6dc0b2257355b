import Geo
import LuaBridge

extension MKPolyline {
  static func bind(_ c: LuaBinder<MKPolyline>) {
    c.summary("A line through coordinates, with segments straight on the map.")
    let charge = ShapeCharge(c.machine)
    c.open()
    c.initializer(["coordinates"]) { (coordinates: Places) in
      try charge.made(MKPolyline(coordinates: coordinates.value))
    }
    c.classMethod(
      "polylineWithCoordinates", ["coordinates", "count"], .none,
      "Returns the line through coordinates; with a count, through the first ones."
    ) { (coordinates: Places, count: ElementCount?) in
      try charge.made(MKPolyline(coordinates: count?.first(of: coordinates.value) ?? coordinates.value))
    }
    c.alias("polylineWithCoordinates_count", of: "polylineWithCoordinates")
    c.classMethod(
      "polylineWithPoints", ["points", "count"], .none,
      "Returns the line through map points; with a count, through the first ones."
    ) { (points: FinitePoints, count: ElementCount?) in
      try charge.made(MKPolyline(points: count?.first(of: points.value) ?? points.value))
    }
    c.alias("polylineWithPoints_count", of: "polylineWithPoints")
    c.overlayMembers()
  }
}

extension MKGeodesicPolyline {
  static func bind(_ c: LuaBinder<MKGeodesicPolyline>) {
    c.summary("A line through coordinates that follows the shortest way over the earth (the geodesic).")
    let charge = ShapeCharge(c.machine)
    c.initializer(["coordinates"]) { (coordinates: Places) in
      try charge.made(MKGeodesicPolyline(coordinates: coordinates.value))
    }
    c.classMethod(
      "polylineWithCoordinates", ["coordinates", "count"], .none,
      "Returns the geodesic line through coordinates; with a count, through the first ones."
    ) { (coordinates: Places, count: ElementCount?) in
      try charge.made(
        MKGeodesicPolyline(coordinates: count?.first(of: coordinates.value) ?? coordinates.value))
    }
    c.classMethod(
      "polylineWithPoints", ["points", "count"], .none,
      "Returns the geodesic line through map points; with a count, through the first ones."
    ) { (points: FinitePoints, count: ElementCount?) in
      try charge.made(MKGeodesicPolyline(points: count?.first(of: points.value) ?? points.value))
    }
  }
}

extension MKMultiPolyline {
  static func bind(_ c: LuaBinder<MKMultiPolyline>) {
    c.summary("Several lines drawn in the same style, as one overlay.")
    let charge = ShapeCharge(c.machine)
    c.open()
    c.initializer(["polylines"]) { (polylines: [MKPolyline]) in try charge.made(MKMultiPolyline(polylines)) }
    c.property("polylines", .none, "The lines.") { $0.polylines }
    c.overlayMembers()
  }
}
