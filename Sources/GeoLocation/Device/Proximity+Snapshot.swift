public import GeoCore
public import GeoRegions

extension Proximity {
  /// A device's memory of another one that it watches.
  ///
  /// - Units: degrees, seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable {
    public var watch: ProximityWatch
    public var state: RegionState
    public var visit: UInt64
    public var begin: TimeInterval
    /// The last known position of the other device.
    public var coordinate: CLLocationCoordinate2D
    /// When that was measured; NaN if unknown.
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

  /// Continues from a snapshot of an equal watch; a position known by now is newer.
  mutating func restore(_ snapshot: Snapshot) {
    state = snapshot.state
    visit = snapshot.visit
    begin = snapshot.begin
    guard position == nil, !snapshot.timestamp.isNaN else { return }
    position = NeighborPosition(coordinate: snapshot.coordinate, timestamp: snapshot.timestamp)
  }
}
