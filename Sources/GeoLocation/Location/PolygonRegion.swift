public import GeoRegions

/// One or more polygons with holes, as a region that a device can enter and leave.
public final class PolygonRegion: CLRegion {
  public let polygon: PolygonShape

  public init(_ polygon: PolygonShape, identifier: String) {
    self.polygon = polygon
    super.init(shape: .polygon(polygon), identifier: identifier)
  }
}
