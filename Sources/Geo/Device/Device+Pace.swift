extension Device {
  /// Whether ``play(to:)`` has something to do at `time`.
  ///
  /// Never on a device that watches another or is watched: what they hear of each other depends on the order in which
  /// the windows of all let go, which has to be that of the track.
  public func isDue(at time: TimeInterval) -> Bool {
    guard !isWatched, proximities.isEmpty else { return false }
    return earliestDeadline <= time - window.policy.width || window.earliestRelease ?? .infinity <= time
  }

  /// Replayed at a pace: the track has come to `time`, and everything with a `time` before it has been received.
  ///
  /// Events that have waited in the window for its width are handled. The device lives that much behind the track,
  /// as an event may still come that goes before the others: so its timers fire by then, too.
  /// - Result: the same calls in the same order as without it, only earlier; but for a fix that is told more than a
  ///   window after it was measured, and after newer ones: it counts as late where they went out meanwhile.
  public func play(to time: TimeInterval) {
    makeReady(by: time)
    while handleNext() {}
    tick(to: time - window.policy.width)
  }
}
