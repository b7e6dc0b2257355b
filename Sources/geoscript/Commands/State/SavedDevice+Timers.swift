import Geo
import GeoLua
import GeoStore

extension SavedDevice {
  var timersJSON: [JSONValue] {
    let named = state.namedTimers.map { ("identifier", $0) }
    return (state.timers.map { ("place", $0) } + named).map { key, timer in
      .object([
        (key, .string(timer.place)), ("due", timer.due.map { .string(ISO8601.format($0)) } ?? .null),
      ])
    }
  }

  var namedTimerLines: [String] {
    state.namedTimers.map { timer in
      let due = timer.due.map { ISO8601.format($0, in: ZoneInfo.system) } ?? "waits for nothing"
      return "timer       \(timer.place)  \(due)"
    }
  }
}
