import Geo
import GeoLua
import GeoStore

extension SavedDevice {
  /// The state of the device in one of its regions.
  struct Standing {
    var identifier: String
    var state: RegionState
    var visit: RegionMonitor.Snapshot.Visit?
  }

  var standings: [Standing] {
    let isStale = state.member?.isStale == true
    let known = state.device.regions
    let visits = Dictionary(known.inside.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let unknown = Set(known.unknown)
    return regions.regions.map { region in
      let visit = visits[region.identifier]
      let isUnknown = isStale || known.isUnsettled || unknown.contains(region.identifier)
      return Standing(
        identifier: region.identifier, state: isUnknown ? .unknown : visit != nil ? .inside : .outside,
        visit: visit)
    }
  }

  /// Where it is relative to each of its regions.
  var states: [String: RegionState] {
    Dictionary(standings.map { ($0.identifier, $0.state) }, uniquingKeysWith: { first, _ in first })
  }
}

extension SavedDevice.Standing {
  var words: String {
    guard let visit, state == .inside else { return state == .unknown ? "unknown" : "outside" }
    return "inside since \(ISO8601.format(visit.begin, in: ZoneInfo.system)), visit \(visit.id.hexadecimal)"
  }

  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("identifier", .string(identifier)), ("state", .string("\(state)")),
    ]
    if let visit {
      members.append(("since", .string(ISO8601.format(visit.begin))))
      members.append(("visit", .string(visit.id.hexadecimal)))
    }
    return .object(members)
  }
}
