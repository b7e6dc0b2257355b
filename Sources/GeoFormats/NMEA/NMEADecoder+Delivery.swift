package import Geo

// Turning an epoch into events.
extension NMEADecoder {
  package var patience: TimeInterval? {
    arrival != nil && !epoch.isEmpty && !isDelivered ? NMEADecoder.pause : nil
  }

  package func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {
    self.arrival = arrival
    deliver(into: &events)
    // A live epoch may continue after a pause, and must not be delivered again.
    guard arrival == nil else { return }
    restart()
    release(into: &events, until: nil)
    if !headings.isEmpty {
      skips.count(
        "no time", by: headings.count,
        "\(context.name):\(line): headings have no time (expected ZDA or a fix)")
      headings = []
    }
  }

  package var notes: [String] {
    isUndated
      ? [
        "\(context.name): no sentence has a date (days count from --start, or from 1970-01-01)"
      ] : []
  }

  /// Delivers the epoch's events, once.
  func deliver(into events: inout [DeviceEvent]) {
    guard !isDelivered, !epoch.isEmpty || !headings.isEmpty else { return }
    isDelivered = !epoch.isEmpty
    if epoch.time < 0 { return deliverUntimed(into: &events) }
    if !epoch.hasPosition || epoch.isLost {
      if epoch.isLost { lose(into: &events) }
      return deliverHeadings(epoch.isLost ? lastTime : time(of: epoch), into: &events)
    }
    guard let time = time(of: epoch) else {
      // The times have no date yet, so the events wait for one.
      return hold(into: &events)
    }
    release(into: &events, until: time)
    deliverFix(time, into: &events)
  }

  func deliverFix(_ time: TimeInterval, into events: inout [DeviceEvent]) {
    isLost = false
    lostCount = 0
    lastTalker = epoch.talkers.good
    let now = epoch.attributes(precision)
    if attributes != now, !now.isEmpty {
      attributes = now
      append(
        .message(DeviceMessage(.attributes, form: "nmea", json: now.json)), time, into: &events)
    }
    lastPlace = epoch.coordinate
    if let arrival { lastFix = (time, arrival) }
    append(.location(epoch.fix(precision, context.options)), time, into: &events)
    deliverHeadings(time, into: &events)
  }

  func deliverHeadings(_ time: TimeInterval?, into events: inout [DeviceEvent]) {
    guard !headings.isEmpty else { return }
    guard let time else { return }
    for reading in headings { append(.heading(completed(reading, time)), time, into: &events) }
    headings.removeAll(keepingCapacity: true)
  }

  /// Delivers a position without a time: live with the arrival, otherwise with a filled-in time.
  func deliverUntimed(into events: inout [DeviceEvent]) {
    defer { restart() }
    guard epoch.hasPosition, !epoch.isLost else {
      if epoch.isLost { lose(into: &events) }
      return
    }
    if let time = arrival ?? times.time(epoch.coordinate, device) { return deliverFix(time, into: &events) }
    skips.count("no time", "\(context.name):\(line): no sentence has a time (\(MissingTimes.help))")
  }

  /// Reports a lost position, once.
  func lose(into events: inout [DeviceEvent]) {
    lostCount += 1
    // The sentence may come from another receiver; ignore it unless the one with a position is silent.
    guard lastTalker == 0 || epoch.talkers.bad == lastTalker || lostCount >= 3 else { return }
    precision = NMEAPrecision()
    guard !isLost else { return }
    // A clock without satellites may be off: its time counts only shortly after the last good one.
    var time = arrival.map { measured($0) } ?? lastTime
    if let last = lastTime, epoch.time >= 0 {
      var copy = dates
      if let own = copy.time(epoch.time, day: nil), own >= last, own < last + 3600 { time = own }
    }
    guard let time else { return }
    isLost = true
    let error = DeviceEvent.Payload.error(code: CLError.locationUnknown.rawValue)
    if undated.isEmpty { append(error, time, into: &events) } else { append(error, time, into: &undated) }
  }

  /// Seconds since 1970 of an epoch; nil before the first date.
  func time(of epoch: NMEAEpoch) -> TimeInterval? {
    var day = epoch.day
    if day == nil, dates.today == nil || epoch.tagTime != nil, let near = epoch.tagTime ?? arrival {
      day = NMEADates.day(of: epoch.time, near: near)
    }
    let time = dates.time(epoch.time, day: day)
    guard let arrival, let time else { return time }
    return NMEADates.rolledOver(time, near: arrival)
  }

  @inline(__always)
  func append(_ payload: DeviceEvent.Payload, _ time: TimeInterval, into events: inout [DeviceEvent]) {
    lastTime = time
    events.append(DeviceEvent(time: arrival ?? time, timestamp: time, device: device, payload: payload))
  }
}

// Before the first date.
extension NMEADecoder {
  func hold(into events: inout [DeviceEvent]) {
    // Days count from 1970 until a date is known.
    var day = 0
    if let last = undated.last {
      day = Int(last.time / 86_400)
      if TimeInterval(epoch.time) / 1e6 + TimeInterval(day) * 86_400 < last.time - 43_200 { day += 1 }
    }
    deliverFix(TimeInterval(day) * 86_400 + TimeInterval(epoch.time) / 1e6, into: &undated)
    if undated.count >= NMEADecoder.undatedLimit { release(into: &events, until: nil) }
  }

  /// Delivers the events that waited for a date; `time` is the next time, or nil without one.
  func release(into events: inout [DeviceEvent], until time: TimeInterval?) {
    guard let last = undated.last else { return }
    var shift: TimeInterval
    if let time {
      // The last of them is less than half a day away.
      shift = ((time - last.time) / 86_400).rounded() * 86_400
    } else {
      shift = ((context.options.start ?? 0) / 86_400).rounded(.down) * 86_400
      // Later events continue from there.
      let micro = (last.time - (last.time / 86_400).rounded(.down) * 86_400) * 1e6
      _ = dates.time(Int(micro.rounded()), day: Int((last.time + shift) / 86_400))
      isUndated = true
    }
    for var event in undated {
      event.time += shift
      event.timestamp += shift
      events.append(event)
    }
    lastTime = last.time + shift
    undated = []
  }
}
