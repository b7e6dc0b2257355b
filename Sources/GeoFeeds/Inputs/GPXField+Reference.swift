extension GPXField {
  package static let sample = """
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>walk</name><trkseg>
    <trkpt lat="52.5163" lon="13.3777"><ele>34</ele><time>2026-05-01T08:00:00Z</time></trkpt>
    <trkpt lat="52.5165" lon="13.3779"><time>2026-05-01T08:00:05Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  /// What the reference says of the elements of a point; nil for what is read elsewhere.
  package var reference: InputField? {
    switch self {
    case .none, .trackName, .fileTime: nil
    case .elevation: InputField(["ele"], "metres", example: "34")
    case .time:
      InputField(
        ["time"], "ISO 8601", absent: "`--interval` or `--pace`, else the point is skipped",
        example: "2026-05-01T08:00:03Z")
    case .speed: InputField(["speed"], "m/s", example: "1.5")
    case .course: InputField(["course"], "degrees", example: "90")
    case .horizontalDilution: InputField(["hdop"], "", absent: "not used", example: "3")
    case .verticalDilution: InputField(["vdop"], "", absent: "not used", example: "3")
    case .horizontalAccuracy:
      InputField(["hAcc", "accuracy"], "metres", absent: InputField.accuracyAbsent, example: "12")
    case .verticalAccuracy:
      InputField(["vAcc"], "metres", absent: "the dilution, else unknown", example: "12")
    }
  }
}
