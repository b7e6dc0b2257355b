package import Geo
package import GeoLua

extension AlertPolicy.Counts {
  package mutating func add(_ other: AlertPolicy.Counts) {
    dropped += other.dropped
    repeats += other.repeats
    resolved += other.resolved
    acknowledged += other.acknowledged
  }

  /// A line of the summary; nil if no alert had a key.
  package var line: String? {
    let parts = [
      (dropped, "dropped by a cooldown"), (repeats, "repeated"), (resolved, "resolved"),
      (acknowledged, "acknowledged"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? nil : "alerts with a key: \(parts.joined(separator: ", "))"
  }

  /// The members of the summary of `--json`; empty if no alert had a key.
  package var members: [(name: String, value: JSONValue)] {
    guard line != nil else { return [] }
    return [
      ("cooledDown", dropped), ("repeated", repeats), ("resolved", resolved), ("acknowledged", acknowledged),
    ].map { ($0.0, .integer(Int64($0.1))) }
  }
}
