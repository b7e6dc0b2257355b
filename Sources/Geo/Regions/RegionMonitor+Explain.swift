extension RegionMonitor {
  /// What was known of a region before a decision.
  private struct Status: Equatable {
    var slot: UInt32
    var state: RegionState
    var pending: RegionWatch.Pending?
  }

  /// Takes a fix as ``take(coordinate:horizontalAccuracy:timestamp:altitude:receivedAt:into:)`` does, and says why what
  /// became of it in each of the regions asked for, in the order of their registration.
  ///
  /// - Returns: nil if the fix was not used.
  public mutating func take(
    _ fix: RegionFix, explaining subject: ExplainedRegions, into events: inout [RegionEvent]
  ) -> [RegionDecision]? {
    // So that the first fix finds its candidates too.
    if view == nil { takeIndex() }
    let before = slots(of: subject, near: fix.coordinate).map { status(of: $0) }
    let first = events.count
    let isUsed = take(
      coordinate: fix.coordinate, horizontalAccuracy: fix.accuracy, timestamp: fix.timestamp,
      altitude: fix.altitude, receivedAt: fix.timestamp + fix.lag, into: &events)
    guard isUsed else { return nil }
    return before.map { explain($0, fix, events[first...]) }
  }

  /// Tells the time as ``advance(to:into:)`` does, and says of each region asked for what came of it.
  public mutating func advance(
    to time: TimeInterval, explaining subject: ExplainedRegions, into events: inout [RegionEvent]
  ) -> [RegionDecision] {
    let before = watches.filter { isAsked($0.slot, subject) }
    let first = events.count
    advance(to: time, into: &events)
    return before.filter { old in
      watch(ofSlot: old.slot).map { $0.next != old.next } ?? true
    }.map { old in
      explain(
        Status(slot: old.slot, state: old.isInside ? .inside : .outside, pending: old.pending), nil,
        events[first...])
    }
  }

  private func isAsked(_ slot: UInt32, _ subject: ExplainedRegions) -> Bool {
    switch subject {
    case .all: true
    case .named(let name): regions.identifier(at: slot) == name
    }
  }

  private func slots(
    of subject: ExplainedRegions, near coordinate: CLLocationCoordinate2D
  ) -> ContiguousArray<UInt32> {
    switch subject {
    case .named(let name): return regions.slot(of: name).map { [$0] } ?? []
    case .all:
      guard regions.count > ExplainedRegions.most else { return regions.slots }
      var slots = Set(inside + watches.map(\.slot))
      if let index, CLLocationCoordinate2DIsValid(coordinate) {
        view?.withCandidates(of: coordinate) { candidates in
          for candidate in candidates where !index.isDead(candidate.slot) { slots.insert(candidate.slot) }
        }
      }
      return ContiguousArray(slots.sorted())
    }
  }

  private func status(of slot: UInt32) -> Status {
    Status(slot: slot, state: state(ofSlot: slot), pending: watch(ofSlot: slot)?.pending)
  }

  /// Says what a fix, or without one the clock, did to a region, from what was known before and what is known now.
  private func explain(
    _ before: Status, _ fix: RegionFix?, _ events: ArraySlice<RegionEvent>
  ) -> RegionDecision {
    let record = regions.log.record(at: before.slot)
    let options = record.options
    let after = status(of: before.slot)
    let own = events.filter { $0.slot == before.slot && $0.kind != .determined }
    let words = ExplainWords(record: record, options: options, fix: fix)
    let (rule, reason): (RegionDecision.Rule, String) =
      if let fix, let ignorance = options.ignores(fix), own.isEmpty {
        (.ignored, words.ignored(ignorance))
      } else if before.state == .unknown {
        (.settled, "the first fix makes no event")
      } else if own.contains(where: \.isCrossed) {
        (.passed, words.passed(own))
      } else if own.last?.kind == .dwell, before.state == after.state, own.count == 1 {
        (.dwelled, words.dwelled)
      } else if before.state != after.state || !own.isEmpty {
        (
          after.state == .inside ? .entered : .exited,
          words.crossed(isEnter: after.state == .inside, isTold: !own.isEmpty, before.pending)
        )
      } else if let pending = after.pending {
        (.pending, words.pending(pending, isNew: before.pending != pending))
      } else if let pending = before.pending {
        (.cancelled, words.cancelled(pending))
      } else {
        words.unchanged(after.state)
      }
    return RegionDecision(
      identifier: record.identifier, distance: words.reading?.distance, accuracy: fix?.accuracy,
      buffer: record.buffer, state: after.state,
      pending: after.pending.map {
        RegionDecision.Pending(isEnter: $0.isEnter, due: $0.due.time + $0.due.lag)
      }, rule: rule, reason: reason)
  }
}

