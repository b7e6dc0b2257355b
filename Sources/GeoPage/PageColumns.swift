import Geo

/// The many numbers of a page, in the order in which `Sources/CPage/Page/model.js` reads them.
///
/// - Shape: ``VariableBytes``. For each device: of its fixes all timestamps as differences, then all latitudes,
///   longitudes, accuracies, altitudes, speeds and courses, outcomes, texts, and counts of decisions; then of all its
///   decisions regions, rules, states, distances, texts, and times when something is due; then of its states times,
///   regions and kinds. A value that may be missing is 0, or its difference to the last one, zigzagged, and 1 more.
/// - Units: milliseconds since the page's start, millionths of a degree, decimeters, decimeters per second, degrees.
struct PageColumns {
  private(set) var numbers = VariableBytes()
  let start: TimeInterval

  init(start: TimeInterval) { self.start = start }

  mutating func add(_ track: PageTrack, regions: [Int]) {
    let (fixes, start) = (track.fixes, start)
    func milliseconds(_ time: TimeInterval) -> Int { Int(((time - start) * 1000).rounded()) }
    differences(fixes) { milliseconds($0.timestamp) }
    differences(fixes) { Int(($0.coordinate.latitude * 1e6).rounded()) }
    differences(fixes) { Int(($0.coordinate.longitude * 1e6).rounded()) }
    optional(fixes) { Double($0.accuracy) * 10 }
    optional(fixes) { Double($0.altitude) * 10 }
    optional(fixes) { Double($0.speed) * 10 }
    optional(fixes) { Double($0.course) }
    plain(fixes) { Int($0.outcome.rawValue) }
    plain(fixes) { Int($0.text) }
    plain(fixes) { Int($0.count) }
    let decisions = fixes.flatMap { track.decisions[Int($0.first)..<Int($0.first + $0.count)] }
    plain(decisions) { regions[Int($0.region)] }
    plain(decisions) { PageColumns.rules.firstIndex(of: $0.rule) ?? 0 }
    plain(decisions) { Int($0.state == .inside ? 2 : $0.state == .outside ? 1 : 0) }
    optional(decisions) { Double($0.distance) * 10 }
    plain(decisions) { Int($0.text) }
    optional(decisions) { ($0.due - start) * 1000 }
    differences(track.states) { milliseconds($0.time) }
    plain(track.states) { regions[Int($0.region)] }
    plain(track.states) { Int($0.kind.rawValue) }
  }

  /// The rules in the order of their numbers.
  static let rules = RegionDecision.Rule.allCases

  private mutating func plain<Row>(_ rows: [Row], _ value: (Row) -> Int) {
    for row in rows { numbers.add(UInt64(max(0, value(row)))) }
  }

  private mutating func differences<Row>(_ rows: [Row], _ value: (Row) -> Int) {
    var last = 0
    for row in rows {
      let next = value(row)
      numbers.add(difference: next - last)
      last = next
    }
  }

  private mutating func optional<Row>(_ rows: [Row], _ value: (Row) -> Double) {
    var last = 0
    for row in rows {
      let number = value(row).rounded()
      // Beyond that it is a sensor's mistake, and a number of the page would not hold it.
      guard number.isFinite, abs(number) < 1e12 else {
        numbers.add(0)
        continue
      }
      let next = Int(number)
      let difference = next - last
      numbers.add(UInt64(bitPattern: Int64(difference << 1 ^ difference >> 63)) + 1)
      last = next
    }
  }
}
