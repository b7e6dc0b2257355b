public import GeoCore

extension RegionMonitor {
  /// Ingests one fix and appends the resulting events: first those due before it, by time; then exits, passes
  /// between the fixes by time, enters, dwells, requested states, each by identifier.
  ///
  /// - Parameters:
  ///   - altitude: NaN if unknown or invalid.
  ///   - receivedAt: when the device got the fix, if later than its timestamp.
  /// - Units: meters; seconds since 1970-01-01 UTC, when the fix was measured.
  /// - Returns: false if the fix was not used: negative accuracy, an invalid coordinate, or older than one used before.
  @discardableResult
  public mutating func ingest(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, timestamp: TimeInterval,
    altitude: CLLocationDistance = .nan, receivedAt: TimeInterval = -.infinity,
    into events: inout [RegionEvent]
  ) -> Bool {
    // Written so that NaN is rejected.
    guard horizontalAccuracy >= 0, timestamp >= lastTimestamp, CLLocationCoordinate2DIsValid(coordinate)
    else {
      return false
    }
    lastTimestamp = timestamp
    if view == nil { adoptIndex() }
    guard let view else { return true }
    if hasOptions, let index {
      let fix = RegionFix(
        coordinate: coordinate, accuracy: horizontalAccuracy, altitude: altitude, timestamp: timestamp,
        lag: max(0, receivedAt - timestamp))
      ingestWithOptions(fix, view, index, into: &events)
      return true
    }
    view.withCandidates(of: coordinate) { candidates in
      if !isUnchanged(by: candidates) {
        change(by: candidates, at: coordinate, timestamp, into: &events)
      }
    }
    if resolvedLimit != regions.slotLimit { resolvedLimit = regions.slotLimit }
    if !unknown.isEmpty { unknown.removeAll() }
    if !requested.isEmpty { answerRequests(timestamp, into: &events) }
    return true
  }

  @inline(never)
  mutating func adoptIndex() {
    let made = regions.makeIndex()
    index = made
    view = made.view
    hasOptions = regions.mayHaveOptions
    if hasOptions { watchState.crossings = made.crossings(of: regions) }
  }

  /// Whether the candidates are exactly the regions that the device is inside of, and certainly so.
  @inline(__always)
  func isUnchanged(by candidates: UnsafeBufferPointer<RegionCandidate>) -> Bool {
    guard candidates.count == inside.count else { return false }
    return inside.withUnsafeBufferPointer { inside in
      for i in 0..<inside.count where candidates[i].word != inside[i] << 1 { return false }
      return true
    }
  }

  /// Evaluates the regions without options.
  @inline(never)
  mutating func change(
    by candidates: UnsafeBufferPointer<RegionCandidate>, at coordinate: CLLocationCoordinate2D,
    _ timestamp: TimeInterval, into events: inout [RegionEvent]
  ) {
    guard let index else { return }
    if !inside.isEmpty {
      let exits = events.count
      leave(candidates, coordinate, timestamp, into: &events)
      regions.sort(&events, from: exits)
    }
    let enters = events.count
    enter(candidates, coordinate, timestamp, index, into: &events)
    regions.sort(&events, from: enters)
  }

  /// Removes from `inside` the regions that are no longer candidates, and doubtful ones that are too far
  /// away.
  private mutating func leave(
    _ candidates: UnsafeBufferPointer<RegionCandidate>, _ coordinate: CLLocationCoordinate2D,
    _ timestamp: TimeInterval, into events: inout [RegionEvent]
  ) {
    var next = 0
    var kept = 0
    for i in 0..<inside.count {
      let slot = inside[i]
      while next < candidates.count, candidates[next].slot < slot { next += 1 }
      var stays = false
      if next < candidates.count, candidates[next].slot == slot {
        if candidates[next].isDoubtful {
          let record = regions.log.record(at: slot)
          stays = record.isWithin(record.buffer, of: coordinate)
        } else {
          stays = true
        }
      }
      if stays {
        if kept < i {
          inside[kept] = slot
          visits[kept] = visits[i]
        }
        kept += 1
        continue
      }
      if regions.log.record(at: slot).notifyOnExit {
        events.append(
          RegionEvent(
            kind: .exit, state: .outside, slot: slot, visit: visits[i].id, timestamp: timestamp,
            visitDuration: timestamp - visits[i].begin))
      } else {
        silence(slot, .noExit)
      }
    }
    guard kept < inside.count else { return }
    inside.removeLast(inside.count - kept)
    visits.removeLast(visits.count - kept)
  }

