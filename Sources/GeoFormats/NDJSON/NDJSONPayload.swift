package import CSimdJSON
package import Geo

/// Payloads from the records of the event log.
package enum NDJSONPayload {
  static func make(
    _ record: geo_log_record, _ options: FeedOptions
  ) -> Result<DeviceEvent.Payload, RecordFault> {
    let values = record.values
    switch Int(record.kind) {
    case GEO_LOG_LOCATION:
      let place = CLLocationCoordinate2D(latitude: values.0, longitude: values.1)
      guard CLLocationCoordinate2DIsValid(place) else { return .failure(outOfRange(place)) }
      return .success(
        .location(
          Fix(
            coordinate: place, horizontalAccuracy: values.2.isNaN ? options.horizontalAccuracy : values.2,
            altitude: values.3, verticalAccuracy: values.4, speed: values.5, course: values.6)))
    case GEO_LOG_HEADING:
      return .success(
        .heading(
          HeadingReading(
            magneticHeading: values.0, trueHeading: values.1, headingAccuracy: values.2, x: values.3,
            y: values.4, z: values.5)))
    case GEO_LOG_ERROR:
      return constant(record, "code", CLError.self, "kCLErrorDenied").map { .error(code: $0) }
    case GEO_LOG_AUTHORIZATION:
      return constant(record, "status", CLAuthorizationStatus.self, "authorizedAlways")
        .map { .setting(.authorization($0)) }
    case GEO_LOG_SERVICES: return .success(.setting(.services(enabled: values.0 != 0)))
    case GEO_LOG_NETWORK: return .success(.setting(.network(up: values.0 != 0)))
    case GEO_LOG_AIRPLANE: return .success(.setting(.airplane(on: values.0 != 0)))
    case GEO_LOG_PROFILE: return profile(record)
    case GEO_LOG_HAND: return String(record.text) == "beacon" ? beacon(record) : touch(record)
    case GEO_LOG_MESSAGE: return message(record, .message)
    case GEO_LOG_ATTRIBUTES: return message(record, .attributes)
    case GEO_LOG_ACKNOWLEDGE: return acknowledgement(record)
    case GEO_LOG_SIGNAL_LOST: return .success(.signalLost)
    case GEO_LOG_APP:
      let state = String(record.text)
      guard let known = AppState(rawValue: state) else {
        let names = AppState.allCases.map(\.rawValue).joined(separator: ", ")
        return .failure(RecordFault("state", "state \"\(state)\" is unknown (expected \(names))"))
      }
      return .success(.app(known))
    default: return .success(.clock)
    }
  }

  /// Reads a touch, to report faults with their line; the touched map reads it again.
  private static func touch(_ record: geo_log_record) -> Result<DeviceEvent.Payload, RecordFault> {
    let touch = Touch(type: String(record.text), json: String(record.json))
    do {
      _ = try touch.gesture()
      return .success(.touch(touch))
    } catch {
      return .failure(RecordFault(touch.type, error.description))
    }
  }

  /// Reads a beacon, to report faults with their line; the device reads it again.
  private static func beacon(_ record: geo_log_record) -> Result<DeviceEvent.Payload, RecordFault> {
    do {
      let json = try JSONParser.parse(String(record.json))
      _ = try CLBeacon(message: json, at: 0)
      guard case .object(let members) = json else { return .success(.clock) }
      // What every line has is the event's; a recording writes it anew.
      let own = JSONValue.object(members.filter { !beside.contains($0.name) }).exactText
      return .success(.message(DeviceMessage(.message, form: "log", type: "beacon", json: own)))
    } catch {
      return .failure(RecordFault("beacon", "beacon: \(error)"))
    }
  }

  private static func message(
    _ record: geo_log_record, _ kind: DeviceMessage.Kind
  ) -> Result<DeviceEvent.Payload, RecordFault> {
    let json = String(record.json)
    do {
      // A message without its own type has the type of the OwnTracks member.
      let value = try JSONParser.parse(json)
      var type = String(record.message_type)
      if type.isEmpty, kind == .message, case .string(let word)? = value["_type"] { type = word }
      return .success(.message(DeviceMessage(kind, form: String(record.text), type: type, json: json)))
    } catch {
      return .failure(RecordFault(kind.rawValue, "\(kind.rawValue): \(error)"))
    }
  }

  private static func acknowledgement(_ record: geo_log_record) -> Result<DeviceEvent.Payload, RecordFault> {
    do throws(GeoError) {
      let told = try Acknowledgement(try JSONParser.parse(String(record.json)))
      return .success(.message(DeviceMessage(told)))
    } catch {
      return .failure(RecordFault("acknowledge", error.message))
    }
  }

  /// The members that a line may have beside the fields of a profile.
  private static let beside = ["type", "time", "timestamp", "device", "rebases", "coalesced", "simulated"]

  private static func profile(_ record: geo_log_record) -> Result<DeviceEvent.Payload, RecordFault> {
    do {
      let json = try JSONParser.parse(String(record.json))
      return .success(.profile(try ProfileChange(json, besides: beside)))
    } catch {
      return .failure(RecordFault("profile", "\(error)"))
    }
  }

  /// The value of a constant given by name or number; numbers without a name are accepted.
  private static func constant<Group: ConstantGroup>(
    _ record: geo_log_record, _ field: String, _ group: Group.Type, _ example: String
  ) -> Result<Int, RecordFault> {
    if record.text.bytes != nil {
      let name = String(record.text)
      if let known = Group(constantName: name) { return .success(known.rawValue) }
      return .failure(
        RecordFault(field, "\(field) \"\(name)\" is unknown (expected a name such as \(example))"))
    }
    guard let number = Int(exactly: record.values.0) else {
      return .failure(
        RecordFault(field, "\(field) \(record.values.0) is not a whole number"))
    }
    return .success(number)
  }

  package static func outOfRange(_ place: CLLocationCoordinate2D) -> RecordFault {
    let isLatitude = !(abs(place.latitude) <= 90)
    let isExchanged = abs(place.latitude) <= 180 && abs(place.longitude) <= 90
    let hint = isExchanged ? "; are latitude and longitude exchanged?" : ""
    return RecordFault(
      "coordinate out of range",
      isLatitude
        ? "latitude \(place.latitude) is out of range (expected −90…90\(hint))"
        : "longitude \(place.longitude) is out of range (expected −180…180)")
  }
}

extension geo_text {
  package var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self), count: length)
  }
}

extension String {
  package init(_ text: geo_text) { self.init(decoding: text.buffer, as: UTF8.self) }
}
