public import GeoRegions

/// All places between two parallels and two meridians, as a region that a device can enter and leave.
public final class BoxRegion: CLRegion {
  public let box: BoxShape

  public init(_ box: BoxShape, identifier: String) {
    self.box = box
    super.init(shape: .box(box), identifier: identifier)
  }
}
