public import GeoCore

/// Says once an approach that the device will be at a place within a time.
///
/// That time is what is left of the way, at the rate at which it has become shorter during the last five minutes.
///
/// Owner: the device, until it is cancelled; the script holds it, too.
///
/// - Units: seconds, meters.
/// - Source: RG-48.
public final class ApproachWatch {
  /// When the device will be there.
  public struct Estimate: Sendable, Hashable {
    /// From the newest fix on.
    public var seconds: TimeInterval
    /// What is left of the way.
    public var distance: CLLocationDistance
    /// How fast it becomes shorter, in meters per second.
    public var speed: CLLocationSpeed
    public var arrival: TimeInterval
  }

  enum Phase: Sendable, Equatable {
    case armed
    /// It has said so, with this much left.
    case told(CLLocationDistance)
    /// It is there, or has left at that time.
    case there(leftAt: TimeInterval?)
  }

  public let place: CLLocationCoordinate2D
  public let within: TimeInterval
  /// Measures the way; nil for the shortest one.
  let line: GeodesicPath?
  /// How far from the line's beginning the place is.
  private let end: CLLocationDistance
  private let action: (Estimate) throws -> Void
  var phase: Phase?
  /// What was left of the way, the oldest first.
  var past: [(time: TimeInterval, distance: CLLocationDistance)] = []
  /// The newest; nil while the device comes no nearer.
  public private(set) var estimate: Estimate?
  weak var device: Device?

  /// Nearer than this is there.
  public static let reach: CLLocationDistance = 100
  /// As far as the rate looks back, and the least that it needs.
  private static let span: TimeInterval = 300
  private static let leastSpan: TimeInterval = 60
  /// A gap after which it begins anew.
  private static let gap: TimeInterval = 600
  /// Fixes nearer together in time count as one, so that memory is bounded.
  private static let step: TimeInterval = 5
  /// The way must become that much shorter.
  private static let leastProgress: CLLocationDistance = 100

  public init(
    _ place: CLLocationCoordinate2D, within: TimeInterval, along line: GeodesicPath? = nil,
    _ action: @escaping (Estimate) throws -> Void
  ) {
    (self.place, self.within, self.line, self.action) = (place, within, line, action)
    end = line?.nearest(to: place)?.distanceAlong ?? 0
  }

  /// Whether it still watches.
  public var isActive: Bool { device != nil }

  public func cancel() { device?.endApproach(self) }

  /// Takes a place of the device; returns what the script shall hear.
  func ingest(_ fix: Fix, at time: TimeInterval) -> Estimate? {
    let left = distanceLeft(from: fix.coordinate)
    if let last = past.last, time < last.time || time - last.time > ApproachWatch.gap { past = [] }
    estimate = estimate(left, at: time, accuracy: fix.horizontalAccuracy)
    if past.last.map({ time - $0.time >= ApproachWatch.step }) ?? true { past.append((time, left)) }
    advance(left, at: time)
    guard case .armed? = phase, let estimate, estimate.seconds <= within else { return nil }
    phase = .told(left)
    return estimate
  }

  func tell(_ estimate: Estimate) throws { if isActive { try action(estimate) } }

  private func distanceLeft(from here: CLLocationCoordinate2D) -> CLLocationDistance {
    guard let nearest = line?.nearest(to: here) else { return Geodesic.distance(from: here, to: place) }
    return nearest.distance + abs(end - nearest.distanceAlong)
  }

  private func estimate(
    _ left: CLLocationDistance, at time: TimeInterval, accuracy: CLLocationAccuracy
  ) -> Estimate? {
    while past.count > 1, past[1].time <= time - ApproachWatch.span { past.removeFirst() }
    guard left > ApproachWatch.reach, let oldest = past.first, time - oldest.time >= ApproachWatch.leastSpan
    else { return nil }
    let progress = oldest.distance - left
    guard progress >= max(ApproachWatch.leastProgress, 2 * accuracy) else { return nil }
    let speed = progress / (time - oldest.time)
    return Estimate(seconds: left / speed, distance: left, speed: speed, arrival: time + left / speed)
  }

  /// An approach ends there, or at twice the distance of the report.
  private func advance(_ left: CLLocationDistance, at time: TimeInterval) {
    if left <= ApproachWatch.reach { return phase = .there(leftAt: nil) }
    switch phase {
    case nil: phase = .armed
    case .there(leftAt: nil)?: phase = .there(leftAt: time)
    case .there(leftAt: let leftAt?)? where time - leftAt >= within: phase = .armed
    case .told(let told)? where left > 2 * told: phase = .armed
    default: break
    }
  }
}
