public import Geo
import GeoLua
import LuaBridge

/// The hours in which alerts wait for a digest, unless they are urgent: `22:00-07:00[@Zone]`.
public struct QuietHours: Sendable, Hashable {
  private var schedule: RegionSchedule
  /// Whether they name their zone.
  private let hasZone: Bool
  /// Such as `22:00–07:00`, for digests.
  let text: String

  /// - Parameter zone: the zone of hours that name none.
  /// - Errors: ``GeoError`` `usage` for any other form.
  public init(_ text: String, in zone: TimeZoneRules) throws(GeoError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let hours = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard hours.count == 2, let from = RegionSchedule.secondOfDay(hours[0]),
      let to = RegionSchedule.secondOfDay(hours[1]), from != to,
      from % RegionSchedule.day != to % RegionSchedule.day
    else {
      throw GeoError(
        .usage, "--quiet-hours takes hours such as 22:00-07:00 or 22:00-07:00@Europe/Berlin, got '\(text)'")
    }
    hasZone = parts.count > 1
    let zone = parts.count == 1 ? zone : try QuietHours.zone(String(parts[1]))
    schedule = RegionSchedule(from: from, to: to, timeZone: zone)
    self.text = "\(RegionSchedule.text(from))–\(RegionSchedule.text(to))"
  }

  private static func zone(_ name: String) throws(GeoError) -> TimeZoneRules {
    do throws(LuaMismatch) { return try ZoneInfo.rules(name) } catch {
      throw GeoError(.usage, "--quiet-hours: \(error.message)")
    }
  }

  /// The zone of the hours, also for the times in digests.
  var zone: TimeZoneRules { schedule.timeZone }

  /// Moves hours that name no zone into that of the run.
  package mutating func follow(_ zone: TimeZoneRules) {
    if !hasZone { schedule = RegionSchedule(from: schedule.from, to: schedule.to, timeZone: zone) }
  }

  /// When the quiet hours around `time` end; nil outside of them.
  package func end(around time: TimeInterval) -> TimeInterval? {
    guard schedule.isOpen(at: time) else { return nil }
    let local = time + Double(zone.offset(at: time))
    let midnight = (local / Double(RegionSchedule.day)).rounded(.down) * Double(RegionSchedule.day)
    var end = midnight + Double(schedule.to)
    if end <= local { end += Double(RegionSchedule.day) }
    // The offset of the end, which a change of the clocks during the hours makes another.
    let guess = end - Double(zone.offset(at: time))
    return end - Double(zone.offset(at: guess))
  }
}
