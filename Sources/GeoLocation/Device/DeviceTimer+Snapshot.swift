public import GeoCore

extension DeviceTimer {
  /// A timer as a later run can know it again: the script that set it sets it anew at the same place.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable, Hashable {
    /// Where the script set it, as `file.lua:12`.
    public var place: String
    /// When it fires next; nil when it has fired for the last time or was cancelled.
    public var due: TimeInterval?

    public init(place: String, due: TimeInterval?) {
      self.place = place
      self.due = due
    }
  }

  /// Goes on as an earlier run left it: with its due time, which for one that repeats is not in the past, or not at all.
  public func restore(_ snapshot: Snapshot, now: TimeInterval) {
    guard var due = snapshot.due else { return cancel() }
    if let interval, due < now { due += ((now - due) / interval).rounded(.up) * interval }
    move(to: due)
  }
}
