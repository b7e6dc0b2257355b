import Geo
import GeoFormats

extension ReportTable {
  /// The table as CSV (RFC 4180): times as ISO 8601 in UTC, days in the zone; seconds, meters, meters per second.
  public var csv: String {
    var bytes = CSVText.line(columns.map { .string($0.key) })
    for row in rows { bytes += CSVText.line(zip(columns, row).map { ReportTable.json($1, $0.kind) }) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The table as one JSON object, with its totals; units as in CSV.
  public var json: String {
    let objects = rows.map { row -> JSONValue in
      .object(zip(columns, row).map { ($0.key, ReportTable.json($1, $0.kind)) })
    }
    let sums = totals.map { total -> JSONValue in
      var members: [(name: String, value: JSONValue)] = [
        ("device", total.device.map { .string($0) } ?? .null), ("count", .integer(Int64(total.count))),
      ]
      if hasDuration { members.append(("duration", .number(ReportTable.rounded(total.duration, 3)))) }
      if hasDistance { members.append(("distance", .number(ReportTable.rounded(total.distance, 1)))) }
      if hasSpeed { members.append(("maximumSpeed", .number(ReportTable.rounded(total.maximumSpeed, 2)))) }
      return .object(members)
    }
    return JSONValue.object([
      ("report", .string(name)), ("timeZone", .string(zone.name)), ("rows", .array(objects)),
      ("totals", .array(sums)),
    ]).description + "\n"
  }

  private static func json(_ value: Value, _ kind: Kind) -> JSONValue {
    switch (value, kind) {
    case (.none, _): .null
    case (.text(let text), _): .string(text)
    case (.number(let time), .time): .string(ISO8601.format(time))
    case (.number(let number), _): .number(rounded(number, decimals(kind)))
    }
  }

  private static func decimals(_ kind: Kind) -> Int {
    switch kind {
    case .distance: 1
    case .speed: 2
    case .degrees: 7
    case .duration: 3
    default: 0
    }
  }

  static func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (value * scale).rounded() / scale
  }
}
