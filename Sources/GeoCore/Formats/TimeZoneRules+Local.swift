extension TimeZoneRules {
  /// Returns the time at which clocks of the zone show `local`.
  ///
  /// - Shapes: a local time that comes twice is the first of the two; one that is skipped counts as if the clocks had
  ///   not changed.
  /// - Units: seconds since 1970-01-01, `local` as if the clocks showed UTC.
  /// - Source: `fold=0` of PEP 495.
  public func time(ofLocal local: TimeInterval) -> TimeInterval {
    let before = local - TimeInterval(offset(at: local - 86_400))
    let after = local - TimeInterval(offset(at: local + 86_400))
    let isAfter = shows(local, at: after) && !shows(local, at: before)
    return isAfter ? after : before
  }

  private func shows(_ local: TimeInterval, at time: TimeInterval) -> Bool {
    time + TimeInterval(offset(at: time)) == local
  }
}
