public import GeoCore

extension DeviceTimer {
  /// A timer in a form that a later run can recognize: the script sets it again at the same place.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable, Hashable {
    /// The line that set it, as `file.lua:12`.
    public var place: String
    /// When it fires next; nil if it has fired for the last time or was canceled.
    public var due: TimeInterval?
    /// Its ``DeviceTimer/order``; 0 if an older state did not keep it.
    public var order: UInt64 = 0
    /// How the script set it; nil in a state directory.
    public var rhythm: Rhythm?

    /// What a timer keeps when its line moves.
    public struct Rhythm: Sendable, Hashable {
      /// Seconds from its setting to its first time.
      public var delay: TimeInterval
      public var repeats: Bool

      public init(of timer: DeviceTimer, delay: TimeInterval) {
        (self.delay, repeats) = (delay, timer.interval != nil)
      }

      /// Whether it may be the same, although clocks round.
      public func isLike(_ other: Rhythm) -> Bool {
        repeats == other.repeats && (delay == other.delay || abs(delay - other.delay) < 0.001)
      }
    }

    public init(place: String, due: TimeInterval?, order: UInt64 = 0) {
      self.place = place
      self.due = due
      self.order = order
    }

    public init(of timer: DeviceTimer, at place: String) {
      self.init(place: place, due: timer.isPending ? timer.due : nil, order: timer.order)
    }
  }

  /// Continues as in an earlier run: with its due time (not in the past for a repeating timer), or not at
  /// all.
  public func restore(_ snapshot: Snapshot, now: TimeInterval) {
    guard var due = snapshot.due else { return cancel() }
    if let interval, due < now { due += ((now - due) / interval).rounded(.up) * interval }
    move(to: due, order: snapshot.order > 0 ? snapshot.order : order)
  }
}
