import Geo
import LuaBridge

/// What part of the map is seen.
extension MKMapView {
  static func bindRegion(_ c: LuaBinder<MKMapView>) {
    c.property(
      "region", .none,
      "The area that is seen; assigning one selects the deepest zoom level that shows all of it."
    ) {
      $0.region
    } set: { (me: MKMapView, value: MKCoordinateRegion) in
      try me.show(value, animated: false)
    }
    c.method(
      "setRegion", ["region", "animated"], "Shows an area on the deepest zoom level that shows all of it."
    ) {
      (me: MKMapView, region: MKCoordinateRegion, animated: Bool?) in
      try me.show(region, animated: animated ?? false)
    }
    c.alias("setRegion_animated", of: "setRegion")
    c.method(
      "regionThatFits", ["region"], .none, "Returns what `region` would be if that one were assigned."
    ) { (me: MKMapView, region: MKCoordinateRegion) in
      try require(region)
      return me.regionThatFits(region)
    }
    c.property(
      "centerCoordinate", .none, "The center of the map; assigning it pans and keeps the zoom level."
    ) {
      $0.centerCoordinate
    } set: { (me: MKMapView, value: CLLocationCoordinate2D) in
      try me.pan(to: value, animated: false)
    }
    c.method("setCenterCoordinate", ["coordinate", "animated"], "Pans and keeps the zoom level.") {
      (me: MKMapView, coordinate: CLLocationCoordinate2D, animated: Bool?) in
      try me.pan(to: coordinate, animated: animated ?? false)
    }
    c.alias("setCenterCoordinate_animated", of: "setCenterCoordinate")
    bindRect(c)
  }

  private static func bindRect(_ c: LuaBinder<MKMapView>) {
    c.property(
      "visibleMapRect", .none, "The area that is seen, in map points; all around it where the map is turned."
    ) {
      $0.visibleMapRect
    } set: { (me: MKMapView, value: MKMapRect) in
      try me.show(value, .zero, animated: false)
    }
    c.method("setVisibleMapRect", ["rect", "animated"], "Shows a rect as `setRegion` does a region.") {
      (me: MKMapView, rect: MKMapRect, animated: Animation?) in
      try me.show(rect, .zero, animated: animated?.value ?? false)
    }
    c.alias("setVisibleMapRect_animated", of: "setVisibleMapRect")
    c.method(
      "setVisibleMapRect_edgePadding_animated", ["rect", "insets", "animated"],
      "Shows a rect and leaves the insets free around it."
    ) { (me: MKMapView, rect: MKMapRect, insets: UIEdgeInsets, animated: Bool?) in
      try me.show(rect, insets, animated: animated ?? false)
    }
    c.method(
      "mapRectThatFits", ["rect", "insets"], .none,
      "Returns what `visibleMapRect` would be if that one were shown, with insets free around it or without."
    ) { (me: MKMapView, rect: MKMapRect, insets: UIEdgeInsets?) in
      try require(rect)
      return me.mapRectThatFits(rect, edgePadding: insets ?? .zero)
    }
    c.alias("mapRectThatFits_edgePadding", of: "mapRectThatFits")
  }

  static func bindConversions(_ c: LuaBinder<MKMapView>) {
    c.method(
      "convertCoordinate", ["coordinate", "view"], .none,
      "Returns the point of a view where a coordinate appears; nil is what holds all views."
    ) { (me: MKMapView, coordinate: CLLocationCoordinate2D, view: UIView?) in
      me.convert(coordinate, toPointTo: view)
    }
    c.alias("convertCoordinate_toPointToView", of: "convertCoordinate")
    c.method(
      "convertPoint", ["point", "view"], .none,
      "Returns the coordinate that a point of a view shows; nil is what holds all views."
    ) { (me: MKMapView, point: FinitePoint, view: UIView?) in me.convert(point.value, toCoordinateFrom: view)
    }
    c.alias("convertPoint_toCoordinateFromView", of: "convertPoint")
    c.method(
      "convertRegion", ["region", "view"], .none, "Returns the rectangle of a view around a region."
    ) { (me: MKMapView, region: MKCoordinateRegion, view: UIView?) in
      try require(region)
      return me.convert(region, toRectTo: view)
    }
    c.alias("convertRegion_toRectToView", of: "convertRegion")
    c.method(
      "convertRect", ["rect", "view"], .none, "Returns the region around a rectangle of a view."
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
        "a latitude within ±90° expected, got (\(coordinate.latitude), \(coordinate.longitude))")
    }
    try MKMapView.requireRoom(self)
    setCenterCoordinate(coordinate, animated: animated)
  }

  static func require(_ region: MKCoordinateRegion) throws {
    guard !region.isShowable else { return }
    throw LuaMismatch(
      "a region with a latitude within ±90° and spans of 0 or more expected, got center "
        + "(\(region.center.latitude), \(region.center.longitude)), span "
        + "(\(region.span.latitudeDelta), \(region.span.longitudeDelta))")
  }

  static func require(_ rect: MKMapRect) throws {
    guard rect.isShowable else { throw LuaMismatch("a rect that is not null, of finite numbers, expected") }
  }
}

/// Whether a change is animated, where insets would belong to a longer name.
private struct Animation: LuaValue {
  static var luaType: String { Bool.luaType }
  let value: Bool

  static func read(_ stack: LuaStack, _ index: Int32) throws -> Animation {
    if LuaKind(stack, index) == .table {
      throw LuaMismatch(
        "boolean expected, got a table: to leave insets free, call "
          + "setVisibleMapRect_edgePadding_animated(rect, insets, animated)")
    }
    return Animation(value: try Bool.read(stack, index))
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}
