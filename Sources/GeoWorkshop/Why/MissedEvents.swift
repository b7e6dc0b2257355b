import Geo
import GeoHost
import GeoLua
import LuaBridge

/// Collects from the records of a run why events of regions did not come.
struct MissedEvents {
  private let question: WhyQuestion
  private var span: ClosedRange<TimeInterval> = 0...0
  private var moment: TimeInterval = 0
  /// By kind, device, region and rule: the reason that came nearest.
  private var found: [String: WhyReason] = [:]
  /// When the delay of a region would have ended, by device and region.
  private var due: [String: TimeInterval] = [:]
  /// Crossings that were reported, when each fix arrived, and what followed on the device.
  private var crossings: [(reason: WhyReason, arrival: TimeInterval)] = []
  private var answers: [(device: String, time: TimeInterval, region: String?, isAlert: Bool, text: String)] =
    []
  /// When the next timer of a device is due at the end, by device.
  private var timers: [String: TimeInterval] = [:]
  /// The last fix before the span and the first after it, by device; and whether any is in it.
  private var fixes: [String: (before: TimeInterval?, after: TimeInterval?, isInside: Bool)] = [:]

  init(_ question: WhyQuestion) { self.question = question }

  mutating func begin(_ span: ClosedRange<TimeInterval>, at time: TimeInterval) {
    (self.span, moment) = (span, time)
  }

  /// Notes when devices have fixes.
  mutating func note(_ events: ArraySlice<DeviceEvent>, in directory: DeviceDirectory) {
    for event in events {
      guard case .location = event.payload else { continue }
      let name = directory.name(of: event.device)
      guard isMeant(name) else { continue }
      var own = fixes[name] ?? (nil, nil, false)
      if event.time < span.lowerBound {
        own.before = max(own.before ?? event.time, event.time)
      } else if event.time > span.upperBound {
        own.after = min(own.after ?? event.time, event.time)
      } else {
        own.isInside = true
      }
      fixes[name] = own
    }
  }

  private func isMeant(_ device: String) -> Bool { question.device == nil || question.device == device }

  // MARK: Records

  mutating func take(_ records: [ScriptRecord]) {
    for record in records where isMeant(record.device) {
      if case .explanation(let explanation) = record.content {
        take(explanation, record)
      } else if record.time >= span.lowerBound {
        takeAnswer(record)
      }
    }
  }

  private mutating func take(_ explanation: Explanation, _ record: ScriptRecord) {
    let time = explanation.timestamp ?? explanation.time
    switch explanation.subject {
    case .fix(let outcome):
      guard span.contains(time) else { return }
      add(
        WhyReason(
          kind: .fix, time: time, device: record.device,
          text: "the fix was \(outcome.isHeld ? "held" : "dropped"): \(outcome)"))
    case .alert(let decision):
      guard span.contains(time) else { return }
      add(
        WhyReason(
          kind: .dropped, time: time, device: record.device, region: decision.region,
          text: "the alert '\(decision.key)' was \(decision.rule.rawValue): \(decision.reason)"))
    case .region(let decision): take(decision, at: time, arrival: explanation.time, record)
    }
  }

  private mutating func take(
    _ decision: RegionDecision, at time: TimeInterval, arrival: TimeInterval, _ record: ScriptRecord
  ) {
    let key = record.device + "\u{0}" + decision.identifier
    defer { due[key] = decision.pending?.due }
    // A late fix belongs to both of its times.
    guard span.contains(time) || span.contains(arrival) else { return }
    func reason(_ kind: WhyReason.Kind, _ text: String) -> WhyReason {
      WhyReason(kind: kind, time: time, device: record.device, region: decision.identifier, text: text)
    }
    switch decision.rule {
    case .entered, .exited, .dwelled, .passed:
      if decision.reason.contains("not reported") {
        add(reason(.unreported, "\(decision.rule.rawValue): \(decision.reason)"))
      } else {
        crossings.append((reason(.unheard, decision.rule.rawValue), arrival))
      }
    case .cancelled:
      var missed = reason(.cancelled, "canceled \(decision.reason)")
      (missed.missing, missed.unit) = (due[key].map { max(0, $0 - time) }, "s")
      add(missed)
    case .pending: add(reason(.pending, "waits: \(decision.reason)"))
    case .ignored: add(reason(.ignored, "the fix decides nothing: \(decision.reason)"))
    case .settled: add(reason(.settled, "\(decision.state) at the first fix, which makes no event"))
    case .held, .unchanged:
      var missed = reason(decision.rule == .held ? .held : .far, MissedEvents.text(of: decision))
      missed.missing = decision.missing
      add(missed)
    }
  }

  /// What a decision without an event says.
  private static func text(of decision: RegionDecision) -> String {
    let event = decision.state == .inside ? "exit" : "enter"
    var parts = ["no \(event)"]
    if let distance = decision.distance { parts.append("d \(meters(distance))") }
    if let accuracy = decision.accuracy { parts.append("a \(meters(accuracy))") }
    parts.append("b \(meters(decision.buffer))")
    if !decision.reason.isEmpty { parts.append(decision.reason) }
    return parts.joined(separator: "  ")
  }

