public import Geo
package import GeoDelivery

/// The rows of a report, before they are written in a form.
public struct ReportTable: Sendable {
  /// What a column holds, which decides how each form writes it.
  ///
  /// - Units: seconds since 1970, seconds, meters, meters per second, degrees.
  public enum Kind: Sendable { case text, day, time, duration, distance, speed, degrees, count }

  public struct Column: Sendable {
    /// Its name in CSV and JSON.
    public let key: String
    /// Its title for people.
    public let title: String
    public let kind: Kind

    init(_ key: String, _ title: String, _ kind: Kind) {
      (self.key, self.title, self.kind) = (key, title, kind)
    }
  }

  public enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
    case none
  }

  /// The report: `trips`, `stops` …
  public let name: String
  public let columns: [Column]
  public let zone: TimeZoneRules
  /// The zones whose names stand in place of positions; nil without any.
  package var privacy: PrivacyZones?
  /// In order of their beginning, then of the device.
  public internal(set) var rows: [[Value]] = []
  /// For each device and, with several, for all: the number of rows and the sums of durations and distances.
  public internal(set) var totals: [Total] = []

  public struct Total: Sendable {
    /// Nil for all devices.
    public let device: String?
    public var count = 0
    public var duration: TimeInterval = 0
    public var distance: CLLocationDistance = 0
    public var maximumSpeed: CLLocationSpeed = 0
  }

  init(_ name: String, _ columns: [Column], _ zone: TimeZoneRules) {
    (self.name, self.columns, self.zone) = (name, columns, zone)
  }

  /// The local day of a time: `2026-05-01`.
  func day(_ time: TimeInterval) -> String {
    String(ISO8601.format(time + TimeInterval(zone.offset(at: time))).prefix(10))
  }

  /// When the local day of a time ends.
  func dayEnd(_ time: TimeInterval) -> TimeInterval {
    let local = time + TimeInterval(zone.offset(at: time))
    return zone.time(ofLocal: ((local / 86_400).rounded(.down) + 1) * 86_400)
  }

  var hasDuration: Bool { columns.contains { $0.kind == .duration } }
  var hasDistance: Bool { columns.contains { $0.kind == .distance } }
  var hasSpeed: Bool { columns.contains { $0.key == "maximumSpeed" } }

  /// Puts the rows in order, and adds them up.
  mutating func finish() {
    guard let device = columns.firstIndex(where: { $0.key == "device" }),
      let time = columns.firstIndex(where: { $0.kind == .time })
    else { return }
    func key(_ row: [Value]) -> (Double, String) {
      var (when, who) = (-Double.infinity, "")
      if case .number(let number) = row[time] { when = number }
      if case .text(let text) = row[device] { who = text }
      return (when, who)
    }
    rows = rows.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var byDevice: [String: Total] = [:]
    var all = Total(device: nil)
    for row in rows {
      let name = key(row).1
      add(row, to: &byDevice[name, default: Total(device: name)])
      add(row, to: &all)
    }
    totals = byDevice.values.sorted { ($0.device ?? "") < ($1.device ?? "") }
    if totals.count != 1 { totals.append(all) }
  }

  private func add(_ row: [Value], to total: inout Total) {
    total.count += 1
    for (column, value) in zip(columns, row) {
      guard case .number(let number) = value else { continue }
      switch column.kind {
      case .duration: total.duration += number
      case .distance: total.distance += number
      case .speed where column.key == "maximumSpeed": total.maximumSpeed = max(total.maximumSpeed, number)
      default: break
      }
    }
  }
}
