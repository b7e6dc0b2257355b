public import GeoCore

/// Keeps the way that a device goes, for a picture of it.
///
/// It hears of good fixes only, in the order in which the device took them.
public protocol TrackObserver: AnyObject {
  /// - Parameter time: on the device's clock, in seconds since 1970.
  func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval)
  /// The next place is not reached in a straight line from the last.
  func lostSignal()
}

extension Device {
  /// Looks anew who wants to know of each fix: the fast path asks only for the result.
  func updateFollowers() { route.isFollowed = isWatched || trackObserver != nil }

  /// Tells those who want to know that it is at another place.
  func follow(_ fix: Fix, _ timestamp: TimeInterval) {
    trackObserver?.moved(to: fix.coordinate, at: clock.now)
    guard isWatched else { return }
    proximityGroup?.moved(self, to: NeighborPosition(coordinate: fix.coordinate, timestamp: timestamp))
  }
}
