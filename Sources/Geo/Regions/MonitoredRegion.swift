/// A circle under watch: the geometry of a `CLCircularRegion` with the buffer it was registered with.
///
/// - Shape: centre and radius on WGS 84; the radius may exceed a quarter of the earth.
/// - Units: degrees, metres.
public struct MonitoredRegion: Sendable, Hashable {
  /// Unique within a ``RegionSet``; compared byte for byte.
  public var identifier: String
  public var center: CLLocationCoordinate2D
  public var radius: CLLocationDistance
  /// How far past the edge a crossing must reach to be reported (RG-17), never negative.
  public var buffer: CLLocationDistance
  public var notifyOnEntry: Bool
  public var notifyOnExit: Bool

  /// Makes a region; `desiredAccuracy` is its buffer if above 0, otherwise the buffer is 0.
  public init(
    identifier: String, center: CLLocationCoordinate2D, radius: CLLocationDistance,
    desiredAccuracy: CLLocationAccuracy = 0, notifyOnEntry: Bool = true, notifyOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.center = center
    self.radius = radius
    // `kCLLocationAccuracyBest` and its like are negative and mean no buffer; NaN compares false.
    self.buffer = desiredAccuracy > 0 ? desiredAccuracy : 0
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }

  /// Signed distance from the edge at or below which a device enters (negative is inside).
  ///
  /// Half the radius at most, so that a small region with a large buffer stays enterable.
  @inlinable
  public var enterThreshold: CLLocationDistance { -min(buffer, radius / 2) }
}
