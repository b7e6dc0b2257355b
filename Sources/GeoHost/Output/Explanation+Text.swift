import Geo
import GeoLua

extension Explanation {
  /// A line for a person: time, region, d, a, b, state, and the rule.
  ///
  /// `2026-05-04T10:15:03Z depot  d −12.3 m  a 8 m  b 20 m  outside  held: needs d ≤ −20 m (buffer)`
  func text(device: String?, in zone: TimeZoneRules) -> String {
    let head = ISO8601.format(timestamp ?? time, in: zone) + " " + (device.map { "\($0) " } ?? "")
    switch subject {
    case .fix(let fate): return head + "fix  \(fate.isHeld ? "held" : "dropped"): \(fate)"
    case .region(let decision): return head + decision.text
    case .alert(let decision):
      return head + "alert '\(decision.key)'  \(decision.rule.rawValue): \(decision.reason)"
    }
  }

  /// Whether `--explain` with this subject prints it.
  package func isAbout(_ subject: String) -> Bool {
    guard subject != "all" else { return true }
    return switch self.subject {
    case .fix: true
    case .region(let decision): decision.identifier == subject
    case .alert(let decision): decision.key == subject || decision.region == subject
    }
  }

  /// The members of a line of `--json` after its time, device and sequence.
  var members: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    if let timestamp { members.append(("timestamp", .time(timestamp))) }
    if let zone { members.append(("zone", .string(zone))) }
    switch subject {
    case .fix(let fate):
      members.append(("rule", .string(fate.isHeld ? "held" : "dropped")))
      members.append(("reason", .string("\(fate)")))
    case .region(let decision): members += decision.members
    case .alert(let decision):
      members.append(("key", .string(decision.key)))
      if let region = decision.region { members.append(("region", .string(region))) }
      members.append(("rule", .string(decision.rule.rawValue)))
      members.append(("reason", .string(decision.reason)))
    }
    return members
  }
}

extension RegionDecision {
  fileprivate var text: String {
    var parts = [identifier]
    if let distance { parts.append("d \(meters(distance, 1))") }
    if let accuracy { parts.append("a \(meters(accuracy, 0))") }
    parts.append("b \(meters(buffer, 0))")
    parts.append("\(state)")
    let word = rule == .unchanged ? "" : "\(rule.rawValue)"
    let tail = [word, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    if !tail.isEmpty { parts.append(tail) }
    return parts.joined(separator: "  ")
  }

  /// A whole number of meters without decimals, as accuracies and buffers mostly are.
  private func meters(_ value: Double, _ least: Int) -> String {
    signedFixed(value, value == value.rounded() ? least : 1) + " m"
  }

  fileprivate var members: [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = [("region", .string(identifier))]
    // To a micrometer, which is what decisions are good for.
    if let distance { members.append(("d", .number((distance * 1e6).rounded() / 1e6))) }
    if let accuracy { members.append(("a", .number(accuracy))) }
    members += [("b", .number(buffer)), ("state", .string("\(state)"))]
    if let pending {
      members.append(("pending", .string(pending.isEnter ? "enter" : "exit")))
      members.append(("due", .time(pending.due)))
    }
    members.append(("rule", .string(rule.rawValue)))
    if !reason.isEmpty { members.append(("reason", .string(reason))) }
    return members
  }
}
