extension TimeZoneRules {
  /// Returns the time at which clocks of the zone show `local`.
  ///
  /// - Shapes: a local time that comes twice is the first of the two; one that is skipped counts as if the clocks had
  ///   not changed.
  /// - Units: seconds since 1970-01-01, `local` as if the clocks showed UTC.
  /// - Source: `fold=0` of PEP 495.
  public func time(ofLocal local: TimeInterval) -> TimeInterval { times(ofLocal: local).first }

  /// Returns the time at which clocks of the zone show `local`, and the later one where it comes twice.
  ///
  /// - Shapes: `isSkipped` where the clocks never show it, because they are put forward.
  /// - Units: as for ``time(ofLocal:)``.
  public func times(
    ofLocal local: TimeInterval
  ) -> (first: TimeInterval, later: TimeInterval?, isSkipped: Bool) {
    let before = local - TimeInterval(offset(at: local - 86_400))
    let after = local - TimeInterval(offset(at: local + 86_400))
    let (isBefore, isAfter) = (shows(local, at: before), shows(local, at: after))
    guard isBefore else { return (isAfter ? after : before, nil, !isAfter) }
    return (before, isAfter && after > before ? after : nil, false)
  }

  /// Returns the time at which clocks of the zone show `local` in summer, or in winter.
  ///
  /// - Shapes: where the other one is in force, it counts as if the clocks had not been changed, as far as the zone
  ///   changes them at all.
  /// - Source: mktime(3) with `tm_isdst`.
  public func time(ofLocal local: TimeInterval, isSummer: Bool) -> TimeInterval {
    let usual = time(ofLocal: local)
    guard (summerOffset(at: usual) > 0) != isSummer else { return usual }
    // The nearest times first: rules of a zone change over the years.
    let days: [Double] = [1, 30, 61, 91, 122, 152, 182]
    let others = days.flatMap { [usual - $0 * 86_400, usual + $0 * 86_400] }
    guard let other = others.first(where: { (summerOffset(at: $0) > 0) == isSummer }) else { return usual }
    return local - TimeInterval(offset(at: other))
  }

  /// How far clocks are put forward for summer at `time`; 0 in winter.
  ///
  /// - Units: seconds.
  /// - Shapes: the least offset of the quarters of a year around counts as winter's.
  public func summerOffset(at time: TimeInterval) -> Int {
    let offset = offset(at: time)
    return offset - [-182.0, -91, 91, 182].map { self.offset(at: time + $0 * 86_400) }.reduce(offset, min)
  }

  /// Returns when clocks are next put forward or back after `time`; nil if they stay.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public func nextChange(after time: TimeInterval) -> TimeInterval? {
    guard time.isFinite, abs(time) < 1e12 else { return nil }
    let now = offset(at: time)
    let listed = transitions.first {
      Double($0) > time && offset(at: Double($0)) != offset(at: Double($0) - 1)
    }
    if let listed { return Double(listed) }
    guard rule != nil else { return nil }
    // A rule repeats each year: the day of the change, then the second.
    let days = (1...400).lazy.map { time.rounded(.down) + Double($0) * 86_400 }
    guard var after = days.first(where: { self.offset(at: $0) != now }) else { return nil }
    var before = after - 86_400
    while after - before > 1 {
      let middle = ((before + after) / 2).rounded(.down)
      if offset(at: middle) == now { before = middle } else { after = middle }
    }
    return after
  }

  /// Whether the clocks of the zone are never changed.
  public var isFixed: Bool { transitions.isEmpty && rule == nil }

  private func shows(_ local: TimeInterval, at time: TimeInterval) -> Bool {
    time + TimeInterval(offset(at: time)) == local
  }
}
