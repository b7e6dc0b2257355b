import Geo
import GeoFormats

extension IngestDecoder {
  /// `POST /alerts/KEY/ack`: fields `device` or `group`, `alert` and `by` in the query, or as JSON in the body.
  ///
  /// Without a device or group it means every copy on which the key fires. A button of an alert carries the alert's id,
  /// so that it cannot acknowledge a later one.
  func decodeAcknowledgement(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) throws(RecordFault) -> IngestResponse {
    let query = FormFields(request.query.utf8)
    let isJSON = body.contains { $0 > 0x20 } && body.first { $0 > 0x20 } == UInt8(ascii: "{")
    let fields = isJSON ? try json(body) : .object([])
    guard let key = request.key else {
      throw RecordFault("acknowledgement without a key", "the path names no key (expected /alerts/KEY/ack)")
    }
    let told = Acknowledgement(
      key: key, alert: query["alert"] ?? fields["alert"]?.text,
      by: query["by"] ?? fields["by"]?.text ?? request.user)
    let device = query["device"] ?? fields["device"]?.text
    let group = query["group"] ?? fields["group"]?.text
    let found = options.firing.copies(firing: key, on: device, in: group, alert: told.alert)
    guard !found.isEmpty else {
      return .fault(told.alert == nil ? 404 : 409, options.firing.absence(of: told, on: device ?? group))
    }
    for copy in found { events.append(told.event(of: copy, in: directory, at: now)) }
    return IngestResponse(200, JSONValue.object([("acknowledged", .integer(Int64(found.count)))]).description)
  }
}

extension DeviceEvent {
  /// The acknowledgement that it carries.
  var acknowledgement: Acknowledgement? {
    if case .message(let message) = payload { message.acknowledgement } else { nil }
  }

  /// Says who acknowledges: nobody does so in another's name.
  mutating func sign(by user: String) {
    guard var told = acknowledgement else { return }
    told.by = user
    payload = .message(DeviceMessage(told))
  }
}

extension FiringAlerts {
  /// Why an acknowledgement means no alert.
  ///
  /// - Parameter name: the device or group that is meant; nil for all.
  func absence(of told: Acknowledgement, on name: String?) -> String {
    let place = name.map { " on \(PlainText.line($0))" } ?? ""
    let key = PlainText.line(told.key)
    if told.alert != nil, !copies(firing: told.key).isEmpty {
      return "this alert of the key '\(key)' has ended\(place): nothing to acknowledge"
    }
    let others = names.prefix(FiringAlerts.mostNamed).map { "'\(PlainText.line($0))'" }.joined(
      separator: ", ")
    let advice = others.isEmpty ? "nothing fires now" : "expected the key of one that does: \(others)"
    return "no alert with the key '\(key)' fires\(place) (\(advice))"
  }

  /// The most keys that an answer names.
  private static let mostNamed = 5
}
