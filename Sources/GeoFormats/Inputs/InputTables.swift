/// The tables of the manual's pages about inputs and fences, made from the readers' own lists.
public enum InputTables {
  /// Markdown by the name of the table in a page.
  public static let all: [String: String] = [
    "gpx-fields": table(GPXField.allCases.compactMap(\.reference)),
    "event-fields": table(NDJSONType.common),
    "event-types": sections(NDJSONType.all),
    "touch-fields": table(NDJSONType.touch),
    "touch-types": sections(NDJSONType.hands),
    "recording-types": sections(NDJSONType.recordings),
    "recording-marks": table(NDJSONType.marks),
    "csv-columns": table(CSVColumn.allCases.map(\.reference)),
    "csv-units": (["km/h"] + CSVColumn.speedUnits).map { "`\($0)`" }.joined(separator: " "),
    "nmea-sentences": rows(
      "sentence", "gives",
      nmeaSentences.map { (types, gives) in
        (types.split(separator: " ").map { "`\($0)`" }.joined(separator: " "), gives)
      }),
    "fence-values": rows("value", "meaning", fenceValues.map { ("`\($0.name)`", $0.summary) }),
  ]

  private static func table(_ fields: [InputField]) -> String {
    ([InputField.tableHead] + fields.map(\.row)).joined(separator: "\n")
  }

  private static func sections(_ types: [NDJSONType]) -> String {
    types.map { type in
      "`\(type.name)`: \(type.summary)." + (type.fields.isEmpty ? "" : "\n\n" + table(type.fields))
    }
    .joined(separator: "\n\n")
  }

  private static func rows(_ left: String, _ right: String, _ rows: [(String, String)]) -> String {
    (["| \(left) | \(right) |", "|---|---|"] + rows.map { "| \($0.0) | \($0.1) |" }).joined(separator: "\n")
  }

  /// The kinds of sentences that the NMEA reader uses.
  private static let nmeaSentences: [(types: String, gives: String)] = [
    ("GGA", "position, altitude above sea level, quality, satellites, HDOP, geoid separation"),
    ("RMC", "position, speed, course, date, variation"),
    ("GNS", "the same as GGA, for several satellite systems"),
    ("GLL", "position"),
    ("VTG", "speed, course"),
    ("GSA", "two or three dimensions, PDOP, HDOP, VDOP"),
    ("GST", "the errors that the receiver expects"),
    ("ZDA", "date"),
    ("HDT THS", "heading from true north"),
    ("HDG HDM", "heading from magnetic north; deviation and variation"),
  ]

  /// The values beside the geometry of a fence.
  static let fenceValues: [(name: String, summary: String)] = [
    (
      "desiredAccuracy",
      "meters past the edge that count as a crossing; `--fence-accuracy` is the default"
    ),
    ("notifyOnEntry", "whether you get an event for entering"),
    ("notifyOnExit", "whether you get an event for leaving"),
    ("enterDelay", "seconds a device must be inside before the enter"),
    ("exitDelay", "seconds a device must be outside before the exit"),
    ("dwell", "seconds inside after which `didDwellInRegion` comes, once per visit"),
    ("accuracyMode", "`point`, `contains` or `clamp`: how the region uses the accuracy of a fix"),
    ("maximumError", "meters of accuracy that `clamp` uses at most"),
    ("minimumAccuracy", "meters; the region ignores worse fixes"),
    ("detectsCrossing", "whether you get events for a pass right through between two fixes"),
    ("minimumAltitude", "meters, the lower end of a band of altitude"),
    ("maximumAltitude", "meters, its upper end"),
    (
      "schedule",
      "when you get events: `days` (`mon` to `sun`; default all), hours `from` and `to` (`00:00` to `24:00`, also "
        + "past midnight) and `timeZone` (`Europe/Berlin`, `+05:30`; default UTC)"
    ),
  ]
}
