package import Geo
import GeoFormats
package import GeoHost
package import GeoLua

/// Which alerts come and go if regions had other properties: the files are played as they are and with the changes.
///
/// - Source: WY-7.
package struct WhatIf: Sendable {
  package let changes: [String]
  /// Alerts that only the changed run raises, and those that only the other one does.
  package let comes: [Alert]
  package let goes: [Alert]
  package let stays: Int

  /// What tells two alerts apart; a time differs if the crossing is another one.
  private struct Key: Hashable {
    let time: TimeInterval
    let device, title, body: String
    let group: String?

    init(_ alert: Alert) {
      (time, device, title, body, group) = (alert.time, alert.device, alert.title, alert.body, alert.group)
    }
  }

  /// Plays the files of a run twice. Nothing is sent or written.
  ///
  /// - Errors: ``GeoError`` of the script and of the files; `usage` for sources that cannot be played again; `data` for a
  ///   change that no region takes.
  package init(_ options: RunOptions) throws(GeoError) {
    changes = options.changes.map(\.word)
    var plain = options
    plain.changes = []
    let before = try WhatIf.alerts(plain)
    let after = try WhatIf.alerts(options)
    var counts: [Key: Int] = [:]
    for alert in before { counts[Key(alert), default: 0] += 1 }
    comes = after.filter { alert in
      counts[Key(alert), default: 0] -= 1
      return counts[Key(alert), default: 0] < 0
    }
    // Of equal ones the last go.
    goes = Array(
      before.reversed().filter { alert in
        guard let count = counts[Key(alert)], count > 0 else { return false }
        counts[Key(alert)] = count - 1
        return true
      }.reversed())
    stays = before.count - goes.count
  }

  private static func alerts(_ options: RunOptions) throws(GeoError) -> [Alert] {
    var options = options
    (options.pictures, options.record, options.recordExact) = (nil, nil, nil)
    (options.explain, options.json) = (nil, false)
    let replay = try WhyReplay(options)
    defer { replay.run.close() }
    var alerts: [Alert] = []
    func take() {
      for record in replay.run.takeRecords().records {
        if case .alert(let alert) = record.content { alerts.append(alert) }
      }
    }
    while let batch = try replay.read() {
      for start in stride(from: 0, to: batch.count, by: WhyReplay.most) {
        replay.play(batch[start..<min(start + WhyReplay.most, batch.count)])
        take()
      }
    }
    replay.end()
    take()
    try replay.run.checkChanges()
    return alerts
  }

  /// The answer for people.
  package func text(in zone: TimeZoneRules) -> String {
    let all = comes.map { ("+", $0) } + goes.map { ("−", $0) }
    let lines = all.sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map { sign, alert in
      "\(sign) \(ISO8601.format(alert.time, in: zone))  \(alert.group ?? alert.device)  \(alert.title)"
        + (alert.body.isEmpty ? "" : ": \(alert.body)")
    }
    let counts = [
      "\(counted(comes.count, "alert")) more", "\(counted(goes.count, "alert")) fewer", "\(stays) as before",
    ]
    return (lines + ["\(changes.joined(separator: ", ")): \(counts.joined(separator: ", "))"])
      .map { $0 + "\n" }.joined()
  }

  /// The same for programs.
  package var json: JSONValue {
    .object([
      ("changes", .array(changes.map { .string($0) })), ("comes", .array(comes.map(\.json))),
      ("goes", .array(goes.map(\.json))), ("stays", .integer(Int64(stays))),
    ])
  }
}
