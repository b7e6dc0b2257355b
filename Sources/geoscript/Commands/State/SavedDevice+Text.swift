import Geo
import GeoDelivery
import GeoHost
import GeoLua
import GeoStore

extension SavedDevice {
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
}
