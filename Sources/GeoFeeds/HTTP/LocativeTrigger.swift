import Geo

/// What Locative, formerly Geofancy, sends when a phone crosses one of the app's geofences.
///
/// Its coordinates are those of the geofence, not of the phone: it becomes a message, never a fix.
///
/// - Source: LocativeHQ/Quickstart, "Webhook JSON Payload"; a test may come without an id.
enum LocativeTrigger {
  static let form = "locative"

  /// Returns the device and its message.
  static func read(_ fields: FormFields) throws(RecordFault) -> (device: String, message: DeviceMessage) {
    try read(.object(fields.fields.map { ($0.name, .string($0.value)) }))
  }

  static func read(_ json: JSONValue) throws(RecordFault) -> (device: String, message: DeviceMessage) {
    guard let trigger = json["trigger"]?.text, !trigger.isEmpty else {
      throw RecordFault(
        "request without a trigger",
        "the request has no trigger (expected \"trigger\": enter, exit or test)")
    }
    guard let device = json["device"]?.text, !device.isEmpty else {
      throw RecordFault(
        "request without a device", "the request names no device (expected \"device\")")
    }
    return (device, DeviceMessage(.message, form: form, type: trigger, json: json.description))
  }
}
