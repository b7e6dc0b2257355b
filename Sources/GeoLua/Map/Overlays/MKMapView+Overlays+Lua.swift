public import Geo
public import LuaBridge

/// What lies over areas of the map, and in what order.
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
      "Returns the renderer that the delegate gave; nil if none, or if the overlay was never in sight."
    ) { (me: MKMapView, overlay: OverlayValue) in me.renderer(for: overlay.object) }
    c.alias("viewForOverlay", of: "rendererForOverlay")
  }

  private static func bindAdding(_ c: LuaBinder<MKMapView>) {
    c.method(
      "addOverlay", ["overlay", "level"],
      "Puts an overlay on top of a level, by default the one above the labels; moves it if the map already has it."
    ) { (me: MKMapView, overlay: OverlayValue, level: MKOverlayLevel?) in
      me.addOverlay(try overlay.looked(), level: level ?? .aboveLabels)
    }
    c.alias("addOverlay_level", of: "addOverlay")
    c.method("addOverlays", ["overlays", "level"], "Puts overlays on top of a level, the last uppermost.") {
      (me: MKMapView, overlays: [OverlayValue], level: MKOverlayLevel?) in
      me.addOverlays(try overlays.map { try $0.looked() }, level: level ?? .aboveLabels)
    }
    c.alias("addOverlays_level", of: "addOverlays")
    c.method("removeOverlay", ["overlay"], "Takes an overlay off the map, and its renderer.") {
      (me: MKMapView, overlay: OverlayValue) in me.removeOverlay(overlay.object)
    }
    c.method("removeOverlays", ["overlays"], "Takes overlays off the map.") {
      (me: MKMapView, overlays: [OverlayValue]) in me.removeOverlays(overlays.map(\.object))
    }
  }

  private static func bindOrder(_ c: LuaBinder<MKMapView>) {
    c.method(
      "insertOverlay", ["overlay", "index", "level"],
      "Puts an overlay at a position of a level, counted from 1; past its end it is added on top."
    ) { (me: MKMapView, overlay: OverlayValue, index: OverlayPosition, level: MKOverlayLevel?) in
      me.insertOverlay(try overlay.looked(), at: index.value - 1, level: level ?? .aboveLabels)
    }
    c.alias("insertOverlay_atIndex", of: "insertOverlay")
    c.alias("insertOverlay_atIndex_level", of: "insertOverlay")
    c.method(
      "insertOverlay_aboveOverlay", ["overlay", "sibling"],
      "Puts an overlay right above another, in its level."
    ) { (me: MKMapView, overlay: OverlayValue, sibling: OverlayValue) in
      try require(me.insertOverlay(overlay.looked(), above: sibling.object), "the sibling is not on this map")
    }
    c.method(
      "insertOverlay_belowOverlay", ["overlay", "sibling"],
      "Puts an overlay right below another, in its level."
    ) { (me: MKMapView, overlay: OverlayValue, sibling: OverlayValue) in
      try require(me.insertOverlay(overlay.looked(), below: sibling.object), "the sibling is not on this map")
    }
    c.method(
      "exchangeOverlay", ["overlay", "other"], "Lets two overlays change places, levels included."
    ) { (me: MKMapView, overlay: OverlayValue, other: OverlayValue) in
      try require(me.exchangeOverlay(overlay.object, with: other.object), "one of the two is not on this map")
    }
    c.alias("exchangeOverlay_withOverlay", of: "exchangeOverlay")
    c.method(
      "exchangeOverlayAtIndex", ["index", "other"],
      "Lets two overlays above the labels change places, by their positions from 1."
    ) { (me: MKMapView, index: OverlayPosition, other: OverlayPosition) in
      let count = me.overlays(in: .aboveLabels).count
      try require(
        me.exchangeOverlay(at: index.value - 1, withOverlayAt: other.value - 1),
        "\(index.value) and \(other.value) must both be from 1 to \(count), the overlays above the labels")
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
      throw LuaMismatch("\(number) is no MKOverlayLevel (MKOverlayLevelAboveRoads or …AboveLabels)")
    }
    return level
  }

  public func push(_ stack: LuaStack) { rawValue.push(stack) }
}
