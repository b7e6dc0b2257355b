import CSimdJSON

/// A type of line of the event log, as the manual describes it.
package struct NDJSONType {
  package let name: String
  package let summary: String
  package let fields: [InputField]

  /// The fields of a line of any type.
  package static let common = [
    InputField(["type"], absent: "`location`, if there is a `latitude`", example: #""location""#),
    InputField(["device"], absent: "the file's name; `default` on standard input", example: #""bob""#),
    InputField(
      ["time"], "seconds since 1970 or ISO 8601",
      absent: "`timestamp`, `--interval` or `--pace`; otherwise skipped",
      example: "1777622405"),
    InputField(
      ["timestamp"], "like `time`: when it was measured", absent: "`time`", example: "1777622401"),
  ]

  package static let all = [
    NDJSONType(
      name: "location", summary: "a fix",
      fields: [
        InputField(["latitude", "lat"], "degrees", absent: "skipped", example: "52.6"),
        InputField(["longitude", "lon", "lng"], "degrees", absent: "skipped", example: "13.6"),
        InputField(
          ["horizontalAccuracy"], "meters",
          absent: "\(InputField.number(FeedOptions().horizontalAccuracy)) m",
          example: "12"),
        InputField(["altitude"], "meters", example: "34"),
        InputField(["verticalAccuracy"], "meters", example: "12"),
        InputField(["speed"], "m/s", example: "1.5"),
        InputField(["course"], "degrees", example: "90"),
      ]),
    NDJSONType(
      name: "heading", summary: "a compass reading",
      fields: [
        InputField(["magneticHeading"], "degrees", absent: "skipped", example: "91"),
        InputField(["trueHeading"], "degrees", absent: "from the magnetic model", example: "92"),
        InputField(["headingAccuracy"], "degrees", absent: "25 degrees", example: "10"),
        InputField(["x"], "microtesla", absent: "0", example: "1"),
        InputField(["y"], "microtesla", absent: "0", example: "2"),
        InputField(["z"], "microtesla", absent: "0", example: "3"),
      ]),
    NDJSONType(
      name: "error", summary: "the hardware failed",
      fields: [
        InputField(["code"], "a `kCLError…`", absent: "skipped", example: #""kCLErrorLocationUnknown""#)
      ]),
    NDJSONType(name: "signalLost", summary: "the signal was lost after the last fix", fields: []),
    NDJSONType(
      name: "authorization", summary: "the user changed what the app may do",
      fields: [
        InputField(
          ["status"], "a `kCLAuthorizationStatus…`", absent: "skipped",
          example: #""kCLAuthorizationStatusDenied""#)
      ]),
    switching("services", "the user switched location services on or off", "enabled"),
    switching("network", "the network came or went", "up"),
    switching("airplane", "the user switched airplane mode on or off", "on"),
    NDJSONType(
      name: "app", summary: "moves the app to another state",
      fields: [
        InputField(
          ["state"], "`foreground`, `background`, `suspended` or `terminated`", absent: "skipped",
          example: #""background""#)
      ]),
    NDJSONType(
      name: "profile", summary: "changes the phone; it has the fields of the page `profiles`", fields: []),
    NDJSONType(
      name: "attributes", summary: "values that a fix has no field for, such as the battery, changed",
      fields: [
        InputField(["form"], "the format that they come from", absent: "empty", example: #""owntracks""#),
        InputField(["attributes"], "an object with all of them", absent: "skipped", example: #"{"batt":50}"#),
      ]),
    NDJSONType(
      name: "message", summary: "a message of a protocol, such as a transition",
      fields: [
        InputField(["form"], "the format that they come from", absent: "empty", example: #""owntracks""#),
        InputField(["messageType"], absent: "its `_type`, else empty", example: #""waypoint""#),
        InputField(["message"], "an object", absent: "skipped", example: #"{"_type":"transition"}"#),
      ]),
    NDJSONType(
      name: "beacon", summary: "the device has seen a beacon; see the page `beacons`",
      fields: [
        InputField(
          ["uuid"], "a UUID", absent: "skipped", example: #""E2C56DB5-DFFB-48D2-B060-D0F5A71096E0""#),
        InputField(["major"], "0 to 65535", absent: "0", example: "1"),
        InputField(["minor"], "0 to 65535", absent: "0", example: "7"),
        InputField(["accuracy", "acc"], "meters", absent: "unknown", example: "0.3"),
        InputField(["rssi"], "decibels", absent: "unknown", example: "-61"),
        InputField(
          ["proximity", "prox"], "`immediate`, `near`, `far` or `unknown`", absent: "from the accuracy",
          example: #""near""#),
      ]),
    NDJSONType(name: "clock", summary: "only moves the clock", fields: []),
  ]

  /// Fields that the recorder adds to lines.
  package static let marks = [
    InputField(
      ["simulated"], "true: a person made this position on a page; its location says isSimulatedBySoftware",
      absent: "false", example: "true"),
    InputField(
      ["rebases"], "true: the device's time starts over with this event", absent: "false", example: "true"),
    InputField(
      ["coalesced"], "true: the script was behind and did not get this position; its regions did",
      absent: "false", example: "true"),
  ]

  /// Lines of recordings that are not events.
  package static let recordings = [
    NDJSONType(
      name: "recording", summary: "the first line of a recording",
      fields: [
        InputField(
          ["version"], "the version of the format", absent: "skipped", example: "\(RecordingHeader.version)"),
        InputField(["part"], "the part's number, from 1", absent: "1", example: "2"),
        InputField(
          ["started"], "ISO 8601, the same in all parts", example: #""2026-05-01T08:00:00Z""#),
      ]),
    NDJSONType(
      name: "device", summary: "names a device before its first event; devices run in this order",
      fields: []),
    NDJSONType(
      name: "stopped",
      summary:
        "the last lines of a run that a signal stopped before the end of its input; all clocks stay where they are, or that of `device` stays at `time`",
      fields: []),
  ]

  /// The gestures of a user's finger on a map, with the fields of each beside those of ``hand``.
  package static let hands = [
    NDJSONType(
      name: "touch", summary: "a finger at a place; one line for each phase",
      fields: [
        InputField(
          ["phase"], "`began`, `moved`, `ended` or `cancelled`", absent: "skipped", example: #""moved""#)
      ]),
    NDJSONType(name: "tap", summary: "a finger goes down at a place and up again", fields: []),
    NDJSONType(
      name: "doubleTap", summary: "two taps at a place; on the bare map they zoom in by one level", fields: []
    ),
    NDJSONType(
      name: "longPress",
      summary: "a finger stays at a place for half a second; it picks up a draggable annotation",
      fields: []),
    NDJSONType(
      name: "tapControl",
      summary: "a tap on a control in an annotation's callout; geoscript shows the callout first",
      fields: [
        annotation("skipped"),
        InputField(["control"], "`left` or `right`", absent: "skipped", example: #""left""#),
      ]),
    NDJSONType(
      name: "drag", summary: "a finger drags an annotation",
      fields: [
        annotation("skipped"),
        InputField(
          ["to"], "`{latitude, longitude}`", absent: "`path`", example: #"{"latitude":1,"longitude":2}"#),
        InputField(
          ["path"], "an array of such places", absent: "`to`", example: #"[{"latitude":1,"longitude":2}]"#),
      ]),
    NDJSONType(
      name: "pan", summary: "a finger moves the map",
      fields: [
        InputField(["dx"], "points to the right", absent: "0", example: "50"),
        InputField(["dy"], "points down", absent: "0", example: "-20"),
      ]),
    NDJSONType(
      name: "zoom", summary: "two fingers zoom; the place, if given, stays under them",
      fields: [InputField(["levels"], "levels, below 0 to zoom out", absent: "skipped", example: "1")]),
    NDJSONType(
      name: "rotate", summary: "two fingers turn the map",
      fields: [InputField(["degrees"], "degrees clockwise", absent: "skipped", example: "30")]),
  ]

  /// The map that a finger touches, and the place.
  package static let touch = [
    InputField(["map"], "the map's number, in the order of creation", absent: "1", example: "2"),
    InputField(["x", "y"], "points in the map view", absent: "`latitude` and `longitude`", example: "10"),
    InputField(["latitude", "longitude"], "degrees", absent: "`annotation`", example: "10"),
    annotation("skipped, if the event needs a place"),
  ]

  private static func annotation(_ absent: String) -> InputField {
    InputField(
      ["annotation"], "the title of one in view, else its identifier", absent: absent, example: #""Depot""#)
  }

  private static func switching(_ name: String, _ summary: String, _ field: String) -> NDJSONType {
    NDJSONType(
      name: name, summary: summary,
      fields: [InputField([field], "true or false", absent: "skipped", example: "true")])
  }

  /// The names that fields of lines of a type may have; nil for a type that may have any.
  package static func fieldNames(of type: String) -> [String]? {
    let isOpen = ["profile", "message"].contains(type)
    guard !isOpen, let known = (all + hands).first(where: { $0.name == type }) else { return nil }
    let places = hands.contains { $0.name == type } ? touch : []
    return (known.fields + places + common + marks).flatMap(\.names)
      + (places.isEmpty ? [] : ["lat", "lon", "lng"])
  }

  /// Further names of fields that the reader knows.
  static let otherNames = [
    "lat", "lon", "lng", "uuid", "major", "minor", "accuracy", "acc", "rssi", "proximity", "prox",
  ]

  /// The fields that the reader knows, in its order.
  static var knownFields: [String] {
    (0..<UInt8(GEO_LOG_FIELDS)).compactMap { geo_log_field_name($0).map { String(cString: $0) } }
  }
}
