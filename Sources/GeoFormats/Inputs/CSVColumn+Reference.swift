extension CSVColumn {
  package var reference: InputField {
    switch self {
    case .latitude: field("degrees", absent: "geoscript refuses the table", example: "52.6")
    case .longitude: field("degrees", absent: "geoscript refuses the table", example: "13.6")
    case .time:
      field("a date", absent: "`--interval` or `--pace`; otherwise the row is skipped", example: "1777622405")
    case .timestamp:
      field("a date", absent: "the time; without a time column, this is the time", example: "1777622401")
    case .date:
      field("a day", absent: "not used; without a time column, this is the time", example: "2026-05-02")
    case .device: field("", absent: "the file's name", example: "van 8")
    case .altitude: field("meters", absent: "unknown", example: "34")
    case .speed: field("m/s", absent: "unknown", example: "3")
    case .course: field("degrees", absent: "unknown", example: "90")
    case .horizontalAccuracy: field("meters", absent: InputField.accuracyAbsent, example: "12")
    case .verticalAccuracy: field("meters", absent: "from the dilution, else unknown", example: "12")
    case .horizontalDilution, .verticalDilution: field("", absent: "not used", example: "3")
    case .northSouth: field("`N` or `S`", absent: "the latitude has its sign", example: "S")
    case .eastWest: field("`E` or `W`", absent: "the longitude has its sign", example: "W")
    case .latitudeMinutes, .longitudeMinutes:
      field("minutes, beside whole degrees in `lat_deg` or `lon_deg`", absent: "0", example: "31.5")
    case .latitudeSeconds, .longitudeSeconds:
      field("seconds, beside whole degrees in `lat_deg` or `lon_deg`", absent: "0", example: "12.5")
    }
  }

  private func field(_ unit: String, absent: String, example: String) -> InputField {
    InputField(names, unit, absent: absent, example: example)
  }
}
