import Geo

/// A GeoJSON Feature whose Point a device has measured: what Overland and similar apps send.
///
/// - Units: meters, meters per second, degrees; negative values mean unknown. Longitude first, as in GeoJSON.
/// - Source: RFC 7946; for the names the README of aaronpk/Overland-iOS, "API".
enum PointFeature {
  private static let timeNames = ["timestamp", "time", "datetime", "date"]
  private static let deviceNames = ["device_id", "device", "deviceId"]
  private static let accuracyNames = ["horizontal_accuracy", "horizontalAccuracy", "accuracy"]
  private static let verticalNames = ["vertical_accuracy", "verticalAccuracy"]
  private static let courseNames = ["course", "heading", "bearing"]
  /// Properties that go into the fix, or that differ from fix to fix and say nothing about the device.
  private static let passedOver = Set(
    timeNames + deviceNames + accuracyNames + verticalNames + courseNames + [
      "altitude", "speed", "speed_accuracy", "course_accuracy", "heading_accuracy", "locations_in_payload",
      "unique_id",
    ])

  /// Reads one Feature.
  ///
  /// - Parameter device: the device of a Feature that names none.
  static func read(_ feature: JSONValue, device: String?) throws(RecordFault) -> PhoneFix {
    guard feature["type"]?.text == "Feature", feature["geometry"]?["type"]?.text == "Point",
      case .array(let position)? = feature["geometry"]?["coordinates"], position.count >= 2
    else {
      throw RecordFault(
        "Feature without a Point",
        "this is not a Feature with a Point (expected \"geometry\": {\"type\": \"Point\", "
          + "\"coordinates\": [longitude, "
          + "latitude]})")
    }
    let place = try PhoneFix.place(position[1].measure, position[0].measure)
    let properties = feature["properties"] ?? .null
    func first(_ names: [String]) -> JSONValue? {
      for name in names {
        if let value = properties[name] { return value }
      }
      return nil
    }
    let own = first(deviceNames) ?? feature["id"]
    let name = own.flatMap { $0.text ?? $0.measure.map(JSONValue.text(of:)) } ?? ""
    guard let device = name.isEmpty ? device : name else {
      throw RecordFault(
        "Feature without a device",
        "it names no device (expected the property device_id, or ?device= in the address)")
    }
    var record = PhoneFix(device: device, timestamp: try PhoneFix.time(first(timeNames)))
    let altitude = properties["altitude"] ?? (position.count > 2 ? position[2] : nil)
    record.fix = Fix(
      coordinate: place, horizontalAccuracy: first(accuracyNames)?.measure ?? .nan,
      altitude: altitude?.measure ?? .nan, verticalAccuracy: first(verticalNames)?.known ?? .nan,
      speed: properties["speed"]?.known ?? .nan, course: first(courseNames)?.known ?? .nan)
    if case .object(let members) = properties {
      record.attributes = members.filter { !passedOver.contains($0.name) }
    }
    return record
  }
}
