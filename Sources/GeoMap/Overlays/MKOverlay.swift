public import GeoCore

/// An object that covers an area of a map and scales with it.
///
/// - Source: OV-5, OV-13, F-13.
public protocol MKOverlay: MKAnnotation {
  /// Encloses all its content, in map points; across the 180th meridian it extends beyond the world.
  var boundingMapRect: MKMapRect { get }
  /// Whether any content meets `mapRect`, which meets the bounding rect.
  func intersects(_ mapRect: MKMapRect) throws -> Bool
  /// Whether the map need not be drawn below it.
  var canReplaceMapContent: Bool { get }
}

extension MKOverlay {
  public func intersects(_ mapRect: MKMapRect) throws -> Bool { true }
  public var canReplaceMapContent: Bool { false }
}

/// The level of an overlay relative to the map's own content.
public enum MKOverlayLevel: Int, ConstantGroup {
  case aboveRoads = 0
  case aboveLabels

  public static let constantPrefix = "MKOverlayLevel"
}
