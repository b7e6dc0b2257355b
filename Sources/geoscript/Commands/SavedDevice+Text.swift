import Geo
import GeoHost
import GeoLua
import GeoStore

extension RunRecord {
  /// A sentence about the last run.
  var sentence: String {
    let end =
      switch status {
      case .running: "runs, or was interrupted"
      case .stopped: "was stopped"
      case .finished: "reached the end of its input"
      }
    return
      "The last run, of \(script), \(end)\(clock.isFinite ? " at \(ISO8601.format(clock, in: ZoneInfo.system))" : "")."
  }
}

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

extension SavedDevice {
  /// The state of the device in one of its regions.
  fileprivate struct Standing {
    var identifier: String
    var state: RegionState
    var visit: RegionMonitor.Snapshot.Visit?
  }

  private var standings: [Standing] {
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

  /// The most regions to name that the device is outside of, of which there may be many.
  private static let outsideLimit = 20

  /// - Parameters:
  ///   - timeZone: the zone of the last run; empty if it is not known.
  ///   - privacy: the privacy zones of the last run.
  func lines(_ timeZone: String, _ privacy: PrivacyZones?) -> [String] {
    var lines = [
      "device      \(name)", "clock       \(ISO8601.format(state.device.clock, in: ZoneInfo.system))",
    ]
    if let group, let member = state.member { lines.append("group       \(group)\(member.words)") }
    if !timeZone.isEmpty { lines.append("time zone   \(timeZone)") }
    if let quarantine { lines.append("stopped     \(quarantine) (geoscript state forget \(name))") }
    if let last = state.device.lastKnown {
      let fix = last.fix
      let place = "\(fix.coordinate.latitude), \(fix.coordinate.longitude) ± \(fix.horizontalAccuracy) m"
      let zone = privacy?.zone(at: fix.coordinate)?.name
      lines.append("last fix    \(zone ?? place) at \(ISO8601.format(last.timestamp, in: ZoneInfo.system))")
    }
    if group == nil { lines.append("records     \(state.sequence)") }
    lines.append("visits      \(state.device.regions.sequence)")
    lines.append("held        \(state.device.window.held.count) events")
    for timer in state.timers {
      lines.append(
        "timer       \(timer.place)  \(timer.due.map { ISO8601.format($0, in: ZoneInfo.system) } ?? "has fired")"
      )
    }
    lines += namedTimerLines
    if let store { lines.append("store       \(store)") }
    var outside = 0
    for standing in standings {
      if standing.state == .outside { outside += 1 }
      guard standing.state != .outside || outside <= SavedDevice.outsideLimit else { continue }
      lines.append("region      \(standing.identifier)  \(standing.words)")
    }
    let rest = outside - SavedDevice.outsideLimit
    if rest > 0 { lines.append("            and it is outside \(rest) more") }
    return lines
  }

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

extension SavedDevice.Standing {
  fileprivate var words: String {
    guard let visit, state == .inside else { return state == .unknown ? "unknown" : "outside" }
    return "inside since \(ISO8601.format(visit.begin, in: ZoneInfo.system)), visit \(visit.id.hexadecimal)"
  }

  fileprivate var json: JSONValue {
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
