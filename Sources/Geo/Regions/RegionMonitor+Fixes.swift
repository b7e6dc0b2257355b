extension RegionMonitor {
  /// Takes in one fix and appends what follows from it: exits, then enters, then states asked for, each by identifier.
  ///
  /// - Units: metres; seconds since 1970-01-01 UTC, when the fix was measured.
  /// - Returns: false if the fix was not used: negative accuracy, an invalid coordinate, or older than one used before.
  @discardableResult
  public mutating func take(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, timestamp: TimeInterval,
    into events: inout [RegionEvent]
  ) -> Bool {
    // Written so that NaN is refused.
    guard horizontalAccuracy >= 0, timestamp >= lastTimestamp, CLLocationCoordinate2DIsValid(coordinate)
    else {
      return false
    }
    lastTimestamp = timestamp
    if view == nil { takeIndex() }
    guard let view else { return true }
    view.withCandidates(of: coordinate) { candidates in
      if !isUnchanged(by: candidates) {
        change(by: candidates, at: coordinate, timestamp, into: &events)
      }
    }
    settledLimit = regions.slotLimit
    if !unknown.isEmpty { unknown.removeAll() }
    if !requested.isEmpty { answerRequests(timestamp, into: &events) }
    return true
  }

  @inline(never)
  private mutating func takeIndex() {
    let made = regions.makeIndex()
    index = made
    view = made.view
  }

  /// Whether the candidates are just the regions that the device is inside of, and surely so.
  @inline(__always)
  private func isUnchanged(by candidates: UnsafeBufferPointer<RegionCandidate>) -> Bool {
    guard candidates.count == inside.count else { return false }
    return inside.withUnsafeBufferPointer { inside in
      for i in 0..<inside.count where candidates[i].word != inside[i] << 1 { return false }
      return true
    }
  }

  @inline(never)
  private mutating func change(
    by candidates: UnsafeBufferPointer<RegionCandidate>, at coordinate: CLLocationCoordinate2D,
    _ timestamp: TimeInterval, into events: inout [RegionEvent]
  ) {
    guard let index else { return }
    let exits = events.count
    leave(candidates, coordinate, timestamp, into: &events)
    regions.sort(&events, from: exits)
    let enters = events.count
    enter(candidates, coordinate, timestamp, index, into: &events)
    regions.sort(&events, from: enters)
  }

  /// Drops from `inside` what is no candidate, or a doubtful one that turns out too far away.
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
        inside[kept] = slot
        visits[kept] = visits[i]
        kept += 1
        continue
      }
      if regions.log.record(at: slot).notifyOnExit {
        events.append(
          RegionEvent(
            kind: .exit, state: .outside, slot: slot, visit: visits[i].id, timestamp: timestamp,
            visitDuration: timestamp - visits[i].begin))
      }
    }
    inside.removeLast(inside.count - kept)
    visits.removeLast(visits.count - kept)
  }

  /// Adds to `inside` the candidates that are entered, or settle inside.
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
      let settles = slot >= settledLimit || (!unknown.isEmpty && unknown.containsSorted(slot))
      guard record.isWithin(settles ? 0 : record.enterThreshold, of: coordinate) else { continue }
      let visit = beginVisit(of: record, timestamp)
      inside.insert(slot, at: place)
      visits.insert(visit, at: place)
      if !settles, record.notifyOnEntry {
        events.append(
          RegionEvent(
            kind: .enter, state: .inside, slot: slot, visit: visit.id, timestamp: timestamp, visitDuration: 0)
        )
      }
    }
  }

  private mutating func beginVisit(of record: RegionRecord, _ timestamp: TimeInterval) -> Visit {
    sequence += 1
    var hash = nameHash
    hash.combine(record.identifierBytes)
    hash.combine(timestamp.bitPattern)
    hash.combine(sequence)
    return Visit(id: hash.value, begin: timestamp)
  }

  @inline(never)
  private mutating func answerRequests(_ timestamp: TimeInterval, into events: inout [RegionEvent]) {
    let first = events.count
    for slot in requested {
      let place = inside.lowerBound(slot)
      let isInside = place < inside.count && inside[place] == slot
      events.append(
        RegionEvent(
          kind: .determined, state: isInside ? .inside : .outside, slot: slot,
          visit: isInside ? visits[place].id : 0, timestamp: timestamp,
          visitDuration: isInside ? timestamp - visits[place].begin : 0))
    }
    requested.removeAll()
    regions.sort(&events, from: first)
  }
}

extension RegionSet {
  /// Sorts the events from `first` on by their region's identifier.
  func sort(_ events: inout [RegionEvent], from first: Int) {
    guard events.count - first > 1 else { return }
    events[first...].sort { log.record(at: $0.slot).precedes(log.record(at: $1.slot)) }
  }
}
