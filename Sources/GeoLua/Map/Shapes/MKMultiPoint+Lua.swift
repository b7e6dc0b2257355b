import Geo
import LuaBridge

extension MKMultiPoint {
  static func bind(_ c: LuaBinder<MKMultiPoint>) {
    c.summary(
      "A shape made of an ordered list of vertices. Each is joined to the previous one the shorter way "
        + "around the world."
    )
    let charge = ShapeCharge(c.machine)
    c.initializer(["coordinates"]) { (coordinates: Places) in
      try charge.made(MKMultiPoint(coordinates: coordinates.value))
    }
    c.open()
    c.property("pointCount", .one, "The number of vertices.") { $0.pointCount }
    c.property(
      "pointsArray", .none,
      "The vertices as map points; across the 180th meridian, they extend beyond the world's edge."
    ) {
      $0.points
    }
    c.method("points", .none, "Returns the vertices as map points, as `pointsArray`.") { $0.points }
    c.property("coordinates", .none, "The vertices as coordinates.") { $0.coordinates }
    c.method(
      "getCoordinates", ["first", "last"], .none,
      "Returns the coordinates of vertices `first` to `last`, counted from 1; by default, of all."
    ) { (me: MKMultiPoint, first: Int?, last: Int?) in
      let first = max(first ?? 1, 1)
      return me.getCoordinates(first - 1..<max(first - 1, min(last ?? me.pointCount, me.pointCount)))
    }
    c.alias("getCoordinates_range", of: "getCoordinates")
    c.property(
      "boundingMapRect", .none,
      "The smallest rect that encloses the shape; across the 180th meridian, it extends beyond the world's "
        + "edge."
    ) { $0.boundingMapRect }
  }
}

extension LuaBinder where T: MKShape & MKOverlay {
  /// Declares the members of every shape that is an overlay.
  func overlayMembers() {
    property(
      "boundingMapRect", .none,
      "The smallest rect that encloses the shape; across the 180th meridian, it extends beyond the world's "
        + "edge."
    ) { $0.boundingMapRect }
    property(
      "canReplaceMapContent", .none, "Whether the map does not have to draw its content below the shape."
    ) {
      $0.canReplaceMapContent
    }
    method(
      "intersectsMapRect", ["mapRect"], .none,
      "Returns whether the shape intersects a rect, including its edges, or its copies one world east or "
        + "west."
    ) { (me: T, rect: MKMapRect) in try me.intersects(rect) }
  }
}
