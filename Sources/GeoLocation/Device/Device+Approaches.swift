public import GeoCore

extension Device {
  /// The number of approaches that it watches.
  public var approachCount: Int { approaches.count }

  /// The places that it watches, or that the script's instance watched when it ended.
  public var approachPlaces: [CLLocationCoordinate2D] { approachSnapshots.map(\.place) }

  /// Watches an approach until it is cancelled or the script ends; one that an earlier instance of the script watched
  /// continues.
  public func watch(_ approach: ApproachWatch) {
    let known = approach.snapshot
    if let earlier = earlierRun.approaches.firstIndex(where: { $0.isSameWatch(as: known) }) {
      approach.resume(earlierRun.approaches.remove(at: earlier))
    }
    approach.device = self
    approaches.append(approach)
    updateFollowers()
  }

  func endApproach(_ approach: ApproachWatch) {
    approach.device = nil
    approaches.removeAll { $0 === approach }
    updateFollowers()
  }

  /// Lets go of the approaches of a script instance that ends; the next one continues those that it watches, too.
  public func closeApproaches() {
    guard !approaches.isEmpty else { return }
    earlierRun.approaches = approachSnapshots
    for approach in approaches { approach.device = nil }
    approaches = []
    updateFollowers()
  }

  /// Forgets what an earlier instance of the script watched and this one does not: its main chunk is over.
  public func forgetPastApproaches() { if !earlierRun.approaches.isEmpty { earlierRun.approaches = [] } }

  /// What the next instance of the script continues.
  var approachSnapshots: [ApproachWatch.Snapshot] { earlierRun.approaches + approaches.map(\.snapshot) }

  /// Passes a fix to the approaches; what they say comes in a turn of its own.
  func followApproaches(_ fix: Fix, _ timestamp: TimeInterval) {
    guard isAwake else { return }
    for approach in approaches {
      guard let estimate = approach.ingest(fix, at: timestamp) else { continue }
      _ = clock.after(0) { try approach.tell(estimate) }
    }
  }
}
