import GeoCore

extension ReorderWindow {
  /// The full rules, for every event other than the next fix in order.
  mutating func judge(_ event: DeviceEvent, arrival: TimeInterval?) -> Answer {
    guard event.timestamp.isFinite, event.time.isFinite, !isAhead(event, of: arrival) else {
      counts.future += 1
      return .queue
    }
    guard event.timestamp > barrier else {
      counts.late += 1
      return .queue
    }
    guard case .location = event.payload else {
      guard event.time >= newestTime - policy.width || confirms(event) else {
        counts.late += 1
        return .queue
      }
      return judgeJump(event, arrival: arrival)
    }
    if recent.contains(event, ignoringTime: policy.isLive) {
      counts.duplicates += 1
      return .queue
    }
    if event.timestamp < floor { return stray(event, arrival: arrival) }
    if newestFix == -.infinity, event.time < newestTime - Self.jump {
      // Everything before the first fix had a wrong date.
      return rebase([event], arrival: arrival)
    }
    return judgeJump(event, arrival: arrival)
  }

  /// Live, a date over a minute ahead of its arrival is wrong.
  private func isAhead(_ event: DeviceEvent, of arrival: TimeInterval?) -> Bool {
    guard policy.isLive, let arrival else { return false }
    return max(event.time, event.timestamp) > arrival + Self.futureTolerance
  }

  /// In a replay, a jump of over a day forward is held until a second event confirms it; a nearer fix refutes
  /// it.
  ///
  /// Only a line that just moves the clock may jump, because it is written on purpose.
  private mutating func judgeJump(_ event: DeviceEvent, arrival: TimeInterval?) -> Answer {
    guard !policy.isLive, newestFix > -.infinity else { return accept(event, arrival: arrival) }
    if let first = suspect.first {
      if event.isDuplicate(of: first, ignoringTime: policy.isLive) {
        counts.duplicates += 1
        return .queue
      }
      if confirms(event) {
        confirm(arrival: arrival)
      } else if case .location = event.payload {
        suspect = []
        counts.future += 1
      }
    }
    if case .clock = event.payload { return accept(event, arrival: arrival) }
    guard Self.reach(event) <= latestPlausible(arrival: arrival) else {
      if !suspect.isEmpty { counts.future += suspect.count }
      suspect = [event]
      return .queue
    }
    return accept(event, arrival: arrival)
  }

  /// How far an event advances the device, by either of its dates.
  private static func reach(_ event: DeviceEvent) -> TimeInterval { max(event.time, event.timestamp) }

  /// Whether an event has come as far as the held one.
  private func confirms(_ event: DeviceEvent) -> Bool {
    suspect.first.map { Self.reach(event) >= Self.reach($0) - policy.width } ?? false
  }

  /// Whether the event that is held can be the last one of an input, after a long silence.
  var endsWithSilence: Bool {
    suspect.first.map { Self.reach($0) <= max(newestFix, newestTime) + Self.longestSilence } ?? false
  }

  mutating func confirm(arrival: TimeInterval?) {
    let confirmed = suspect
    suspect = []
    for event in confirmed { accept(event, arrival: arrival, holding: true) }
  }

  /// A late fix changes nothing, unless it is the third in a row: then the newer one was wrong.
  private mutating func stray(_ event: DeviceEvent, arrival: TimeInterval?) -> Answer {
    if let last = strays.last {
      if event.isDuplicate(of: last, ignoringTime: policy.isLive) {
        counts.duplicates += 1
        return .queue
      }
      if event.timestamp < last.timestamp || !contradicts(event, after: last, arrival: arrival) {
        counts.late += strays.count
        strays = []
      }
    }
    strays.append(event)
    guard strays.count == Self.rebaseCount else { return .queue }
    return rebase(strays, arrival: arrival)
  }

  /// Whether an older fix speaks against the newest one.
  ///
  /// Live, a date that has passed can be right: the older fixes of a phone that sends its queue again come faster than
  /// they were measured. A phone whose clock was set back sends them at the pace of its clock.
  private func contradicts(_ event: DeviceEvent, after last: DeviceEvent, arrival: TimeInterval?) -> Bool {
    guard policy.isLive, let arrival, newestFix <= arrival else { return true }
    let waited = event.time - last.time
    let measured = event.timestamp - last.timestamp
    return waited > 0 && measured >= waited / 2 && measured <= waited * 2
  }

  /// Restarts dates with these fixes.
  private mutating func rebase(_ run: [DeviceEvent], arrival: TimeInterval?) -> Answer {
    strays = []
    counts.rebases += 1
    queue.makeAllReady()
    newestFix = -.infinity
    floor = -.infinity
    newest = -.infinity
    newestTime = -.infinity
    for (index, event) in run.enumerated() {
      accept(event, arrival: arrival, holding: true, rebases: index == 0)
    }
    return .queue
  }

  /// Accepts an event that passed; `holding` queues it even if it could go straight through.
  @discardableResult
  private mutating func accept(
    _ event: DeviceEvent, arrival: TimeInterval?, holding: Bool = false, rebases: Bool = false
  ) -> Answer {
    if let last = last.first, policy.width == 0, event.isDuplicate(of: last, ignoringTime: policy.isLive) {
      counts.duplicates += 1
      return .queue
    }
    if case .location = event.payload {
      recent.insert(event, ignoringTime: policy.isLive)
      if !strays.isEmpty {
        counts.late += strays.count
        strays = []
      }
      newestFix = max(newestFix, event.timestamp)
      floor = max(floor, event.timestamp - policy.width)
    }
    // The very first fix was measured long ago: the held events came before it.
    let isStale = event.timestamp < newest - policy.width
    newest = max(newest, event.timestamp)
    newestTime = max(newestTime, event.time)
    if policy.width == 0 {
      keepLast(event)
      if !holding, queue.count == 0 { return .deliver }
    }
    let held = HeldEvents.Held(
      event: event, releaseAt: (arrival ?? event.time) + policy.width, rebases: rebases)
    if isStale || rebases {
      queue.makeAllReady()
      queue.append(held)
      queue.makeAllReady()
    } else if queue.insert(held, ignoringTime: policy.isLive) {
      queue.makeReady(timestampsUpTo: newest - policy.width)
    } else {
      counts.duplicates += 1
    }
    return .queue
  }
}
