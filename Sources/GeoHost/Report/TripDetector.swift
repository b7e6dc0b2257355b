import Geo

/// Divides the fixes of one device into trips and stops.
///
/// A trip or a stop begins with its first fix, but only later ones show that it is one: until then the fix is a
/// candidate.
///
/// - Source: HO-64; traccar 6, session/state/MotionProcessor.java and reports/common/ReportUtils.java, `slowTripsAndStops`;
///   the highest speed is that of the whole trip, where Traccar leaves out its first minutes.
struct TripDetector {
  struct Leg {
    var isTrip: Bool
    var start: ReportSample
    var end: ReportSample
    var maximumSpeed: Double
  }

  private let rule: TripRule
  private var last: ReportSample?
  /// Whether the device is on a trip.
  private var isOnTrip = false
  private var isMoving = false
  /// The first fix that differs from what the device is said to do.
  private var candidate: ReportSample?
  /// Where the present trip or stop began; nil after a gap until the next one is sure.
  private var begin: ReportSample?
  private var maximumSpeed = 0.0

  init(_ rule: TripRule) { self.rule = rule }

  /// Ingests the next fix; returns the trip or stop that it shows to be over.
  ///
  /// - Parameter ignition: nil if the device does not tell.
  mutating func ingest(_ sample: ReportSample, ignition: Bool?) -> Leg? {
    let moves = sample.speed > rule.speedThreshold
    defer { last = sample }
    guard let last else {
      (isOnTrip, isMoving, begin, maximumSpeed) = (moves, moves, sample, sample.speed)
      return nil
    }
    if isOnTrip, sample.time - last.time >= rule.minimalNoDataDuration {
      isMoving = false
      return turn(at: last)
    }
    maximumSpeed = max(maximumSpeed, sample.speed)
    guard moves == isMoving else {
      isMoving = moves
      candidate = moves == isOnTrip ? nil : sample
      if moves, !isOnTrip { maximumSpeed = sample.speed }
      return nil
    }
    guard let candidate else { return nil }
    let time = sample.time - candidate.time
    let isSure =
      moves
      ? time >= rule.minimalTripDuration || sample.distance - candidate.distance >= rule.minimalTripDistance
      : time >= rule.minimalParkingDuration || rule.usesIgnition && ignition == false
    return isSure ? turn(at: candidate) : nil
  }

  /// Ends what the device did at `sample`, and begins the other.
  private mutating func turn(at sample: ReportSample) -> Leg? {
    defer {
      isOnTrip.toggle()
      begin = sample
      candidate = nil
    }
    return begin.map { leg(from: $0, to: sample) }
  }

  /// The trip or stop in which the fixes end; nil without fixes.
  func finish() -> Leg? {
    guard let begin, let last else { return nil }
    return leg(from: begin, to: last)
  }

  private func leg(from start: ReportSample, to end: ReportSample) -> Leg {
    Leg(isTrip: isOnTrip, start: start, end: end, maximumSpeed: maximumSpeed)
  }
}
