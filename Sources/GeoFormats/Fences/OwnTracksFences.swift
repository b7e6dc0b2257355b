import Geo

/// Reads the waypoints that the OwnTracks apps export as `.otrw`, or a single one.
///
/// - Source: owntracks.org/booklet/tech/json, `_type=waypoints` and `_type=waypoint`.
enum OwnTracksFences {
  /// - Errors: ``GeoError`` (`data`) if it is not JSON of that kind.
  static func read(_ bytes: UnsafeRawBufferPointer, into list: FenceList) throws(GeoError) {
    let document: JSONValue
    do {
      document = try JSONParser.parse(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw GeoError(.data, error.message, at: list.name)
    }
    switch string(document, "_type") {
    case "waypoint": add(document, "\(list.name):", to: list)
    case "waypoints", "configuration":
      guard case .array(let waypoints)? = member(document, "waypoints") else {
        throw GeoError(.data, "has no array of waypoints", at: list.name)
      }
      for (index, waypoint) in waypoints.enumerated() {
        add(waypoint, "\(list.name): waypoint \(index + 1):", to: list)
      }
    default:
      let type = string(document, "_type") ?? ""
      throw GeoError(
        .data, "_type \"\(type.prefix(40))\" has no regions (expected \"waypoints\" or \"waypoint\")",
        at: list.name)
    }
  }

  static func add(_ waypoint: JSONValue, _ place: String, to list: FenceList) {
    guard case .object = waypoint, string(waypoint, "_type") ?? "waypoint" == "waypoint" else {
      return list.count(
        RecordFault("not a waypoint", "is not a waypoint (expected \"_type\": \"waypoint\")"), at: place)
    }
    let name = string(waypoint, "desc") ?? ""
    if isBeacon(waypoint, name) {
      let message = "\"\(name.prefix(60))\" is a beacon, which has no place (expected lat, lon and rad)"
      return list.count(RecordFault("beacon", message), at: place)
    }
    var texts = FenceTexts()
    texts.set(.name, name)
    texts.set(.title, string(waypoint, "rid") ?? "")
    texts.set(.radius, string(waypoint, "rad") ?? "")
    texts.withFields { fields in
      list.add(fields, .ownTracks, at: place) { () throws(RecordFault) in
        let latitude = try degrees(waypoint, "lat")
        let longitude = try degrees(waypoint, "lon")
        return .point(
          try FenceGeometry.checked(CLLocationCoordinate2DMake(latitude, longitude), .ownTracks))
      }
    }
  }

  /// Whether a waypoint is a radio beacon: by its own member, or as `name:UUID[:major[:minor]]`.
  private static func isBeacon(_ waypoint: JSONValue, _ name: String) -> Bool {
    if let uuid = string(waypoint, "uuid"), !uuid.isEmpty { return true }
    return name.split(separator: ":").dropFirst().contains { part in
      part.count == 36 && part.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
    }
  }

  static func degrees(_ waypoint: JSONValue, _ name: String) throws(RecordFault) -> Double {
    if let text = string(waypoint, name),
      let value = Array(text.utf8).withUnsafeBufferPointer({ Decimal.parse($0) })
    {
      return value
    }
    throw RecordFault("coordinates", "has no \(name) that is a number (expected lat and lon in degrees)")
  }

  static func member(_ value: JSONValue, _ name: String) -> JSONValue? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// A text or a number as text: older apps wrote numbers in quotes.
  static func string(_ value: JSONValue, _ name: String) -> String? {
    switch member(value, name) {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): JSONValue.text(of: number)
    default: nil
    }
  }
}
