import Geo
import GeoDelivery

/// Makes the rows of one device's report.
///
/// - Shapes: `emit` takes a row as soon as it is complete.
protocol ReportCollector {
  typealias Emit = ([ReportTable.Value]) -> Void

  static var columns: [ReportTable.Column] { get }

  /// Takes the next fix of the device.
  mutating func take(_ sample: ReportSample, ignition: Bool?, _ emit: Emit)
  /// The signal was lost after the last fix.
  mutating func loseSignal()
  /// The input has ended.
  mutating func finish(_ emit: Emit)
}

extension ReportCollector {
  mutating func loseSignal() {}
}

extension ReportTable.Value {
  /// Latitude and longitude; in a privacy zone its name, and nothing.
  static func place(_ place: CLLocationCoordinate2D, _ table: ReportTable) -> [Self] {
    if let zone = table.privacy?.zone(at: place) { return [.text(zone.name), .none] }
    return [.number(place.latitude), .number(place.longitude)]
  }

  static func date(_ time: TimeInterval?) -> Self { time.map { .number($0) } ?? .none }
}

/// Trips, or the stops between them.
struct LegCollector: ReportCollector {
  private let device: String
  private let table: ReportTable
  private let wantsTrips: Bool
  private var detector: TripDetector

  static let columns: [ReportTable.Column] = [
    .init("day", "Day", .day), .init("device", "Device", .text), .init("start", "Start", .time),
    .init("end", "End", .time), .init("duration", "Duration", .duration),
    .init("distance", "Distance", .distance), .init("averageSpeed", "Average speed", .speed),
    .init("maximumSpeed", "Highest speed", .speed), .init("startLatitude", "From latitude", .degrees),
    .init("startLongitude", "From longitude", .degrees), .init("endLatitude", "To latitude", .degrees),
    .init("endLongitude", "To longitude", .degrees),
  ]
  static let stopColumns: [ReportTable.Column] = [
    .init("day", "Day", .day), .init("device", "Device", .text), .init("start", "Start", .time),
    .init("end", "End", .time), .init("duration", "Duration", .duration),
    .init("latitude", "Latitude", .degrees), .init("longitude", "Longitude", .degrees),
  ]

  init(_ device: String, _ table: ReportTable, _ rule: TripRule, trips: Bool) {
    (self.device, self.table, wantsTrips) = (device, table, trips)
    detector = TripDetector(rule)
  }

  mutating func take(_ sample: ReportSample, ignition: Bool?, _ emit: Emit) {
    if let leg = detector.ingest(sample, ignition: ignition) { write(leg, emit) }
  }

  mutating func finish(_ emit: Emit) { if let leg = detector.finish() { write(leg, emit) } }

  private func write(_ leg: TripDetector.Leg, _ emit: Emit) {
    guard leg.isTrip == wantsTrips else { return }
    let (start, end) = (leg.start, leg.end)
    let duration = end.time - start.time
    let head: [ReportTable.Value] = [
      .text(table.day(start.time)), .text(device), .number(start.time), .number(end.time), .number(duration),
    ]
    let place = ReportTable.Value.place(start.coordinate, table)
    guard wantsTrips else { return emit(head + place) }
    let distance = end.distance - start.distance
    emit(
      head + [
        .number(distance), duration > 0 ? .number(distance / duration) : .none, .number(leg.maximumSpeed),
      ] + place + ReportTable.Value.place(end.coordinate, table))
  }
}

/// Stays at places, as `CLVisit` has them.
struct VisitCollector: ReportCollector {
  private let device: String
  private let table: ReportTable
  private var monitor = VisitMonitor()
  private var lastTime = -TimeInterval.infinity

  static let columns: [ReportTable.Column] = [
    .init("day", "Day", .day), .init("device", "Device", .text), .init("arrival", "Arrival", .time),
    .init("departure", "Departure", .time), .init("duration", "Duration", .duration),
    .init("latitude", "Latitude", .degrees), .init("longitude", "Longitude", .degrees),
    .init("horizontalAccuracy", "Accuracy (m)", .count),
  ]

  init(_ device: String, _ table: ReportTable) { (self.device, self.table) = (device, table) }

  mutating func take(_ sample: ReportSample, ignition: Bool?, _ emit: Emit) {
    _ = monitor.advance(to: sample.time)
    let event = monitor.ingest(
      coordinate: sample.coordinate, horizontalAccuracy: sample.accuracy, timestamp: sample.time)
    lastTime = sample.time
    if let event, event.departure != nil { write(event, emit) }
  }

  mutating func finish(_ emit: Emit) { if let stay = monitor.currentStay { write(stay, emit) } }

  private func write(_ event: VisitMonitor.Event, _ emit: Emit) {
    let arrival = event.arrival
    let duration = arrival.map { (event.departure ?? lastTime) - $0 }
    let head: [ReportTable.Value] = [
      .text(table.day(arrival ?? event.departure ?? lastTime)), .text(device), .date(arrival),
      .date(event.departure), .date(duration),
    ]
    let accuracy: ReportTable.Value =
      table.privacy?.zone(at: event.coordinate) == nil ? .number(event.horizontalAccuracy) : .none
    emit(head + ReportTable.Value.place(event.coordinate, table) + [accuracy])
  }
}

/// The way of each local day.
struct DistanceCollector: ReportCollector {
  private let device: String
  private let table: ReportTable
  private let threshold: Double
  private var last: ReportSample?
  private var day: Day?

  private struct Day {
    var name: String
    /// The local day ends here.
    var end: TimeInterval
    var first: TimeInterval
    var last: TimeInterval
    var fixes = 0
    var distance = 0.0
    var moving: TimeInterval = 0
    var maximumSpeed = 0.0
  }

  static let columns: [ReportTable.Column] = [
    .init("day", "Day", .day), .init("device", "Device", .text), .init("first", "First fix", .time),
    .init("last", "Last fix", .time), .init("fixes", "Fixes", .count),
    .init("moving", "Moving", .duration), .init("distance", "Distance", .distance),
    .init("maximumSpeed", "Highest speed", .speed),
  ]

  init(_ device: String, _ table: ReportTable, _ rule: TripRule) {
    (self.device, self.table, threshold) = (device, table, rule.speedThreshold)
  }

  mutating func take(_ sample: ReportSample, ignition: Bool?, _ emit: Emit) {
    if let day, sample.time >= day.end { finish(emit) }
    var today =
      day
      ?? Day(
        name: table.day(sample.time), end: table.dayEnd(sample.time), first: sample.time, last: sample.time)
    // A step over midnight belongs to the day of its end.
    if let last {
      today.distance += sample.distance - last.distance
      if sample.speed > threshold { today.moving += sample.time - last.time }
    }
    today.last = sample.time
    today.fixes += 1
    today.maximumSpeed = max(today.maximumSpeed, sample.speed)
    day = today
    last = sample
  }

  mutating func finish(_ emit: Emit) {
    guard let day else { return }
    emit([
      .text(day.name), .text(device), .number(day.first), .number(day.last), .number(Double(day.fixes)),
      .number(day.moving), .number(day.distance), .number(day.maximumSpeed),
    ])
    self.day = nil
  }
}
