import Foundation
import GeoCore

@testable import GeoRegions

/// The model of regions in its simplest form: one record for each region, every distance an exact geodesic.
///
/// The reference for ``RegionMonitor``: it shares no index, no set and no approximation with it. It walks a
/// way between two fixes in small steps.
struct NaiveRegionMonitor {
  struct Happening {
    var kind: RegionEvent.Kind
    var name: String
    var time = 0.0
    var duration = 0.0
    var isCrossed = false
  }

  /// A crossing that waits; `lag` is how much later the device knew of it.
  struct Waiting {
    var enters: Bool
    var since: Double
    var due: Double
    var lag: Double
    var isCrossed: Bool
  }

  struct Watched {
    var region: MonitoredRegion
    var state = RegionState.unknown
    var begin = 0.0
    var waiting: Waiting?
    var dwellDue = Double.infinity
    var dwellLag = 0.0
  }

  struct Seen {
    var place: CLLocationCoordinate2D
    var accuracy = 5.0
    var altitude = Double.nan
    var time = 0.0
    var received = 0.0
  }

  private var watched: [String: Watched] = [:]
  var last: Seen?
  var isAmbiguous = false

  mutating func add(_ region: MonitoredRegion) {
    if watched[region.identifier]?.region == region { return }
    watched[region.identifier] = Watched(region: region)
  }

  mutating func remove(_ identifier: String) { watched[identifier] = nil }

  mutating func loseSignal() { last = nil }

  func state(of identifier: String) -> RegionState { watched[identifier]?.state ?? .unknown }

  var inside: Set<String> { Set(watched.filter { $0.value.state == .inside }.keys) }

  mutating func take(_ place: CLLocationCoordinate2D) -> [Happening] { take(Seen(place: place)) }

  mutating func take(_ fix: Seen) -> [Happening] {
    let before = fallDue(upTo: fix.time, byClock: false)
    var now: [Happening] = []
    for name in watched.keys.sorted() {
      guard var item = watched[name] else { continue }
      judge(&item, fix, &now)
      watched[name] = item
    }
    last = fix
    return before + sorted(now)
  }

  mutating func advance(to time: Double) -> [Happening] { fallDue(upTo: time, byClock: true) }

  static func distance(_ region: MonitoredRegion, _ place: CLLocationCoordinate2D) -> Double {
    region.shape?.signedDistance(to: place) ?? Geodesic.distance(from: region.center, to: place)
      - region.radius
  }

  func isIgnored(_ fix: Seen, _ options: RegionOptions) -> Bool {
    if let limit = options.minimumAccuracy, fix.accuracy > limit { return true }
    return options.altitudes != nil && fix.altitude.isNaN
  }

  func counted(_ accuracy: Double, _ options: RegionOptions) -> Double {
    switch options.accuracyMode {
    case .point: 0
    case .contains: accuracy
    case .clamp: accuracy < options.maximumError ? accuracy : options.maximumError
    }
  }

  private mutating func judge(_ item: inout Watched, _ fix: Seen, _ now: inout [Happening]) {
    let region = item.region
    let options = region.options
    if isIgnored(fix, options) { return }
    let d = Self.distance(region, fix.place)
    let a = counted(fix.accuracy, options)
    let inBand =
      options.altitudes.map { $0.lowerBound <= fix.altitude && fix.altitude <= $0.upperBound } ?? true
    let depth = min(region.buffer, region.innerRadius / 2)
    let lag = max(0, fix.received - fix.time)
    switch item.state {
    case .unknown:
      item.state = inBand && d <= 0 ? .inside : .outside
      item.begin = fix.time
    case .inside:
      if !inBand || d - a > region.buffer {
        if item.waiting == nil { start(&item, enters: false, at: fix.time, lag, false, &now) }
      } else if d <= 0 {
        item.waiting = nil
        if item.dwellDue <= fix.time {
          item.dwellDue = .infinity
          tell(.dwell, item, fix.time, fix.time, false, &now)
        }
      }
    case .outside:
      if inBand, d + a <= -depth {
        if item.waiting == nil { start(&item, enters: true, at: fix.time, lag, false, &now) }
        return
      }
      if !inBand || d > 0 { item.waiting = nil }
      if options.detectsCrossing, item.waiting == nil { pass(&item, fix, lag, &now) }
    }
  }

