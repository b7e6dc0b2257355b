import Geo
import GeoDelivery
import GeoHost
import GeoStore

extension SavedDevice {
  func json(_ timeZone: String, _ privacy: PrivacyZones?) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("device", .string(name)), ("clock", .string(ISO8601.format(state.device.clock))),
      ("timeZone", timeZone.isEmpty ? .null : .string(timeZone)),
      ("quarantine", quarantine.map { .string($0) } ?? .null), ("records", .integer(Int64(state.sequence))),
      ("visits", .integer(Int64(clamping: state.device.regions.sequence))),
      ("heldEvents", .integer(Int64(state.device.window.held.count))),
    ]
    if let last = state.device.lastKnown {
      let zone = privacy?.zone(at: last.fix.coordinate)
      let place: [(name: String, value: JSONValue)] =
        zone.map { [("zone", .string($0.name))] } ?? [
          ("latitude", .number(last.fix.coordinate.latitude)),
          ("longitude", .number(last.fix.coordinate.longitude)),
          ("horizontalAccuracy", .number(last.fix.horizontalAccuracy)),
        ]
      members.append(("lastFix", .object(place + [("timestamp", .string(ISO8601.format(last.timestamp)))])))
    }
    members.append(("timers", .array(timersJSON)))
    if let group, let member = state.member {
      members += [
        ("group", .string(group)), ("isMember", .bool(member.isIn)), ("isStale", .bool(member.isStale)),
      ]
    }
    members.append(("store", store.flatMap { try? JSONParser.parse($0) } ?? .null))
    members.append(("regions", .array(standings.map(\.json))))
    return .object(members)
  }
}
