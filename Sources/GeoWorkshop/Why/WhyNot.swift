package import Geo
package import GeoHost
import GeoLua

/// Why nothing fired at a moment: what held events of regions back, and what was missing.
///
/// - Source: WY-3, WY-4.
package struct WhyNot: Sendable {
  package let time: TimeInterval
  package let margin: TimeInterval
  package let region: String?
  package let device: String?
  /// The times of the first and of the last event, if the moment is outside of them; otherwise nil.
  package let span: ClosedRange<TimeInterval>?
  /// What came nearest to an alert first.
  package let reasons: [WhyReason]

  /// The most reasons that are kept.
  private static let most = 20

  /// Runs the script once more past the moment.
  ///
  /// - Errors: ``GeoError`` `usage` without a time, `data` for a device that has no events.
  package init(_ question: WhyQuestion, _ options: RunOptions) throws(GeoError) {
    guard let text = question.time else {
      throw GeoError(
        .usage,
        "name an alert, or say when something should have fired: --at 10:02, or --at 2026-05-04T10:02:00Z")
    }
    try ClockTime.check(text, in: options.timeZone)
    var explained = options
    (explained.explain, explained.json) = (question.region ?? "all", true)
    let replay = try WhyReplay(explained)
    defer { replay.run.close() }
    var moment: TimeInterval?
    var findings = MissedEvents(question)
    var isPast = false
    while !isPast, let batch = try replay.read() {
      let time =
        if let moment { moment } else {
          try ClockTime.moment(
            text, from: replay.first ?? 0, in: options.timeZone, margin: question.margin
          ) { () throws(GeoError) in try WhyReplay.span(of: options)?.upperBound }.time
        }
      moment = time
      let span = (time - question.margin)...(time + question.margin)
      findings.begin(span, at: time)
      isPast = WhyNot.play(batch, replay, &findings, in: span)
    }
    guard let time = moment else {
      throw GeoError(.data, "the files have no event", at: options.sources.joined(separator: ", "))
    }
    let whole = replay.first.map { $0...max($0, replay.latest) }
    if isPast { replay.run.settle() } else { replay.end() }
    findings.take(replay.run.takeRecords().records)
    try findings.look(at: replay.run.devices)
    (self.time, margin, region, device) = (time, question.margin, question.region, question.device)
    let isOutside = !isPast && time > replay.latest + margin || time < (replay.first ?? time) - margin
    // What was not played has not been read, either.
    span = try isOutside ? (isPast ? WhyReplay.span(of: options) : whole) : nil
    reasons = Array(findings.reasons.prefix(WhyNot.most))
  }

  /// Plays a batch up to the end of the span; returns whether that was reached.
  private static func play(
    _ batch: [DeviceEvent], _ replay: WhyReplay, _ findings: inout MissedEvents,
    in span: ClosedRange<TimeInterval>
  ) -> Bool {
    for start in stride(from: 0, to: batch.count, by: WhyReplay.most) {
      let share = batch[start..<min(start + WhyReplay.most, batch.count)]
      // Regions need a while before the span: what is pending there began earlier.
      let isNear = share.contains { $0.time >= span.lowerBound - 3600 }
      replay.run.watch(isNear)
      findings.note(share, in: replay.run.directory)
      replay.play(share)
      findings.take(replay.run.takeRecords().records)
      // Late fixes of that time still come, and alerts of timers that it has set.
      if share.allSatisfy({ $0.time > span.upperBound + 3600 }) { return true }
    }
    return false
  }
}

/// Something that kept an event or an alert away.
package struct WhyReason: Sendable {
  /// How far it got: what is nearest to an alert comes first.
  package enum Kind: String, Sendable, CaseIterable, Comparable {
    /// An alert was raised; a callback ran without one; nobody listens.
    case raised, failed, dropped, silent, unheard
    /// The region crossed and told nobody, a delay did not end, the edge was not crossed far enough.
    case unreported, cancelled, pending, held, ignored
    /// The fix was not used; the region is not watched; the first fix; no crossing; no fix at all.
    case fix, unwatched, settled, far, nothing

    package static func < (a: Kind, b: Kind) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  package let kind: Kind
  package let time: TimeInterval
  package let device: String
  package var region: String?
  /// What was missing, in meters or seconds; nil where a number does not say it.
  package var missing: Double?
  package var unit = "m"
  package let text: String
  /// How many fixes had the same reason; this one came nearest.
  package var count = 1
}