  /// One region's delays and dwells on a way.
  func run(_ item: inout Watched, to time: Double, _ now: inout [Happening]) {
    if let waiting = item.waiting, waiting.due <= time { finish(&item, &now) }
    if item.waiting == nil, item.dwellDue <= time {
      tell(.dwell, item, item.dwellDue, item.dwellDue, true, &now)
      item.dwellDue = .infinity
    }
  }

  func start(
    _ item: inout Watched, enters: Bool, at time: Double, _ lag: Double, _ isCrossed: Bool,
    _ now: inout [Happening]
  ) {
    let delay = enters ? item.region.options.enterDelay : item.region.options.exitDelay
    item.waiting = Waiting(enters: enters, since: time, due: time + delay, lag: lag, isCrossed: isCrossed)
    if delay == 0 { finish(&item, &now) }
    if item.waiting == nil, item.dwellDue <= time {
      tell(.dwell, item, item.dwellDue, item.dwellDue, isCrossed, &now)
      item.dwellDue = .infinity
    }
  }

  private func finish(_ item: inout Watched, _ now: inout [Happening]) {
    guard let waiting = item.waiting else { return }
    item.waiting = nil
    if waiting.enters {
      item.state = .inside
      item.begin = waiting.since
      item.dwellDue = waiting.due + (item.region.options.dwell ?? .infinity)
      item.dwellLag = waiting.lag
      if item.region.notifyOnEntry { tell(.enter, item, waiting.due, waiting.due, waiting.isCrossed, &now) }
    } else {
      item.state = .outside
      item.dwellDue = .infinity
      if item.region.notifyOnExit { tell(.exit, item, waiting.due, waiting.since, waiting.isCrossed, &now) }
    }
  }

  private func tell(
    _ kind: RegionEvent.Kind, _ item: Watched, _ time: Double, _ end: Double, _ isCrossed: Bool,
    _ now: inout [Happening]
  ) {
    if let schedule = item.region.options.schedule, !isOpen(schedule, time) { return }
    now.append(
      Happening(
        kind: kind, name: item.region.identifier, time: time, duration: end - item.begin,
        isCrossed: isCrossed))
  }

  /// By Foundation's calendar.
  private func isOpen(_ schedule: RegionSchedule, _ time: Double) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(secondsFromGMT: schedule.timeZone.offset(at: time)) else { return false }
    calendar.timeZone = zone
    let parts = calendar.dateComponents(
      [.weekday, .hour, .minute, .second], from: Date(timeIntervalSince1970: time))
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    let today = (parts.weekday ?? 1) - 1
    let second = (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)
    func has(_ day: Int) -> Bool { schedule.days.names.contains(names[day]) }
    if schedule.from < schedule.to { return has(today) && second >= schedule.from && second < schedule.to }
    return has(today) && second >= schedule.from || has((today + 6) % 7) && second < schedule.to
  }

  private mutating func fallDue(upTo time: Double, byClock: Bool) -> [Happening] {
    var all: [Happening] = []
    func due(_ item: Watched) -> Double {
      if let waiting = item.waiting { return waiting.due + (byClock ? waiting.lag : 0) }
      return item.dwellDue + (byClock ? item.dwellLag : 0)
    }
    while let next = watched.values.map(due).min(), next <= time, next < .infinity {
      var now: [Happening] = []
      for name in watched.keys.sorted() {
        guard var item = watched[name], due(item) == next else { continue }
        if item.waiting != nil {
          finish(&item, &now)
        } else {
          tell(.dwell, item, item.dwellDue, item.dwellDue, false, &now)
          item.dwellDue = .infinity
        }
        watched[name] = item
      }
      all += sorted(now)
    }
    return all
  }

  private func sorted(_ happenings: [Happening]) -> [Happening] {
    func rank(_ one: Happening) -> Int {
      one.isCrossed ? 1 : [.exit: 0, .enter: 2, .dwell: 3][one.kind] ?? 4
    }
    return happenings.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if rank(a) != rank(b) { return rank(a) < rank(b) }
      if a.isCrossed, a.time != b.time { return a.time < b.time }
      if a.name != b.name { return Array(a.name.utf8).lexicographicallyPrecedes(Array(b.name.utf8)) }
      return left.offset < right.offset
    }.map(\.element)
  }
}
