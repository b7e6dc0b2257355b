import Geo
import LuaBridge

/// A script's table, or an instance of its class, as an overlay.
///
/// The rect is read when the overlay is added to a map; to move an overlay, remove it and add it again
/// (OV-9).
final class ScriptedOverlay: LuaStandIn, MKOverlay {
  override class var luaName: String { "MKOverlay" }
  override class var requiredFields: [String] { ["coordinate", "boundingMapRect"] }

  private var known: (coordinate: CLLocationCoordinate2D, rect: MKMapRect)?

  var coordinate: CLLocationCoordinate2D { known?.coordinate ?? kCLLocationCoordinate2DInvalid }
  var boundingMapRect: MKMapRect { known?.rect ?? MKMapRectNull }
  var title: String? { text("title") }
  var subtitle: String? { text("subtitle") }
  var canReplaceMapContent: Bool { (try? field("canReplaceMapContent", as: Bool?.self)) == true }

  /// Reads the coordinate and the rect.
  ///
  /// - Errors: ``LuaMismatch`` when `coordinate` or `boundingMapRect` is invalid.
  func refresh() throws {
    known = (try field("coordinate"), try field("boundingMapRect", as: MKMapRect.self).nearWorld)
  }

  func intersects(_ mapRect: MKMapRect) throws -> Bool {
    guard hasMethod("intersectsMapRect") else { return true }
    return try callMethod("intersectsMapRect", mapRect, returning: Bool.self)
  }

  /// Nil unless the field is a string.
  private func text(_ name: String) -> String? { (try? field(name, as: String?.self)) ?? nil }
}

extension MKMapRect {
  /// The part of it that lies within 64 worlds of the map; what draws tiles counts them in integers.
  fileprivate var nearWorld: MKMapRect {
    guard !isNull else { return self }
    let reach = 64 * MKMapSizeWorld.width
    let seen = MKMapRect(
      origin: MKMapPoint(x: -reach, y: -reach), size: MKMapSize(width: 2 * reach, height: 2 * reach))
    return seen.contains(self) ? self : intersection(seen)
  }
}
