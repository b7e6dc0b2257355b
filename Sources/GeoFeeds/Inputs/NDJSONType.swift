import CSimdJSON

/// A type of line of the event log, as the reference tells of it.
struct NDJSONType {
  let name: String
  let summary: String
  let fields: [InputField]

  static let sample = """
    {"time":"2026-05-01T08:00:00Z","device":"ann","latitude":52.5163,"longitude":13.3777,"speed":1.4}
    {"time":"2026-05-01T08:00:05Z","device":"ann","type":"authorization","status":"kCLAuthorizationStatusDenied"}
    """

  /// What a line of every type may have.
  static let common = [
    InputField(["type"], absent: "`location`, where there is a `latitude`", example: #""location""#),
    InputField(["device"], absent: "the file's name; `default` on standard input", example: #""bob""#),
    InputField(
      ["time"], "seconds since 1970 or ISO 8601",
      absent: "`timestamp`, `--interval` or `--pace`, else skipped",
      example: "1777622405"),
    InputField(
      ["timestamp"], "as `time`", absent: "`time`; else when it was measured", example: "1777622401"),
  ]

  static let all = [
    NDJSONType(
      name: "location", summary: "a fix",
      fields: [
        InputField(["latitude"], "degrees", absent: "skipped", example: "52.6"),
        InputField(["longitude"], "degrees", absent: "skipped", example: "13.6"),
        InputField(
          ["horizontalAccuracy"], "metres",
          absent: "\(InputField.number(FeedOptions().horizontalAccuracy)) m",
          example: "12"),
        InputField(["altitude"], "metres", example: "34"),
        InputField(["verticalAccuracy"], "metres", example: "12"),
        InputField(["speed"], "m/s", example: "1.5"),
        InputField(["course"], "degrees", example: "90"),
      ]),
    NDJSONType(
      name: "heading", summary: "a reading of the compass",
      fields: [
        InputField(["magneticHeading"], "degrees", absent: "skipped", example: "91"),
        InputField(["trueHeading"], "degrees", absent: "from the magnetic model", example: "92"),
        InputField(["headingAccuracy"], "degrees", absent: "25 degrees", example: "10"),
        InputField(["x"], "microtesla", absent: "0", example: "1"),
        InputField(["y"], "microtesla", absent: "0", example: "2"),
        InputField(["z"], "microtesla", absent: "0", example: "3"),
      ]),
    NDJSONType(
      name: "error", summary: "the hardware fails",
      fields: [
        InputField(["code"], "a `kCLError…`", absent: "skipped", example: #""kCLErrorLocationUnknown""#)
      ]),
    NDJSONType(
      name: "authorization", summary: "the user changes what the app may do",
      fields: [
        InputField(
          ["status"], "a `kCLAuthorizationStatus…`", absent: "skipped",
          example: #""kCLAuthorizationStatusDenied""#)
      ]),
    switching("services", "location services are switched", "enabled"),
    switching("network", "the network comes or goes", "up"),
    switching("airplane", "airplane mode is switched", "on"),
    NDJSONType(
      name: "app", summary: "the app is moved",
      fields: [
        InputField(
          ["state"], "`foreground`, `background`, `suspended` or `terminated`", absent: "skipped",
          example: #""background""#)
      ]),
    NDJSONType(
      name: "profile", summary: "the phone is another: the fields of the page `profiles`", fields: []),
    NDJSONType(name: "clock", summary: "only moves the clock on", fields: []),
  ]

  private static func switching(_ name: String, _ summary: String, _ field: String) -> NDJSONType {
    NDJSONType(
      name: name, summary: summary,
      fields: [InputField([field], "true or false", absent: "skipped", example: "true")])
  }

  /// The fields that the reader knows, in its order.
  static var knownFields: [String] {
    (0..<UInt8(GEO_LOG_FIELDS)).compactMap { geo_log_field_name($0).map { String(cString: $0) } }
  }
}
