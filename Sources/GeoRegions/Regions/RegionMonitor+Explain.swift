public import GeoCore

extension RegionMonitor {
  /// The known state of a region before a decision.
  private struct Status: Equatable {
    var slot: UInt32
    var state: RegionState
    var pending: RegionWatch.Pending?
  }

  /// Ingests a fix like ``ingest(coordinate:horizontalAccuracy:timestamp:altitude:receivedAt:into:)``, and
  /// explains the outcome for each requested region, in the order of registration.
  ///
  /// - Returns: nil if the fix was not used.
  public mutating func ingest(
    _ fix: RegionFix, explaining subject: ExplainedRegions, into events: inout [RegionEvent]
  ) -> [RegionDecision]? {
    // So that the first fix finds its candidates too.
    if view == nil { adoptIndex() }
    let old = self
    var slots = slots(of: subject, near: fix.coordinate)
    let first = events.count
    let isUsed = ingest(
      coordinate: fix.coordinate, horizontalAccuracy: fix.accuracy, timestamp: fix.timestamp,
      altitude: fix.altitude, receivedAt: fix.timestamp + fix.lag, into: &events)
    guard isUsed else { return nil }
    if subject.coversAll { for event in events[first...] { slots.insertSorted(event.slot) } }
    return slots.map { explain(old.status(of: $0), fix, events[first...]) }
  }

  /// Advances the clock like ``advance(to:into:)``, and explains the outcome for each requested region.
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
    case .all, .allAnd: true
    case .named(let name): regions.identifier(at: slot) == name
    }
  }

  private func slots(
    of subject: ExplainedRegions, near coordinate: CLLocationCoordinate2D
  ) -> ContiguousArray<UInt32> {
    switch subject {
    case .named(let name): return regions.slot(of: name).map { [$0] } ?? []
    case .all, .allAnd:
      guard regions.count > ExplainedRegions.most else { return regions.slots }
      var slots = Set(inside + watches.map(\.slot))
      if case .allAnd(let name) = subject, let slot = regions.slot(of: name) { slots.insert(slot) }
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

  /// Explains the effect of a fix, or of the clock, on a region, by comparing its state before and after.
  private func explain(
    _ before: Status, _ fix: RegionFix?, _ events: ArraySlice<RegionEvent>
  ) -> RegionDecision {
    let record = regions.log.record(at: before.slot)
    let options = record.options
    let after = status(of: before.slot)
    let own = events.filter { $0.slot == before.slot && $0.kind != .determined }
    let words = ExplanationText(record: record, options: options, fix: fix)
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
        (.pending, words.pending(pending))
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
      }, rule: rule, reason: reason,
      missing: rule == .held || rule == .unchanged
        ? words.reading?.missing(isInside: after.state == .inside) : nil)
  }
}
