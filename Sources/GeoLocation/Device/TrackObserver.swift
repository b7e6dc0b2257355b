public import GeoCore

/// Records the track of a device, for a picture of it.
///
/// It gets good fixes only, in the order in which the device used them.
public protocol TrackObserver: AnyObject {
  /// - Parameter time: on the device's clock, in seconds since 1970.
  func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval)
  /// The way to the next place is unknown: no straight line from the last.
  func lostSignal()
}

extension Device {
  /// Recomputes whether anything observes each fix: the fast path reads only the result.
  func updateFollowers() {
    route.isFollowed =
      isWatched || trackObserver != nil || !waking.monitors.isEmpty || !approaches.isEmpty
  }

  /// Notifies the observers of another place.
  func follow(_ fix: Fix, _ timestamp: TimeInterval) {
    trackObserver?.moved(to: fix.coordinate, at: clock.now)
    if route.watchesRegions, !waking.monitors.isEmpty { ingestConditions(fix, timestamp) }
    if !approaches.isEmpty { followApproaches(fix, timestamp) }
    guard isWatched else { return }
    proximityGroup?.moved(self, to: NeighborPosition(coordinate: fix.coordinate, timestamp: timestamp))
  }
}