/// The rules in words.
private struct ExplainWords {
  let record: RegionRecord
  let options: RegionOptions
  let fix: RegionFix?
  let reading: RegionReading?

  init(record: RegionRecord, options: RegionOptions, fix: RegionFix?) {
    self.record = record
    self.options = options
    self.fix = fix
    reading = fix.map { RegionReading($0, record, options) }
  }

  private func metres(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1) + " m"
  }
  private func seconds(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1) + " s"
  }

  /// The condition as the accuracy mode writes it.
  private func condition(isEnter: Bool) -> String {
    let counted = options.accuracyMode == .clamp ? "min(a, \(metres(options.maximumError)))" : "a"
    let isPoint = options.accuracyMode == .point
    return isEnter
      ? "d\(isPoint ? "" : " + \(counted)") ≤ \(metres(record.enterThreshold))"
      : "d\(isPoint ? "" : " − \(counted)") > \(metres(record.buffer))"
  }

  private var altitudeReason: String? {
    guard let fix, let reading, !reading.isWithinAltitudes, let band = options.altitudes else { return nil }
    return
      "altitude \(metres(fix.altitude)) is not in \(metres(band.lowerBound)) … \(metres(band.upperBound))"
  }

  func ignored(_ ignorance: RegionOptions.Ignorance) -> String {
    switch ignorance {
    case .inaccurate: "a is above minimumAccuracy \(metres(options.minimumAccuracy ?? 0))"
    case .noAltitude: "the fix has no altitude, the region has altitudes"
    }
  }

  func passed(_ events: [RegionEvent]) -> String {
    let parts = events.map { event in
      let word =
        switch event.kind {
        case .enter: "in"
        case .exit: "out"
        case .dwell: "dwelled"
        case .determined: ""
        }
      return "\(word) at \(clockTime(event.timestamp))"
    }
    return "between two fixes: " + parts.joined(separator: ", ")
  }

  var dwelled: String { "\(seconds(options.dwell ?? 0)) after the enter" }

  func crossed(isEnter: Bool, isTold: Bool, _ pending: RegionWatch.Pending?) -> String {
    var text = altitudeReason ?? condition(isEnter: isEnter)
    let delay = isEnter ? options.enterDelay : options.exitDelay
    if delay > 0, pending != nil { text += " for \(seconds(delay))" }
    guard !isTold else { return text }
    let isWanted = isEnter ? record.notifyOnEntry : record.notifyOnExit
    return text
      + (isWanted
        ? "; not told: the schedule is closed"
        : "; not told: \(isEnter ? "notifyOnEntry" : "notifyOnExit") is off")
  }

  func pending(_ pending: RegionWatch.Pending, isNew: Bool) -> String {
    let name = pending.isEnter ? "enter" : "exit"
    let delay = pending.isEnter ? options.enterDelay : options.exitDelay
    return
      "\(isNew ? "held" : "still held"): \(name) at \(clockTime(pending.due.time + pending.due.lag)) (\(name)Delay \(seconds(delay)))"
  }

  func cancelled(_ pending: RegionWatch.Pending) -> String {
    pending.isEnter ? "the enter, by \(altitudeReason ?? "d > 0")" : "the exit, by d ≤ 0"
  }

  func unchanged(_ state: RegionState) -> (RegionDecision.Rule, String) {
    guard let reading else { return (.unchanged, "") }
    let isEnter = state != .inside
    if let altitudeReason { return (.unchanged, altitudeReason) }
    guard isEnter == (reading.distance <= 0) else { return (.unchanged, "") }
    // The point itself would have crossed: then it is the accuracy that holds it.
    let byAccuracy = isEnter ? reading.distance <= reading.entersAt : reading.distance > reading.exitsBeyond
    let cause = byAccuracy ? "accuracyMode \(options.accuracyMode.rawValue)" : "buffer"
    return (.held, "needs \(condition(isEnter: isEnter)) (\(cause))")
  }
}

/// A number with so many digits after the point and a minus sign as it is printed.
public func signedFixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "−∞" : "∞" }
  let text = fixed(abs(value), digits)
  let isZero = !text.contains { ("1"..."9").contains($0) }
  return (value < 0 && !isZero ? "−" : "") + text
}

/// The time of day, UTC: `10:15:03`, with the milliseconds where there are any.
public func clockTime(_ time: TimeInterval) -> String {
  let text = ISO8601.format(time)
  guard let start = text.firstIndex(of: "T") else { return text }
  return String(text[text.index(after: start)...].prefix { $0 != "Z" && $0 != "+" })
}
