import Geo
import GeoFeeds
import GeoFormats

extension LogSummary {
  /// The same as one JSON object.
  func json(devices limit: Int) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("file", .string(name)), ("form", .string(form)), ("events", .integer(Int64(events))),
      ("types", .object(types.map { (name: $0.type, value: .integer(Int64($0.count))) })),
      ("deviceCount", .integer(Int64(devices.filter { $0.events > 0 }.count))),
    ]
    if let first, let last, first <= last {
      members += [("first", .time(first)), ("last", .time(last))]
    }
    members += [("fixes", .integer(Int64(fixes))), ("length", .number(length))]
    if let interval { members.append(("interval", .number(interval))) }
    let found = gaps
    members.append(
      (
        "gaps",
        .object([
          ("count", .integer(Int64(found.count))), ("over", .number(found.over)),
          ("longest", longestGap.map { .number($0.seconds) } ?? .null),
          ("longestFrom", longestGap.map { .time($0.start) } ?? .null),
          ("longestDevice", longestGap.map { .string($0.device) } ?? .null),
        ])
      ))
    if let accuracy {
      members.append(("accuracy", .array([.number(accuracy.lowerBound), .number(accuracy.upperBound)])))
    }
    if let box {
      members.append(
        ("bbox", .array([.number(box.west), .number(box.south), .number(box.east), .number(box.north)])))
    }
    let numbers = [
      ("outOfOrder", outOfOrder), ("duplicates", duplicates), ("invalidFixes", invalidFixes),
      ("rebases", rebases),
      ("coalesced", coalesced),
    ]
    members += numbers.map { (name: $0.0, value: .integer(Int64($0.1))) }
    members.append(
      (
        "skipped",
        .array(
          skips.kinds.map { kind, entry in
            .object([
              ("kind", .string(kind)), ("count", .integer(Int64(entry.count))),
              ("first", .string(entry.first)),
            ])
          })
      ))
    let present = devices.filter { $0.events > 0 }.prefix(limit)
    members.append(("devices", .array(present.map { LogSummary.json(of: $0) })))
    return .object(members)
  }

  private static func json(of device: Device) -> JSONValue {
    .object([
      ("name", .string(device.name)), ("events", .integer(Int64(device.events))),
      ("fixes", .integer(Int64(device.fixes))), ("first", .time(device.first)),
      ("last", .time(device.last)),
      ("length", .number(device.length)),
    ])
  }
}
