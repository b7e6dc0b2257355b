/// Something that covers an area of a map and scales with it.
///
/// - Source: OV-5, OV-13, F-13.
public protocol MKOverlay: MKAnnotation {
  /// Encloses all its content, in map points; across the 180th meridian it reaches beyond the world.
  var boundingMapRect: MKMapRect { get }
  /// Whether any content meets `mapRect`, which meets the bounding rect.
  func intersects(_ mapRect: MKMapRect) throws -> Bool
  /// Whether what lies under it need not be drawn.
  var canReplaceMapContent: Bool { get }
}

extension MKOverlay {
  public func intersects(_ mapRect: MKMapRect) throws -> Bool { true }
  public var canReplaceMapContent: Bool { false }
}

/// Where an overlay lies among what the map itself shows.
public enum MKOverlayLevel: Int, ConstantGroup {
  case aboveRoads = 0
  case aboveLabels

  public static let constantPrefix = "MKOverlayLevel"
}
