import Geo
import GeoFormats

/// How many records of a request were accepted, and why others were not.
struct IngestCounts {
  var accepted = 0
  private(set) var skipped = 0
  private(set) var reasons: [String] = []
  /// What was accepted and not used, a sentence each.
  var notes: [String] = []

  /// The most reasons in one answer.
  private static let reasonLimit = 10

  mutating func skip(_ reason: String) {
    skipped += 1
    if reasons.count < IngestCounts.reasonLimit { reasons.append(reason) }
  }

  mutating func add(_ skips: SkipCounts) {
    skipped += skips.total
    for (_, entry) in skips.kinds where reasons.count < IngestCounts.reasonLimit {
      reasons.append(entry.first)
    }
  }

  /// The answer in numbers; a fault if no record was usable.
  var answer: IngestResponse {
    var members: [(name: String, value: JSONValue)] = [
      ("accepted", .integer(Int64(accepted))), ("skipped", .integer(Int64(skipped))),
      ("reasons", .array(reasons.map { .string($0) })),
    ]
    if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
    return IngestResponse(accepted == 0 && skipped > 0 ? 400 : 200, JSONValue.object(members).description)
  }
}
