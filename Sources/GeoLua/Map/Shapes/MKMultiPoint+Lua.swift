import Geo
import LuaBridge

extension MKMultiPoint {
  static func bind(_ c: LuaBinder<MKMultiPoint>) {
    c.summary("A shape made of places in an order; each is joined the shorter way to the one before.")
    let charge = ShapeCharge(c.machine)
    c.initializer(["coordinates"]) { (coordinates: Places) in
      try charge.made(MKMultiPoint(coordinates: coordinates.value))
    }
    c.open()
    c.property("pointCount", .one, "How many vertices it has.") { $0.pointCount }
    c.property("pointsArray", .none, "Its vertices on the map, across the 180th meridian beyond the world.") {
      $0.points
    }
    c.method("points", .none, "Returns its vertices on the map, as pointsArray.") { $0.points }
    c.property("coordinates", .none, "Its vertices on the earth.") { $0.coordinates }
    c.method(
      "getCoordinates", ["first", "last"], .none,
      "Returns the coordinates of the vertices from one to another, counted from 1; without them of all."
    ) { (me: MKMultiPoint, first: Int?, last: Int?) in
      let first = max(first ?? 1, 1)
      return me.getCoordinates(first - 1..<max(first - 1, min(last ?? me.pointCount, me.pointCount)))
    }
    c.alias("getCoordinates_range", of: "getCoordinates")
    c.property(
      "boundingMapRect", .none,
      "The smallest rect that holds it; across the 180th meridian it reaches beyond the world."
    ) { $0.boundingMapRect }
  }
}

extension LuaBinder where T: MKShape & MKOverlay {
  /// What every shape that is an overlay has.
  func overlayMembers() {
    property(
      "boundingMapRect", .none,
      "The smallest rect that holds it; across the 180th meridian it reaches beyond the world."
    ) { $0.boundingMapRect }
    property("canReplaceMapContent", .none, "Whether the map content below it can be skipped.") {
      $0.canReplaceMapContent
    }
    method(
      "intersectsMapRect", ["mapRect"], .none,
      "Returns whether it intersects a rect, edges included, also one world farther east or west."
    ) { (me: T, rect: MKMapRect) in try me.intersects(rect) }
  }
}
