import GeoCore

extension RegionMonitor {
  /// Ingests a fix when some regions have options; see
  /// ``ingest(coordinate:horizontalAccuracy:timestamp:altitude:receivedAt:into:)``.
  @inline(never)
  mutating func ingestWithOptions(
    _ fix: RegionFix, _ view: RegionIndexView, _ index: RegionIndex, into events: inout [RegionEvent]
  ) {
    // A region with options is never certainly touched: if nothing is held, an unchanged fix affects none of
    // them.
    let isIdle = isIdle
    if !isIdle { fireDue(upTo: fix.timestamp, isMeasured: true, into: &events) }
    let first = events.count
    view.withCandidates(of: fix.coordinate) { candidates in
      if isIdle, isUnchanged(by: candidates) { return }
      change(by: candidates, at: fix.coordinate, fix.timestamp, into: &events)
      judge(fix, candidates, index, into: &events)
    }
    resolve(by: fix)
    regions.sortByRank(&events, from: first)
    if !requested.isEmpty { answerRequests(fix.timestamp, into: &events) }
    if isIdle, self.isIdle { return }
    watchState.lastFix = watchState.crossings == nil ? nil : fix
    updateDeadline()
  }

  /// Evaluates every region with options that the fix may change: those held, those near, those on the way.
  private mutating func judge(
    _ fix: RegionFix, _ candidates: UnsafeBufferPointer<RegionCandidate>, _ index: RegionIndex,
    into events: inout [RegionEvent]
  ) {
    let path = watchState.lastFix.flatMap { RegionPath(from: $0, to: fix) }
    let held = ContiguousArray(watches.map(\.slot))
    for i in watches.indices {
      var watch = watches[i]
      judge(&watch, fix, path, into: &events)
      watchState.watches[i] = watch
    }
    watchState.watches.removeAll { !$0.isHeld }

    func judgeNew(_ slot: UInt32) {
      var watch = RegionWatch(slot)
      judge(&watch, fix, path, into: &events)
      guard watch.isHeld else { return }
      watchState.watches.insert(watch, at: watches.firstIndex { $0.slot > slot } ?? watches.count)
    }
    for candidate in candidates where !held.containsSorted(candidate.slot) {
      guard regions.log.record(at: candidate.slot).hasOptions, !index.isDead(candidate.slot) else { continue }
      judgeNew(candidate.slot)
    }
    guard let path, let crossings = watchState.crossings else { return }
    for slot in crossings.slots(near: path) where !held.containsSorted(slot) {
      if !candidates.contains(where: { $0.slot == slot }) { judgeNew(slot) }
    }
  }

  private mutating func judge(
    _ watch: inout RegionWatch, _ fix: RegionFix, _ path: RegionPath?, into events: inout [RegionEvent]
  ) {
    let record = regions.log.record(at: watch.slot)
    let options = record.options
    if let reason = options.ignores(fix) {
      return silence(watch.slot, reason == .noAltitude ? .noAltitude : .inaccurate)
    }
    let reading = RegionReading(fix, record, options)
    guard watch.isHeld || isSettled(watch.slot, options) else {
      watch.isInside = reading.isInside
      if watch.isInside { watch.visit = beginVisit(of: record, fix.timestamp) }
      return
    }
    if watch.isInside {
      if reading.exits {
        beginExit(&watch, record, options, at: fix.timestamp, lag: fix.lag, into: &events)
      } else if reading.isInside {
        if watch.pending != nil {
          watch.pending = nil
          silence(watch.slot, .cancelledExit)
        }
        if watch.dwell.time <= fix.timestamp { dwell(&watch, options, at: fix.timestamp, into: &events) }
      }
    } else if reading.enters {
      beginEnter(&watch, record, options, at: fix.timestamp, lag: fix.lag, into: &events)
    } else {
      if !reading.isInside, watch.pending != nil {
        watch.pending = nil
        silence(watch.slot, .cancelledEnter)
      }
      if watch.pending == nil, let path, options.detectsCrossing, options.ignores(path.start) == nil {
        pass(&watch, record, options, path, into: &events)
      }
    }
  }

  /// Handles a pass through the region between two fixes outside.
  private mutating func pass(
    _ watch: inout RegionWatch, _ record: RegionRecord, _ options: RegionOptions, _ path: RegionPath,
    into events: inout [RegionEvent]
  ) {
    guard let pass = path.pass(through: record, options) else { return }
    let lag = path.end.lag
    beginEnter(&watch, record, options, at: pass.enter, lag: lag, isCrossed: true, into: &events)
    while watch.next.time <= pass.exit ?? path.end.timestamp {
      fire(&watch, isCrossed: true, into: &events)
    }
    guard let exit = pass.exit else { return }
    guard watch.isInside else {
      watch.pending = nil
      return silence(watch.slot, .cancelledEnter)
    }
    beginExit(&watch, record, options, at: exit, lag: lag, isCrossed: true, into: &events)
    while watch.next.time <= path.end.timestamp { fire(&watch, isCrossed: true, into: &events) }
  }

