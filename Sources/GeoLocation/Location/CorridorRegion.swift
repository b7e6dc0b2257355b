public import GeoRegions

/// All places near a line, such as a road, as a region that a device can enter and leave.
public final class CorridorRegion: CLRegion {
  public let corridor: CorridorShape

  public init(_ corridor: CorridorShape, identifier: String) {
    self.corridor = corridor
    super.init(shape: .corridor(corridor), identifier: identifier)
  }
}
