import Geo

/// The failures of a run: equal ones are one group, which is reported in full once.
struct FailureLog: Sendable {
  /// Failures with the same message.
  struct Group: Sendable {
    let message: String
    var count = 0
    /// Whose scripts they are of, the first few.
    var devices: Set<String> = []
  }

  /// Groups in order of their first failure.
  private(set) var groups: [Group] = []
  private var numbers: [String: Int] = [:]
  /// Failures beyond the groups that are kept.
  private(set) var others = 0

  /// The most groups: messages may differ each time.
  static let groupLimit = 1000
  /// The most groups that are reported in full, and listed in the summary.
  static let reportLimit = 20

  /// What to say of a failure.
  enum Report: Sendable {
    case full
    /// In full, and that no further one is.
    case last
    case counted
  }

  mutating func add(_ message: String, device: String) -> Report {
    if let number = numbers[message] {
      groups[number].count += 1
      if groups[number].devices.count < 100 { groups[number].devices.insert(device) }
      return .counted
    }
    guard groups.count < FailureLog.groupLimit else {
      others += 1
      return .counted
    }
    numbers[message] = groups.count
    groups.append(Group(message: message, count: 1, devices: [device]))
    if groups.count == FailureLog.reportLimit { return .last }
    return groups.count < FailureLog.reportLimit ? .full : .counted
  }

  /// Whether something was counted without being reported.
  var hidesSome: Bool { groups.count > FailureLog.reportLimit || groups.contains { $0.count > 1 } }

  /// The groups, the most frequent first.
  var sorted: [Group] { groups.sorted { ($1.count, $0.message) < ($0.count, $1.message) } }

  /// The lines of the summary below the number of failures.
  var lines: [String] {
    guard hidesSome else { return [] }
    var lines = sorted.prefix(FailureLog.reportLimit).map { group in
      let first = group.message.split(separator: "\n").first.map(String.init) ?? group.message
      let names = group.devices.sorted().prefix(3).map { PlainText.line($0) }.joined(separator: ", ")
      let more = group.devices.count > 3 ? " …" : ""
      return "  ×\(grouped(group.count))  \(first)  (\(names)\(more))"
    }
    let rest = groups.count - lines.count
    if rest > 0 || others > 0 { lines.append("  and \(counted(rest + others, "other failure"))") }
    return lines
  }
}
