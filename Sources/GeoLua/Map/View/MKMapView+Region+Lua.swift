import Geo
import LuaBridge

/// The visible part of the map.
extension MKMapView {
  static func bindRegion(_ c: LuaBinder<MKMapView>) {
    c.property(
      "region", .none,
      "The visible region; assigning one selects the deepest zoom level that shows all of it."
    ) {
      $0.region
    } set: { (me: MKMapView, value: MKCoordinateRegion) in
      try me.show(value, animated: false)
    }
    c.method(
      "setRegion", ["region", "animated"], "Shows a region at the deepest zoom level that shows all of it."
    ) {
      (me: MKMapView, region: MKCoordinateRegion, animated: Bool?) in
      try me.show(region, animated: animated ?? false)
    }
    c.alias("setRegion_animated", of: "setRegion")
    c.method(
      "regionThatFits", ["region"], .none,
      "Returns the region that would be visible if the given one were assigned."
    ) { (me: MKMapView, region: MKCoordinateRegion) in
      try require(region)
      return me.regionThatFits(region)
    }
    c.property(
      "centerCoordinate", .none, "The center of the map; assigning it pans without changing the zoom level."
    ) {
      $0.centerCoordinate
    } set: { (me: MKMapView, value: CLLocationCoordinate2D) in
      try me.pan(to: value, animated: false)
    }
    c.method(
      "setCenterCoordinate", ["coordinate", "animated"],
      "Pans to a coordinate without changing the zoom level."
    ) {
      (me: MKMapView, coordinate: CLLocationCoordinate2D, animated: Bool?) in
      try me.pan(to: coordinate, animated: animated ?? false)
    }
    c.alias("setCenterCoordinate_animated", of: "setCenterCoordinate")
    bindRect(c)
  }

  private static func bindRect(_ c: LuaBinder<MKMapView>) {
    c.property(
      "visibleMapRect", .none, "The visible area in map points; for a rotated map, the rect that encloses it."
    ) {
      $0.visibleMapRect
    } set: { (me: MKMapView, value: MKMapRect) in
      try me.show(value, .zero, animated: false)
    }
    c.method("setVisibleMapRect", ["rect", "animated"], "Shows a map rect, as `setRegion` shows a region.") {
      (me: MKMapView, rect: MKMapRect, animated: Animation?) in
      try me.show(rect, .zero, animated: animated?.value ?? false)
    }
    c.alias("setVisibleMapRect_animated", of: "setVisibleMapRect")
    c.method(
      "setVisibleMapRect_edgePadding_animated", ["rect", "insets", "animated"],
      "Shows a map rect with insets left free around it."
    ) { (me: MKMapView, rect: MKMapRect, insets: UIEdgeInsets, animated: Bool?) in
      try me.show(rect, insets, animated: animated ?? false)
    }
    c.method(
      "mapRectThatFits", ["rect", "insets"], .none,
      "Returns the rect that would be visible if the given one were shown, optionally with insets around it."
    ) { (me: MKMapView, rect: MKMapRect, insets: UIEdgeInsets?) in
      try require(rect)
      return me.mapRectThatFits(rect, edgePadding: insets ?? .zero)
    }
    c.alias("mapRectThatFits_edgePadding", of: "mapRectThatFits")
  }

  static func bindConversions(_ c: LuaBinder<MKMapView>) {
    c.method(
      "convertCoordinate", ["coordinate", "view"], .none,
      "Returns the point at which a coordinate appears in a view; nil stands for the window."
    ) { (me: MKMapView, coordinate: CLLocationCoordinate2D, view: UIView?) in
      me.convert(coordinate, toPointTo: view)
    }
    c.alias("convertCoordinate_toPointToView", of: "convertCoordinate")
    c.method(
      "convertPoint", ["point", "view"], .none,
      "Returns the coordinate at a point of a view; nil stands for the window."
    ) { (me: MKMapView, point: FinitePoint, view: UIView?) in me.convert(point.value, toCoordinateFrom: view)
    }
    c.alias("convertPoint_toCoordinateFromView", of: "convertPoint")
    c.method(
      "convertRegion", ["region", "view"], .none, "Returns the rect of a view that encloses a region."
    ) { (me: MKMapView, region: MKCoordinateRegion, view: UIView?) in
      try require(region)
      return me.convert(region, toRectTo: view)
    }
    c.alias("convertRegion_toRectToView", of: "convertRegion")
    c.method(
      "convertRect", ["rect", "view"], .none, "Returns the region that encloses a rect of a view."
    ) { (me: MKMapView, rect: FiniteRect, view: UIView?) in me.convert(rect.value, toRegionFrom: view) }
    c.alias("convertRect_toRegionFromView", of: "convertRect")
  }

  private func show(_ region: MKCoordinateRegion, animated: Bool) throws {
    try MKMapView.require(region)
    try MKMapView.requireRoom(self)
    setRegion(region, animated: animated)
  }

  private func show(_ rect: MKMapRect, _ insets: UIEdgeInsets, animated: Bool) throws {
    try MKMapView.require(rect)
    try MKMapView.requireRoom(self)
    setVisibleMapRect(rect, edgePadding: insets, animated: animated)
  }

  private func pan(to coordinate: CLLocationCoordinate2D, animated: Bool) throws {
    guard MKCoordinateRegion(center: coordinate, span: .luaBlank).isShowable else {
      throw LuaMismatch(
        "coordinate with a latitude within ±90° expected, "
          + "got (\(coordinate.latitude), \(coordinate.longitude))"
      )
    }
    try MKMapView.requireRoom(self)
    setCenterCoordinate(coordinate, animated: animated)
  }

  static func require(_ region: MKCoordinateRegion) throws {
    guard !region.isShowable else { return }
    throw LuaMismatch(
      "region with a latitude within ±90° and spans of 0 or more expected, got center "
        + "(\(region.center.latitude), \(region.center.longitude)), span "
        + "(\(region.span.latitudeDelta), \(region.span.longitudeDelta))")
  }

  static func require(_ rect: MKMapRect) throws {
    guard rect.isShowable else { throw LuaMismatch("finite map rect expected, got a null or infinite one") }
  }
}

/// The `animated` argument; insets in its place get advice, because they belong to a longer name.
private struct Animation: LuaValue {
  static var luaType: String { Bool.luaType }
  let value: Bool

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Animation {
    if LuaKind(stack, index) == .table {
      throw LuaMismatch(
        "boolean expected, got a table: for insets, call setVisibleMapRect_edgePadding_animated(rect, "
          + "insets, animated)")
    }
    return Animation(value: try Bool.read(stack, index))
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
