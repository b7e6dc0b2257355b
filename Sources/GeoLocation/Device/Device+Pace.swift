public import GeoCore

extension Device {
  /// Whether ``play(to:)`` would do anything at `time`.
  ///
  /// Always false for a device that watches another or is watched: what they learn of each other depends on
  /// the release order of all windows, which must be that of the track.
  public func isDue(at time: TimeInterval) -> Bool {
    guard !isWatched, proximities.isEmpty else { return false }
    if let group, group.earliestRelease <= time { return true }
    return earliestDeadline <= time - window.policy.width || window.earliestRelease ?? .infinity <= time
  }

  /// Paced replay: the track has reached `time`, and every event with an earlier `time` has been received.
  ///
  /// Handles the events that have waited in the window for its width. The device stays that far behind the
  /// track, because an earlier event may still arrive; so its timers fire by then, too.
  /// - Result: the same calls in the same order as without it, only earlier. One exception: a fix that is
  ///   delivered more than a window after its measurement, and after newer ones, counts as late if they were
  ///   released meanwhile.
  public func play(to time: TimeInterval) {
    makeReady(by: time)
    while handleNext() {}
    tick(to: time - window.policy.width)
  }
}
