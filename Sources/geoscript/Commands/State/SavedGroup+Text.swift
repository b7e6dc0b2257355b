import Geo
import GeoLua
import GeoStore

extension GroupMember.Snapshot {
  /// What is special about a device of a group.
  var words: String { isIn ? (isStale ? ", silent for too long" : "") : ", which it has left" }
}

extension SavedGroup {
  private var isIn: [SavedDevice] { members.filter { $0.state.member?.isIn == true } }

  /// The devices inside of each region of the group, and those of which nobody knows.
  private var occupancies: [(region: String, inside: [String], unknown: [String])] {
    let states = isIn.map { (name: $0.name, states: $0.states) }
    return group.regions.regions.map(\.identifier).sorted().map { region in
      func names(_ state: RegionState) -> [String] {
        states.filter { $0.states[region] == state }.map(\.name)
      }
      return (region, names(.inside), names(.unknown))
    }
  }

  var lines: [String] {
    let state = group.state
    var lines = [
      "group       \(group.name)", "clock       \(ISO8601.format(state.device.clock, in: ZoneInfo.system))",
      "devices     \(isIn.map(\.name).joined(separator: ", "))", "records     \(state.sequence)",
    ]
    if let reason = group.quarantine {
      lines.append("stopped     \(reason) (geoscript state forget --group \(group.name))")
    }
    for timer in state.timers {
      let due = timer.due.map { ISO8601.format($0, in: ZoneInfo.system) } ?? "has fired"
      lines.append("timer       \(timer.place)  \(due)")
    }
    lines += group.namedTimerLines
    for rule in state.group?.rules ?? [] {
      let since =
        rule.since.map { "holds since \(ISO8601.format($0, in: ZoneInfo.system))" } ?? "does not hold"
      lines.append("when        \(rule.identifier)  \(since)\(rule.hasFired ? ", has fired" : "")")
    }
    if let store = group.store { lines.append("store       \(store)") }
    for (region, inside, unknown) in occupancies {
      let words = inside.isEmpty ? "nobody" : inside.joined(separator: ", ")
      lines.append(
        "region      \(region)  \(words)\(unknown.isEmpty ? "" : "; unknown: \(unknown.joined(separator: ", "))")"
      )
    }
    return lines
  }

  var json: JSONValue {
    func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
    return .object([
      ("group", .string(group.name)), ("clock", .string(ISO8601.format(group.state.device.clock))),
      ("quarantine", group.quarantine.map { .string($0) } ?? .null),
      ("records", .integer(Int64(group.state.sequence))), ("devices", list(isIn.map(\.name))),
      ("timers", .array(group.timersJSON)),
      (
        "rules",
        .array(
          (group.state.group?.rules ?? []).map { rule in
            .object([
              ("identifier", .string(rule.identifier)),
              ("since", rule.since.map { .string(ISO8601.format($0)) } ?? .null),
              ("hasFired", .bool(rule.hasFired)),
            ])
          })
      ),
      ("store", group.store.flatMap { try? JSONParser.parse($0) } ?? .null),
      (
        "regions",
        .array(
          occupancies.map { region, inside, unknown in
            .object([
              ("identifier", .string(region)), ("inside", list(inside)), ("unknown", list(unknown)),
            ])
          })
      ),
    ])
  }
}
