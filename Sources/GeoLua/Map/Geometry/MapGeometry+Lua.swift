import Geo
import LuaBridge

/// The map structs with their C functions and constants.
enum MapGeometry {
  static func declareStructs(_ machine: LuaMachine) {
    machine.add(MKMapPoint.self)
    machine.add(MKMapSize.self)
    machine.add(MKMapRect.self)
    machine.add(MKCoordinateSpan.self)
    machine.add(MKCoordinateRegion.self)
  }

  static func declareFunctions(_ g: LuaScope) {
    declareProjection(g)
    declareScale(g)
    declareRegions(g)
    declareRects(g)
  }

  private static func declareProjection(_ g: LuaScope) {
    g.function(
      "MKMapPointForCoordinate", ["coordinate"], .none,
      "Returns the map point of a coordinate; (−1, −1) for an invalid coordinate."
    ) { (coordinate: CLLocationCoordinate2D) in MKMapPointForCoordinate(coordinate) }
    g.function(
      "MKCoordinateForMapPoint", ["point"], .none,
      "Returns the coordinate of a map point; points beyond the 180th meridian wrap around."
    ) { (point: MKMapPoint) in MKCoordinateForMapPoint(point) }
    g.function(
      "MKMapPointsForCoordinates", ["coordinates"], .none,
      "Returns the map points of many coordinates at once. A geoscript extension of MKMapPointForCoordinate."
    ) { (coordinates: [CLLocationCoordinate2D]) in MKMapPointsForCoordinates(coordinates) }
    g.function(
      "MKCoordinatesForMapPoints", ["points"], .none,
      "Returns the coordinates of many map points at once. A geoscript extension of MKCoordinateForMapPoint."
    ) { (points: [MKMapPoint]) in MKCoordinatesForMapPoints(points) }
  }

  private static func declareScale(_ g: LuaScope) {
    g.function(
      "MKMetersPerMapPointAtLatitude", ["latitude"], .metersPerMapPoint,
      "Returns the length of one map point on the ground."
    ) { (latitude: Number) in MKMetersPerMapPointAtLatitude(latitude.value) }
    g.function(
      "MKMapPointsPerMeterAtLatitude", ["latitude"], .mapPointsPerMeter,
      "Returns the number of map points in one meter on the ground."
    ) { (latitude: Number) in MKMapPointsPerMeterAtLatitude(latitude.value) }
    g.function(
      "MKMetersBetweenMapPoints", ["a", "b"], .meters,
      "Returns the shortest distance over the ground between two map points."
    ) { (a: MKMapPoint, b: MKMapPoint) in MKMetersBetweenMapPoints(a, b) }
    g.function(
      "MKRoadWidthAtZoomScale", ["zoomScale"], .mapPoints,
      "Returns the drawn width of a road at a zoom scale, in screen points per map point."
    ) { (zoomScale: Number) in MKRoadWidthAtZoomScale(zoomScale.value) }
    g.function("MKStringFromMapPoint", ["point"], .none, "Returns the point as text.") {
      (point: MKMapPoint) in
      MKStringFromMapPoint(point)
    }
    g.function("MKStringFromMapSize", ["size"], .none, "Returns the size as text.") { (size: MKMapSize) in
      MKStringFromMapSize(size)
    }
    g.function("MKStringFromMapRect", ["rect"], .none, "Returns the rect as text.") { (rect: MKMapRect) in
      MKStringFromMapRect(rect)
    }
  }

  private static func declareRegions(_ g: LuaScope) {
    g.function(
      "MKCoordinateRegionMakeWithDistance", ["center", "latitudinalMeters", "longitudinalMeters"], .none,
      "Returns the region of that many meters around `center`, at most 180° by 360°."
    ) { (center: CLLocationCoordinate2D, latitudinalMeters: Number, longitudinalMeters: Number) in
      MKCoordinateRegionMakeWithDistance(center, latitudinalMeters.value, longitudinalMeters.value)
    }
    g.function(
      "MKCoordinateSpanMake", ["latitudeDelta", "longitudeDelta"], .none,
      "Returns the span of that many degrees."
    ) { (latitudeDelta: Double, longitudeDelta: Double) in MKCoordinateSpanMake(latitudeDelta, longitudeDelta)
    }
    g.function(
      "MKCoordinateRegionMake", ["center", "span"], .none, "Returns the region around `center`."
    ) { (center: CLLocationCoordinate2D, span: MKCoordinateSpan) in MKCoordinateRegionMake(center, span) }
    g.function(
      "MKCoordinateRegionForMapRect", ["rect"], .none,
      "Returns the region of a rect: the coordinate of its center and its span in degrees."
    ) { (rect: MKMapRect) in MKCoordinateRegionForMapRect(rect) }
    g.function(
      "MKMapRectForCoordinateRegion", ["region"], .none,
      "Returns the rect of a region; the null rect for an invalid center or a negative span. A geoscript "
        + "extension."
    ) { (region: MKCoordinateRegion) in MKMapRectForCoordinateRegion(region) }
  }

  private static func declareRects(_ g: LuaScope) {
    let rects = PlaneRectFunctions<MKMapRect>(g, .mapPoints)
    rects.declareMaking("MKMapPointMake", "MKMapSizeMake", "MKMapRectMake")
    rects.declareEdges { "MKMapRectGet\($0)" }
    rects.declareComparing()
    rects.declareArithmetic()
    g.function(
      "MKMapRectIsEmpty", ["rect"], .none, "Returns whether the rect is null or both its sides are 0."
    ) { (rect: MKMapRect) in rect.isEmpty }
    g.function(
      "MKMapRectContainsPoint", ["rect", "point"], .none,
      "Returns whether the point lies in the rect, or on its left or upper edge; false for a null or empty rect."
    ) { (rect: MKMapRect, point: MKMapPoint) in MKMapRectContainsPoint(rect, point) }
    g.function(
      "MKMapRectSpans180thMeridian", ["rect"], .none,
      "Returns whether the rect reaches beyond the 180th meridian on either side."
    ) { (rect: MKMapRect) in rect.spans180thMeridian }
    g.function(
      "MKMapRectRemainder", ["rect"], .none,
      "Returns the part beyond the world's edge, wrapped to the other side; the null rect if nothing is "
        + "beyond."
    ) { (rect: MKMapRect) in rect.remainder }
    g.constant("MKMapSizeWorld", MKMapSizeWorld, "The size of the whole map.")
    g.constant("MKMapRectWorld", MKMapRectWorld, "The whole map.")
    g.constant("MKMapRectNull", MKMapRectNull, "The null rect; its origin is infinite.")
  }
}
