package import Geo
package import GeoLua

/// What zones leave of records, events and reasons.
extension PrivacyZones {
  /// Returns the record as outputs get it. What the script writes itself is its own: texts, rows, messages.
  ///
  /// - Source: PR-5.
  package func masked(_ record: ScriptRecord) -> ScriptRecord {
    switch record.content {
    case .alert(var alert):
      guard let zone = zone(at: alert.location?.coordinate) else { return record }
      (alert.zone, alert.location) = (zone.name, nil)
      return ScriptRecord(record, content: .alert(alert))
    case .call(let name, let fields):
      return ScriptRecord(record, content: .call(name: name, fields: masked(fields)))
    case .print, .log, .message, .row, .publish, .explanation, .picture, .prompt, .failure, .stop:
      return record
    }
  }

  /// Returns a reason without the numbers that say how far from an edge the device is.
  ///
  /// - Source: PR-6.
  package func masked(_ explanation: Explanation, of device: Device) -> Explanation {
    var masked = explanation
    switch explanation.subject {
    case .region(var decision):
      // The device has the fix that decides already.
      guard let zone = zone(at: device.location?.coordinate) else {
        // From several places outside, distances would show where the region is.
        if hides(decision.identifier, of: device) { (decision.distance, decision.missing) = (nil, nil) }
        masked.subject = .region(decision)
        return masked
      }
      let untold = decision.reason.firstRange(of: "; not reported").map { decision.reason[$0.lowerBound...] }
      decision.reason = zone.words + (untold ?? "")
      (decision.distance, decision.accuracy, decision.missing) = (nil, nil, nil)
      (masked.subject, masked.zone) = (.region(decision), zone.name)
    // With the times of the fixes, the speed between them is a distance.
    case .fix(.heldAsFast(_, let maximum)): masked.subject = .fix(.heldAsFast(.nan, maximum: maximum))
    case .fix, .alert: break
    }
    return masked
  }

  /// Returns a fix as a page shows it.
  package func masked(_ fix: Fix) -> (fix: Fix, zone: Zone)? {
    zone(at: fix.coordinate).map { (Fix(coordinate: $0.edge, horizontalAccuracy: .nan), $0) }
  }

  /// Returns the zone in which an event names a place; nil if it names none there.
  package func zone(of event: DeviceEvent) -> Zone? {
    switch event.payload {
    case .location(let fix): zone(at: fix.coordinate)
    case .touch(let touch): zone(in: touch.json)
    case .message(let message): zone(in: message.json)
    case .heading, .error, .signalLost, .setting, .profile, .app, .clock: nil
    }
  }

  /// Returns an event without the attributes that measure ways; most events stay as they are.
  package func masked(_ event: DeviceEvent) -> DeviceEvent {
    guard case .message(var message) = event.payload, message.kind == .attributes,
      case .object(let members)? = try? JSONParser.parse(message.json)
    else { return event }
    let kept = members.filter { !PrivacyZones.ways.contains($0.name) }
    guard kept.count < members.count else { return event }
    var event = event
    message.json = JSONValue.object(kept).description
    event.payload = .message(message)
    return event
  }

  /// Attributes of Traccar and others that come apart from their fix, so that nobody knows whether it was in a zone.
  private static let ways: Set<String> = ["distance", "totalDistance", "address"]

  private func zone(in text: String) -> Zone? { (try? JSONParser.parse(text)).flatMap(zone) }

  private func zone(in json: JSONValue) -> Zone? {
    switch json {
    case .object(let members):
      zone(at: PrivacyZones.place(members)) ?? members.lazy.compactMap { self.zone(in: $0.value) }.first
    case .array(let values): values.lazy.compactMap { self.zone(in: $0) }.first
    default: nil
    }
  }

  // MARK: JSON

  typealias Members = [(name: String, value: JSONValue)]

  /// Returns members of which those with a place in a zone have its name and what says nothing about the place.
  private func masked(_ members: Members) -> Members {
    let inner = members.map { (name: $0.name, value: masked($0.value)) }
    guard let zone = zone(at: PrivacyZones.place(members)) else { return inner }
    return inner.compactMap { member in
      if member.name == "latitude" { return ("zone", .string(zone.name)) }
      return PrivacyZones.kept.contains(member.name) ? member : nil
    }
  }

  private func masked(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let members): .object(masked(members))
    case .array(let values): .array(values.map(masked))
    default: json
    }
  }

  /// What a record keeps beside a masked position. Members that are new stay out until somebody adds them.
  private static let kept: Set<String> = [
    "region", "visit", "visitDuration", "crossed", "timestamp", "state", "arrivalDate", "departureDate",
    "locations",
    "map", "animated", "annotation", "annotations", "overlay", "overlays", "newState", "oldState", "domain",
    "code",
    "localizedDescription",
  ]

  private static func place(_ members: Members) -> CLLocationCoordinate2D? {
    func number(_ names: Set<String>) -> Double? {
      guard let value = members.first(where: { names.contains($0.name) })?.value.asNumber,
        case .number(let number) = value
      else { return nil }
      return number
    }
    guard let latitude = number(["latitude", "lat"]), let longitude = number(["longitude", "lon", "lng"])
    else { return nil }
    return CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}
