import CSimdJSON
import Geo

extension OwnTracksDecoder {
  /// The types that become messages.
  static let types: Set<String> = [
    "transition", "waypoint", "waypoints", "lwt", "status", "card", "beacon", "cmd", "steps", "dump",
    "configuration", "request", "msg",
  ]

  /// Members of a phone's configuration that must not appear in a log.
  private static let secrets: Set<String> = [
    "password", "passphrase", "encryptionKey", "tlsClientCrtPassword", "opencageApiKey",
  ]

  /// Handles a message that is not a location.
  func other(
    _ record: geo_owntracks_record, _ message: geo_text, _ origin: borrowing OwnTracksOrigin, isOpened: Bool,
    _ batch: inout [DeviceEvent]
  ) {
    let type = String(record.type)
    guard OwnTracksDecoder.types.contains(type) else {
      return skip("unknown _type", origin, "_type \"\(type.prefix(40))\" is unknown")
    }
    let line = geo_owntracks_line(reader, message.bytes, message.length)
    guard line.length > 0, let json = withoutSecrets(line, type) else {
      return skip("not JSON", origin, "is not JSON to its end")
    }
    guard let device = device(record, origin) else { return }
    guard let time = origin.arrival ?? replayTime(record, origin, device) else { return }
    if options.keepsPublishes {
      add(
        json, Publish(of: device, at: time, time, to: topic(record, origin, device), isOpened), origin, &batch
      )
    }
    let payload = DeviceMessage(.message, form: "owntracks", type: type, json: json)
    batch.append(DeviceEvent(time: time, timestamp: time, device: device, payload: .message(payload)))
  }

  /// The time of a replayed message that is not a location, never before the device's earlier messages.
  ///
  /// The `tst` of some types is when a region was made or a connection began.
  private func replayTime(
    _ record: geo_owntracks_record, _ origin: borrowing OwnTracksOrigin, _ device: DeviceID
  ) -> TimeInterval? {
    let index = Int(device.index)
    let last = index < lastTimes.count ? lastTimes[index] : -.infinity
    let stated = record.values.7.isNaN ? -.infinity : record.values.7
    let time = max(origin.recorded ?? stated, last)
    guard FeedOptions.isTime(time) else {
      skip("no tst", origin, "has no tst (expected seconds since 1970)")
      return nil
    }
    recordTime(time, device)
    return time
  }

  /// A message as text, without the passwords of a phone's configuration; nil if the configuration cannot be
  /// parsed.
  private func withoutSecrets(_ line: geo_text, _ type: String) -> String? {
    let text = String(line)
    guard type == "configuration" || type == "dump" || type == "cmd" else { return text }
    return (try? JSONParser.parse(text)).map { OwnTracksDecoder.withoutSecrets($0).exactText }
  }

  private static func withoutSecrets(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let members):
      .object(
        members.compactMap { member in
          secrets.contains(member.name) ? nil : (member.name, withoutSecrets(member.value))
        })
    case .array(let values): .array(values.map { withoutSecrets($0) })
    default: json
    }
  }
}