  private mutating func beginEnter(
    _ watch: inout RegionWatch, _ record: RegionRecord, _ options: RegionOptions, at time: TimeInterval,
    lag: TimeInterval, isCrossed: Bool = false, into events: inout [RegionEvent]
  ) {
    guard watch.pending == nil else { return }
    let due = RegionWatch.Due(time: time + options.enterDelay, lag: lag)
    watch.pending = RegionWatch.Pending(isEnter: true, since: time, due: due, isCrossed: isCrossed)
    if options.enterDelay == 0 { fire(&watch, isCrossed: isCrossed, into: &events) }
    if watch.dwell.time <= time { fire(&watch, isCrossed: isCrossed, into: &events) }
  }

  private mutating func beginExit(
    _ watch: inout RegionWatch, _ record: RegionRecord, _ options: RegionOptions, at time: TimeInterval,
    lag: TimeInterval, isCrossed: Bool = false, into events: inout [RegionEvent]
  ) {
    guard watch.pending == nil else { return }
    let due = RegionWatch.Due(time: time + options.exitDelay, lag: lag)
    watch.pending = RegionWatch.Pending(isEnter: false, since: time, due: due, isCrossed: isCrossed)
    if options.exitDelay == 0 { fire(&watch, isCrossed: isCrossed, into: &events) }
  }

  /// Performs the next due step of the region: the pending crossing, or else the dwell.
  private mutating func fire(
    _ watch: inout RegionWatch, isCrossed: Bool = false, into events: inout [RegionEvent]
  ) {
    let record = regions.log.record(at: watch.slot)
    let options = record.options
    guard let pending = watch.pending else {
      return dwell(&watch, options, at: watch.dwell.time, isCrossed: isCrossed, into: &events)
    }
    watch.pending = nil
    watch.isInside = pending.isEnter
    if pending.isEnter {
      watch.visit = beginVisit(of: record, pending.since)
      if let dwell = options.dwell {
        watch.dwell = RegionWatch.Due(time: pending.due.time + dwell, lag: pending.due.lag)
      }
    } else {
      watch.dwell.time = .infinity
    }
    guard pending.isEnter ? record.notifyOnEntry : record.notifyOnExit else {
      return silence(watch.slot, pending.isEnter ? .noEntry : .noExit)
    }
    report(
      pending.isEnter ? .enter : .exit, watch, options, at: pending.due.time,
      until: pending.isEnter ? pending.due.time : pending.since, pending.isCrossed, into: &events)
  }

  private mutating func dwell(
    _ watch: inout RegionWatch, _ options: RegionOptions, at time: TimeInterval, isCrossed: Bool = false,
    into events: inout [RegionEvent]
  ) {
    watch.dwell.time = .infinity
    report(.dwell, watch, options, at: time, until: time, isCrossed, into: &events)
  }

  private mutating func report(
    _ kind: RegionEvent.Kind, _ watch: RegionWatch, _ options: RegionOptions, at time: TimeInterval,
    until end: TimeInterval, _ isCrossed: Bool, into events: inout [RegionEvent]
  ) {
    guard options.schedule?.isOpen(at: time) ?? true else { return silence(watch.slot, .schedule) }
    events.append(
      RegionEvent(
        kind: kind, state: watch.isInside ? .inside : .outside, slot: watch.slot, visit: watch.visit.id,
        timestamp: time, visitDuration: end - watch.visit.begin, isCrossed: isCrossed))
  }

  // MARK: The clock

  /// Performs everything that is due by `time`, in the order of due times; at equal times exits, enters,
  /// dwells, each by identifier.
  mutating func fireDue(upTo time: TimeInterval, isMeasured: Bool, into events: inout [RegionEvent]) {
    func due(_ watch: RegionWatch) -> TimeInterval {
      isMeasured ? watch.next.time : watch.next.time + watch.next.lag
    }
    while true {
      var next = TimeInterval.infinity
      for watch in watches { next = min(next, due(watch)) }
      guard next <= time, next < .infinity else { return }
      let first = events.count
      for i in watches.indices where due(watches[i]) == next {
        var watch = watches[i]
        fire(&watch, into: &events)
        watchState.watches[i] = watch
      }
      watchState.watches.removeAll { !$0.isHeld }
      regions.sortByRank(&events, from: first)
    }
  }

  package mutating func updateDeadline() {
    deadline = .infinity
    for watch in watches { deadline = min(deadline, watch.next.time + watch.next.lag) }
  }
}
