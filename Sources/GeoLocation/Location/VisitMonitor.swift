public import GeoCore

/// Tells stays from travel: fixes and the time in, arrivals and departures out, nothing else touched.
///
/// A stay begins with the fix that the next ones remain near to, so its first minutes are known when it is told:
/// - *Arrival*: for ``Rule/minimumStay`` all fixes lay within ``Rule/radius`` of the first. The clock alone may end
///   the wait once half of it has been seen: a phone at rest falls silent. Gaps count as staying when the next fix
///   is still near.
/// - *Departure*: fixes lie clearly outside (farther from the mean than the radius, by more than their accuracy) for
///   ``Rule/departureDelay``, or one lies ``Rule/farFactor`` radii away. It is dated by the first fix outside.
/// - A fix with an accuracy worse than the radius never speaks for a stay, only against it.
///
/// - Source: stay points as in Li et al. 2008, doi:10.1145/1463434.1463477, algorithm 1 (anchor, distance, time);
///   the figures, the clock and the departure's delay are ours. Apple publishes none for its visits.
public struct VisitMonitor: Sendable, Hashable {
  /// The figures of a monitor.
  public struct Rule: Sendable, Hashable {
    /// How far from its first fix a stay may reach, in meters.
    public var radius: CLLocationDistance = 100
    /// How long a device stays before it has arrived, in seconds.
    public var minimumStay: TimeInterval = 300
    /// How long fixes must lie outside before the device has left, in seconds.
    public var departureDelay: TimeInterval = 60
    /// A fix clearly farther than so many radii means a departure at once.
    public var farFactor = 2.5

    public init() {}

    /// Apple has no figures; a place is a building with its yard, and a stay longer than a traffic light.
    public static let visits = Rule()
  }

  /// A stay that began or ended.
  public struct Event: Sendable, Hashable {
    /// When it began in seconds since 1970; nil when that was before the first fix.
    public var arrival: TimeInterval?
    /// When it ended, nil while it goes on.
    public var departure: TimeInterval?
    /// The mean of the fixes, weighted by 1/accuracy²; after the arrival only of those within half of the radius.
    public var coordinate: CLLocationCoordinate2D
    /// The quadratic mean of the fixes' accuracies; errors of a standing receiver do not average out.
    public var horizontalAccuracy: CLLocationAccuracy
  }

  public var rule: Rule
  /// Everything that it knows, for who keeps it.
  public internal(set) var snapshot: Snapshot

  public init(rule: Rule = .visits, snapshot: Snapshot = Snapshot()) {
    self.rule = rule
    self.snapshot = snapshot
  }

  /// Whether the device has arrived and not left.
  public var isStaying: Bool { snapshot.hasArrived }

  /// The stay that goes on, nil on the way.
  public var currentStay: Event? {
    snapshot.hasArrived ? snapshot.stay?.event(departure: nil) : nil
  }

  /// When the clock must be shown next, in seconds since 1970; nil while only a fix can change anything.
  public var nextDeadline: TimeInterval? {
    guard !snapshot.hasArrived, let stay = snapshot.stay, stay.seen >= rule.minimumStay / 2 else {
      return nil
    }
    return stay.begin + rule.minimumStay
  }

  /// Tells the time; returns an arrival if the wait is over.
  public mutating func advance(to time: TimeInterval) -> Event? {
    guard let deadline = nextDeadline, deadline <= time else { return nil }
    return arrive()
  }

  /// Takes in one fix; returns the arrival or departure that it shows.
  ///
  /// A fix without a valid accuracy or place, or older than the one before, is passed over.
  public mutating func ingest(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, timestamp: TimeInterval
  ) -> Event? {
    // Written so that NaN is refused.
    guard horizontalAccuracy >= 0, timestamp >= snapshot.lastTimestamp ?? -.greatestFiniteMagnitude,
      timestamp.isFinite, CLLocationCoordinate2DIsValid(coordinate)
    else { return nil }
    defer {
      snapshot.lastTimestamp = timestamp
      snapshot.isFirst = false
    }
    let fix = Sighting(coordinate: coordinate, accuracy: horizontalAccuracy, timestamp: timestamp)
    guard let stay = snapshot.stay else {
      begin(with: fix)
      return nil
    }
    let distance = Geodesic.distance(from: snapshot.hasArrived ? stay.center : stay.anchor, to: coordinate)
    if distance <= rule.radius {
      if horizontalAccuracy <= rule.radius { return remain(fix, distance) }
    } else if distance - horizontalAccuracy > rule.radius {
      return leave(fix, distance - horizontalAccuracy)
    }
    return nil
  }

  private mutating func begin(with fix: Sighting) {
    snapshot.outsideSince = nil
    guard fix.accuracy <= rule.radius else {
      snapshot.stay = nil
      return
    }
    snapshot.stay = Stay(fix, isBeginKnown: !snapshot.isFirst)
  }

  private mutating func remain(_ fix: Sighting, _ distance: CLLocationDistance) -> Event? {
    snapshot.outsideSince = nil
    // Who strolls away must not draw the middle along.
    let draws = !snapshot.hasArrived || distance <= rule.radius / 2
    snapshot.stay?.add(fix, draws: draws)
    guard !snapshot.hasArrived, let stay = snapshot.stay, stay.seen >= rule.minimumStay else { return nil }
    return arrive()
  }

  private mutating func arrive() -> Event? {
    snapshot.hasArrived = true
    return currentStay
  }

  private mutating func leave(_ fix: Sighting, _ distance: CLLocationDistance) -> Event? {
    guard snapshot.hasArrived else {
      begin(with: fix)
      return nil
    }
    let since = snapshot.outsideSince ?? fix.timestamp
    snapshot.outsideSince = since
    guard distance > rule.radius * rule.farFactor || fix.timestamp - since >= rule.departureDelay else {
      return nil
    }
    let event = snapshot.stay?.event(departure: since)
    snapshot.hasArrived = false
    begin(with: fix)
    return event
  }
}
