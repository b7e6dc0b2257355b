public import Geo
public import LuaBridge

/// Overlays of the map and their order.
extension MKMapView {
  static func bindOverlays(_ c: LuaBinder<MKMapView>) {
    bindAdding(c)
    bindOrder(c)
    c.property(
      "overlays", .none,
      "All overlays from bottom to top: those above the roads, then those above the labels."
    ) { $0.overlays.map { OverlayValue($0) } }
    c.method("overlaysInLevel", ["level"], .none, "Returns the overlays of a level from bottom to top.") {
      (me: MKMapView, level: MKOverlayLevel) in me.overlays(in: level).map { OverlayValue($0) }
    }
    c.method(
      "rendererForOverlay", ["overlay"], .none,
      "Returns the delegate's renderer for an overlay; nil if it gave none or the overlay was never visible."
    ) { (me: MKMapView, overlay: OverlayValue) in me.renderer(for: overlay.object) }
    c.alias("viewForOverlay", of: "rendererForOverlay")
  }

  private static func bindAdding(_ c: LuaBinder<MKMapView>) {
    c.method(
      "addOverlay", ["overlay", "level"],
      "Adds an overlay on top of a level, by default above the labels; moves it if it is already on the map."
    ) { (me: MKMapView, overlay: OverlayValue, level: MKOverlayLevel?) in
      me.addOverlay(try overlay.refreshed(), level: level ?? .aboveLabels)
    }
    c.alias("addOverlay_level", of: "addOverlay")
    c.method(
      "addOverlays", ["overlays", "level"], "Adds overlays on top of a level; the last one ends up on top."
    ) {
      (me: MKMapView, overlays: [OverlayValue], level: MKOverlayLevel?) in
      me.addOverlays(try overlays.map { try $0.refreshed() }, level: level ?? .aboveLabels)
    }
    c.alias("addOverlays_level", of: "addOverlays")
    c.method("removeOverlay", ["overlay"], "Removes an overlay and its renderer from the map.") {
      (me: MKMapView, overlay: OverlayValue) in me.removeOverlay(overlay.object)
    }
    c.method("removeOverlays", ["overlays"], "Removes overlays from the map.") {
      (me: MKMapView, overlays: [OverlayValue]) in me.removeOverlays(overlays.map(\.object))
    }
  }

  private static func bindOrder(_ c: LuaBinder<MKMapView>) {
    c.method(
      "insertOverlay", ["overlay", "index", "level"],
      "Inserts an overlay at a position of a level, counted from 1; beyond the end, on top."
    ) { (me: MKMapView, overlay: OverlayValue, index: OverlayPosition, level: MKOverlayLevel?) in
      me.insertOverlay(try overlay.refreshed(), at: index.value - 1, level: level ?? .aboveLabels)
    }
    c.alias("insertOverlay_atIndex", of: "insertOverlay")
    c.alias("insertOverlay_atIndex_level", of: "insertOverlay")
    c.method(
      "insertOverlay_aboveOverlay", ["overlay", "sibling"],
      "Inserts an overlay directly above another, in the same level."
    ) { (me: MKMapView, overlay: OverlayValue, sibling: OverlayValue) in
      try require(
        me.insertOverlay(overlay.refreshed(), above: sibling.object), "the sibling is not on this map")
    }
    c.method(
      "insertOverlay_belowOverlay", ["overlay", "sibling"],
      "Inserts an overlay directly below another, in the same level."
    ) { (me: MKMapView, overlay: OverlayValue, sibling: OverlayValue) in
      try require(
        me.insertOverlay(overlay.refreshed(), below: sibling.object), "the sibling is not on this map")
    }
    c.method(
      "exchangeOverlay", ["overlay", "other"], "Swaps two overlays, including their levels."
    ) { (me: MKMapView, overlay: OverlayValue, other: OverlayValue) in
      try require(me.exchangeOverlay(overlay.object, with: other.object), "one of the two is not on this map")
    }
    c.alias("exchangeOverlay_withOverlay", of: "exchangeOverlay")
    c.method(
      "exchangeOverlayAtIndex", ["index", "other"],
      "Swaps two overlays above the labels by position, counted from 1."
    ) { (me: MKMapView, index: OverlayPosition, other: OverlayPosition) in
      let count = me.overlays(in: .aboveLabels).count
      try require(
        me.exchangeOverlay(at: index.value - 1, withOverlayAt: other.value - 1),
        "positions \(index.value) and \(other.value) must be from 1 to \(count), "
          + "the number of overlays above the labels"
      )
    }
    c.alias("exchangeOverlayAtIndex_withOverlayAtIndex", of: "exchangeOverlayAtIndex")
  }

  private static func require(_ isDone: Bool, _ message: String) throws {
    if !isDone { throw LuaMessage(message) }
  }
}

/// A position among overlays, counted from 1.
private struct OverlayPosition: LuaValue {
  static var luaType: String { "integer" }
  let value: Int

  static func read(_ stack: LuaStack, _ index: Int32) throws -> OverlayPosition {
    if [.object, .table].contains(LuaKind(stack, index)) {
      throw LuaMismatch(
        "a position expected, got an overlay: to put one beside another, call "
          + "insertOverlay_aboveOverlay(overlay, sibling) or insertOverlay_belowOverlay(overlay, sibling)")
    }
    let value = try Int.read(stack, index)
    guard value >= 1 else { throw LuaMismatch("positions count from 1, got \(value)") }
    return OverlayPosition(value: value)
  }

  func push(_ stack: LuaStack) { value.push(stack) }
}

extension MKOverlayLevel: LuaValue {
  public static var luaType: String { "integer" }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> MKOverlayLevel {
    let number = try Int.read(stack, index)
    guard let level = MKOverlayLevel(rawValue: number) else {
      throw LuaMismatch("MKOverlayLevelAboveRoads or MKOverlayLevelAboveLabels expected, got \(number)")
    }
    return level
  }

  public func push(_ stack: LuaStack) { rawValue.push(stack) }
}