  /// Adds to `inside` the candidates that are entered, or whose initial state is inside.
  private mutating func enter(
    _ candidates: UnsafeBufferPointer<RegionCandidate>, _ coordinate: CLLocationCoordinate2D,
    _ timestamp: TimeInterval, _ index: RegionIndex, into events: inout [RegionEvent]
  ) {
    var place = 0
    for candidate in candidates {
      let slot = candidate.slot
      while place < inside.count, inside[place] < slot { place += 1 }
      if place < inside.count, inside[place] == slot { continue }
      if index.isDead(slot) { continue }
      let record = regions.log.record(at: slot)
      let settles = slot >= resolvedLimit || (!unknown.isEmpty && unknown.containsSorted(slot))
      // A ``RegionWatch`` decides for these.
      if record.hasOptions { continue }
      guard record.isWithin(settles ? 0 : record.enterThreshold, of: coordinate) else { continue }
      let visit = beginVisit(of: record, timestamp)
      inside.insert(slot, at: place)
      visits.insert(visit, at: place)
      if settles { continue }
      if record.notifyOnEntry {
        events.append(
          RegionEvent(
            kind: .enter, state: .inside, slot: slot, visit: visit.id, timestamp: timestamp, visitDuration: 0)
        )
      } else {
        silence(slot, .noEntry)
      }
    }
  }

  mutating func beginVisit(of record: RegionRecord, _ timestamp: TimeInterval) -> Visit {
    sequence += 1
    return Visit(id: nameHash.visit(of: record.identifierBytes, at: timestamp, sequence), begin: timestamp)
  }

  @inline(never)
  mutating func answerRequests(_ timestamp: TimeInterval, into events: inout [RegionEvent]) {
    let first = events.count
    var waiting: ContiguousArray<UInt32> = []
    for slot in requested {
      let state = state(ofSlot: slot)
      guard state != .unknown else {
        waiting.append(slot)
        continue
      }
      let visit = ongoingVisit(ofSlot: slot)
      events.append(
        RegionEvent(
          kind: .determined, state: state, slot: slot, visit: visit?.id ?? 0, timestamp: timestamp,
          visitDuration: visit.map { timestamp - $0.begin } ?? 0))
    }
    requested = waiting
    regions.sort(&events, from: first)
  }
}

extension RegionSet {
  /// Sorts the events from `first` on by their region's identifier.
  func sort(_ events: inout [RegionEvent], from first: Int) {
    guard events.count - first > 1 else { return }
    events[first...].sort { log.record(at: $0.slot).precedes(log.record(at: $1.slot)) }
  }

  /// Sorts the events from `first` on: exits, passes by time, enters, dwells, each by identifier.
  func sortByRank(_ events: inout [RegionEvent], from first: Int) {
    guard events.count - first > 1 else { return }
    events[first...].sort { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      if left.isCrossed, left.timestamp != right.timestamp { return left.timestamp < right.timestamp }
      if left.slot != right.slot { return log.record(at: left.slot).precedes(log.record(at: right.slot)) }
      // One region's enter, dwell and exit at one moment.
      return left.step < right.step
    }
  }
}

extension RegionEvent {
  fileprivate var rank: Int {
    if isCrossed { return 1 }
    switch kind {
    case .exit: return 0
    case .enter: return 2
    case .dwell: return 3
    case .determined: return 4
    }
  }

  /// Its order within a visit.
  fileprivate var step: Int {
    switch kind {
    case .enter: 0
    case .dwell: 1
    case .exit: 2
    case .determined: 3
    }
  }
}
