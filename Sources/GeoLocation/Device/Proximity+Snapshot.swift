public import GeoCore
public import GeoRegions

extension Proximity {
  /// What a device remembers of another one that it watches.
  ///
  /// - Units: degrees, seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable {
    public var watch: ProximityWatch
    public var state: RegionState
    public var visit: UInt64
    public var begin: TimeInterval
    /// Where the other was known to be.
    public var coordinate: CLLocationCoordinate2D
    /// When that was measured; NaN where it is not known.
    public var timestamp: TimeInterval

    public init(
      watch: ProximityWatch, state: RegionState, visit: UInt64, begin: TimeInterval,
      coordinate: CLLocationCoordinate2D, timestamp: TimeInterval
    ) {
      self.watch = watch
      self.state = state
      self.visit = visit
      self.begin = begin
      self.coordinate = coordinate
      self.timestamp = timestamp
    }
  }

  var snapshot: Snapshot {
    Snapshot(
      watch: watch, state: state, visit: visit, begin: begin,
      coordinate: position?.coordinate ?? kCLLocationCoordinate2DInvalid,
      timestamp: position?.timestamp ?? .nan)
  }

  /// Goes on from a snapshot of an equal watch; a position known by now is the newer one.
  mutating func restore(_ snapshot: Snapshot) {
    state = snapshot.state
    visit = snapshot.visit
    begin = snapshot.begin
    guard position == nil, !snapshot.timestamp.isNaN else { return }
    position = NeighborPosition(coordinate: snapshot.coordinate, timestamp: snapshot.timestamp)
  }
}