  static func meters(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1) + " m"
  }

  /// What a script did.
  private mutating func takeAnswer(_ record: ScriptRecord) {
    switch record.content {
    case .alert(let alert):
      answers.append(
        (record.device, record.time, alert.region, true, "\(alert.id) \(PlainText.line(alert.title))"))
    case .call(let name, let fields):
      guard let region = fields.first(where: { $0.name == "region" })?.value.text else { return }
      answers.append((record.device, record.time, region, false, name))
    case .failure, .stop: takeFault(record)
    default: break
    }
  }

  private mutating func takeFault(_ record: ScriptRecord) {
    guard span.contains(record.time) else { return }
    switch record.content {
    case .failure(let message, _, _):
      add(
        WhyReason(
          kind: .failed, time: record.time, device: record.device,
          text: "a callback failed: \(PlainText.line(message))"))
    case .stop(let reason):
      add(
        WhyReason(
          kind: .failed, time: record.time, device: record.device, text: "the script is stopped: \(reason)"))
    default: break
    }
  }

  /// Keeps the reason that came nearest among equal ones.
  private mutating func add(_ reason: WhyReason) {
    let isText = [.fix, .ignored, .failed, .dropped].contains(reason.kind)
    let key = [reason.kind.rawValue, reason.device, reason.region ?? "", isText ? reason.text : ""]
      .joined(separator: "\u{0}")
    guard let old = found[key] else { return found[key] = reason }
    var nearest = isNearer(reason, than: old) ? reason : old
    nearest.count = old.count + 1
    found[key] = nearest
  }

  private func isNearer(_ a: WhyReason, than b: WhyReason) -> Bool {
    let (missingA, missingB) = (a.missing ?? .infinity, b.missing ?? .infinity)
    return missingA != missingB ? missingA < missingB : abs(a.time - moment) < abs(b.time - moment)
  }

  // MARK: The answer

  /// What the devices say at the end.
  ///
  /// - Errors: ``GeoError`` `data` for a device without events.
  mutating func look(at devices: [Device]) throws(GeoError) {
    if let name = question.device { try MissedEvents.check(name, among: devices) }
    for device in devices where isMeant(device.name) {
      timers[device.name] = device.nextTimer.isFinite ? device.nextTimer : nil
      lookForRegions(of: device)
      guard let own = fixes[device.name], !own.isInside else { continue }
      let texts = [
        own.before.map { "the last before came at \(ISO8601.format($0))" },
        own.after.map { "the next came at \(ISO8601.format($0))" },
      ].compactMap { $0 }
      add(
        WhyReason(
          kind: .nothing, time: own.before ?? own.after ?? moment, device: device.name,
          text: "no fix came: " + texts.joined(separator: ", ")))
    }
  }

  /// - Errors: ``GeoError`` `data` for a device without events.
  static func check(_ name: String, among devices: [Device]) throws(GeoError) {
    let names = devices.map(\.name)
    guard !names.contains(name) else { return }
    throw GeoError(
      .data, "the files have no device '\(PlainText.line(name))'\(NearestName.advice(name, among: names))")
  }

  private mutating func lookForRegions(of device: Device) {
    let names = device.monitoredRegions.map(\.identifier)
    if let region = question.region {
      guard !names.contains(region), !found.values.contains(where: { $0.region == region }) else { return }
      add(
        WhyReason(
          kind: .unwatched, time: moment, device: device.name, region: region,
          text: "the region is not watched\(NearestName.advice(region, among: names))"
            + (names.isEmpty ? ": the script has registered none" : "")))
    } else if names.isEmpty {
      add(
        WhyReason(
          kind: .unwatched, time: moment, device: device.name,
          text: "no region is watched: the script has registered none"))
    }
  }

  /// All reasons, those first that came nearest to an alert.
  var reasons: [WhyReason] {
    var all = Array(found.values) + crossings.map(finished)
    // An event that came makes a delay before it, and a missed edge, no reason.
    let crossed = Set(crossings.map { $0.reason.device + "\u{0}" + ($0.reason.region ?? "") })
    all.removeAll { reason in
      [.pending, .held, .far].contains(reason.kind)
        && crossed.contains(reason.device + "\u{0}" + (reason.region ?? ""))
    }
    return all.sorted { a, b in
      if a.kind != b.kind { return a.kind < b.kind }
      if a.missing != b.missing { return a.missing ?? .infinity < b.missing ?? .infinity }
      let (farA, farB) = (abs(a.time - moment), abs(b.time - moment))
      return farA != farB ? farA < farB : (a.device, a.region ?? "") < (b.device, b.region ?? "")
    }
  }

  /// A crossing with what the script did about it.
  private func finished(_ crossing: WhyReason, _ arrival: TimeInterval) -> WhyReason {
    let own = answers.filter { answer in
      answer.device == crossing.device && answer.time >= arrival && answer.time <= arrival + 60
        && (answer.region == nil || answer.region == crossing.region)
    }
    let came = arrival > crossing.time ? " (the fix arrived at \(ISO8601.format(arrival)))" : ""
    let (kind, text): (WhyReason.Kind, String) =
      if let alert = own.first(where: \.isAlert) {
        (
          .raised,
          "the alert \(alert.text) was raised"
            + (alert.time > arrival ? " at \(ISO8601.format(alert.time))" : "")
        )
      } else if let call = own.first(where: { !$0.isAlert }) {
        (.silent, "\(crossing.text): \(call.text) ran and raised no alert" + waiting(on: crossing.device))
      } else {
        (.unheard, "\(crossing.text): no delegate has a function for it")
      }
    return WhyReason(
      kind: kind, time: crossing.time, device: crossing.device, region: crossing.region, text: text + came)
  }

  /// What may still come of a function that has set a timer.
  private func waiting(on device: String) -> String {
    timers[device].map { "; a timer is due at \(ISO8601.format($0))" } ?? ""
  }
}
