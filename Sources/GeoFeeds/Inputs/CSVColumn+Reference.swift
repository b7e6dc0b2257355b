extension CSVColumn {
  package static let sample = """
    time,vehicle,lat,lon,km/h,course
    2026-05-01T08:00:00Z,van 7,52.5163,13.3777,32,90
    2026-05-01T08:00:05Z,van 7,52.5165,13.3779,30,88
    """

  package var reference: InputField {
    switch self {
    case .latitude: field("degrees", absent: "the table is refused", example: "52.6")
    case .longitude: field("degrees", absent: "the table is refused", example: "13.6")
    case .time:
      field("a date", absent: "`--interval` or `--pace`, else the row is skipped", example: "1777622405")
    case .timestamp: field("a date", absent: "the time; alone it is the time", example: "1777622401")
    case .date: field("a day", absent: "not used; alone it is the time", example: "2026-05-02")
    case .device: field("", absent: "the file's name", example: "van 8")
    case .altitude: field("metres", absent: "unknown", example: "34")
    case .speed: field("m/s", absent: "unknown", example: "3")
    case .course: field("degrees", absent: "unknown", example: "90")
    case .horizontalAccuracy: field("metres", absent: InputField.accuracyAbsent, example: "12")
    case .verticalAccuracy: field("metres", absent: "the dilution, else unknown", example: "12")
    case .horizontalDilution, .verticalDilution: field("", absent: "not used", example: "3")
    }
  }

  private func field(_ unit: String, absent: String, example: String) -> InputField {
    InputField(names, unit, absent: absent, example: example)
  }
}
