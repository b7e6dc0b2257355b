import Geo
import LuaBridge

/// A table of the script's, or an instance of its class, as an overlay.
///
/// The rect is what it was when a map took it; to move an overlay, take it off and add it again (OV-9).
final class ScriptedOverlay: LuaStandIn, MKOverlay {
  override class var luaName: String { "MKOverlay" }
  override class var requiredFields: [String] { ["coordinate", "boundingMapRect"] }

  private var known: (coordinate: CLLocationCoordinate2D, rect: MKMapRect)?

  var coordinate: CLLocationCoordinate2D { known?.coordinate ?? kCLLocationCoordinate2DInvalid }
  var boundingMapRect: MKMapRect { known?.rect ?? MKMapRectNull }
  var title: String? { text("title") }
  var subtitle: String? { text("subtitle") }
  var canReplaceMapContent: Bool { (try? field("canReplaceMapContent", as: Bool?.self)) == true }

  /// Reads where it lies.
  ///
  /// - Errors: ``LuaMismatch`` when `coordinate` or `boundingMapRect` is none.
  func refresh() throws { known = (try field("coordinate"), try field("boundingMapRect")) }

  func intersects(_ mapRect: MKMapRect) throws -> Bool {
    guard hasMethod("intersectsMapRect") else { return true }
    return try callMethod("intersectsMapRect", mapRect, returning: Bool.self)
  }

  /// One that is no text is none.
  private func text(_ name: String) -> String? { (try? field(name, as: String?.self)) ?? nil }
}
