import Geo
import GeoStore

extension DeviceEntry {
  /// The name in a list.
  var title: String {
    guard group != nil else { return name }
    return isGroup ? "group \(name)" : "  \(name)"
  }

  var regionWords: String {
    let regions = "\(regionCount) \(regionCount == 1 ? "region" : "regions")"
    return quarantine.map { "\(regions)  stopped: \($0)" } ?? regions
  }

  var json: JSONValue {
    let device: [(name: String, value: JSONValue)] = isGroup ? [] : [("device", .string(name))]
    return .object(
      device + (group.map { [("group", .string($0))] } ?? []) + [
        ("clock", .string(ISO8601.format(clock))),
        ("regions", .integer(Int64(regionCount))), ("quarantine", quarantine.map { .string($0) } ?? .null),
      ])
  }
}
