import GeoCore

/// The rules in words.
struct ExplanationText {
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

  private func meters(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1) + " m"
  }
  private func seconds(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1) + " s"
  }

  /// The condition as the accuracy mode writes it.
  private func condition(isEnter: Bool) -> String {
    let counted = options.accuracyMode == .clamp ? "min(a, \(meters(options.maximumError)))" : "a"
    let isPoint = options.accuracyMode == .point
    return isEnter
      ? "d\(isPoint ? "" : " + \(counted)") ≤ \(meters(record.enterThreshold))"
      : "d\(isPoint ? "" : " − \(counted)") > \(meters(record.buffer))"
  }

  private var altitudeReason: String? {
    guard let fix, let reading, !reading.isWithinAltitudes, let band = options.altitudes else { return nil }
    return
      "altitude \(meters(fix.altitude)) is not in \(meters(band.lowerBound)) … \(meters(band.upperBound))"
  }

  func ignored(_ ignorance: RegionOptions.UndecidedReason) -> String {
    switch ignorance {
    case .inaccurate: "a is above minimumAccuracy \(meters(options.minimumAccuracy ?? 0))"
    case .noAltitude: "the region has altitudes, but the fix has no altitude"
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
        ? "; not reported: the schedule is closed"
        : "; not reported: \(isEnter ? "notifyOnEntry" : "notifyOnExit") is off")
  }

  func pending(_ pending: RegionWatch.Pending) -> String {
    let name = pending.isEnter ? "enter" : "exit"
    let delay = pending.isEnter ? options.enterDelay : options.exitDelay
    let due = clockTime(pending.due.time + pending.due.lag)
    return "\(name) at \(due) (\(name)Delay \(seconds(delay)))"
  }

  func cancelled(_ pending: RegionWatch.Pending) -> String {
    pending.isEnter ? "the enter, by \(altitudeReason ?? "d > 0")" : "the exit, by d ≤ 0"
  }

  func unchanged(_ state: RegionState) -> (RegionDecision.Rule, String) {
    // Without a fix and without anything pending, only a dwell can have fallen due.
    guard let reading else { return (.dwelled, dwelled + "; not reported: the schedule is closed") }
    let isEnter = state != .inside
    if let altitudeReason { return (.unchanged, altitudeReason) }
    guard isEnter == (reading.distance <= 0) else { return (.unchanged, "") }
    // If the point itself would have crossed, the accuracy prevented it.
    let byAccuracy = isEnter ? reading.distance <= reading.entersAt : reading.distance > reading.exitsBeyond
    let cause = byAccuracy ? "accuracyMode \(options.accuracyMode.rawValue)" : "buffer"
    return (.held, "needs \(condition(isEnter: isEnter)) (\(cause))")
  }
}

/// A number with that many digits after the point, and a typographic minus sign.
public func signedFixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "−∞" : "∞" }
  let text = fixed(abs(value), digits)
  let isZero = !text.contains { ("1"..."9").contains($0) }
  return (value < 0 && !isZero ? "−" : "") + text
}

/// The time of day, UTC: `10:15:03`, with milliseconds if not whole.
func clockTime(_ time: TimeInterval) -> String {
  let text = ISO8601.format(time)
  guard let start = text.firstIndex(of: "T") else { return text }
  return String(text[text.index(after: start)...].prefix { $0 != "Z" && $0 != "+" })
}
