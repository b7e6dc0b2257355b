public import GeoCore

/// Separates stays from travel: fixes and the time in, arrivals and departures out, no other effects.
///
/// A stay begins with the fix that the next ones stay near, so its first minutes are known when it is
/// reported:
/// - *Arrival*: for ``Rule/minimumStay`` all fixes lay within ``Rule/radius`` of the first. The clock alone
///   may end the wait once half of it has been observed, because a phone at rest stops reporting. Gaps count
///   as staying if the next fix is still near. A fix outside of the radius, but not clearly so, may begin
///   another stay; the one that lasts first counts.
/// - *Departure*: fixes lie clearly outside (farther from the mean than the radius, by more than their
///   accuracy) for ``Rule/departureDelay``, or one lies ``Rule/farFactor`` radii away. It is dated by the
///   first fix outside.
/// - A fix with an accuracy worse than the radius never counts for a stay, only against it.
///
/// - Source: stay points as in Li et al. 2008, doi:10.1145/1463434.1463477, algorithm 1 (anchor, distance, time);
///   the figures, the clock and the departure's delay are ours. Apple publishes none for its visits.
public struct VisitMonitor: Sendable, Hashable {
  /// The figures of a monitor.
  public struct Rule: Sendable, Hashable {
    /// How far a stay may extend from its first fix, in meters.
    public var radius: CLLocationDistance = 100
    /// How long a device must stay to have arrived, in seconds.
    public var minimumStay: TimeInterval = 300
    /// How long fixes must lie outside until the device has left, in seconds.
    public var departureDelay: TimeInterval = 60
    /// A fix clearly farther than this many radii means a departure at once.
    public var farFactor = 2.5

    public init() {}

    /// Apple publishes no figures; a place is a building with its yard, and a stay is longer than a traffic
    /// light.
    public static let visits = Rule()
  }

  /// A stay that began or ended.
  public struct Event: Sendable, Hashable {
    /// When it began in seconds since 1970; nil if before the first fix.
    public var arrival: TimeInterval?
    /// When it ended; nil while it is ongoing.
    public var departure: TimeInterval?
    /// The mean of the fixes, weighted by 1/accuracy²; after the arrival only of those within half of the radius.
    public var coordinate: CLLocationCoordinate2D
    /// The quadratic mean of the fixes' accuracies; errors of a standing receiver do not average out.
    public var horizontalAccuracy: CLLocationAccuracy
  }

  public var rule: Rule
  /// Its whole state, for storage.
  public internal(set) var snapshot: Snapshot

  public init(rule: Rule = .visits, snapshot: Snapshot = Snapshot()) {
    self.rule = rule
    self.snapshot = snapshot
  }

  /// Whether the device has arrived and not left.
  public var isStaying: Bool { snapshot.hasArrived }

  /// The ongoing stay; nil on the way.
  public var currentStay: Event? {
    snapshot.hasArrived ? snapshot.stay?.event(departure: nil) : nil
  }

  /// When it needs the time next, in seconds since 1970; nil while only a fix can change anything.
  public var nextDeadline: TimeInterval? {
    guard !snapshot.hasArrived, let stay = snapshot.stay else { return nil }
    return ([stay] + snapshot.rivals).lazy
      .filter { $0.seen >= rule.minimumStay / 2 }.map { $0.begin + rule.minimumStay }.min()
  }

  /// Advances the time; returns an arrival if the wait is over.
  public mutating func advance(to time: TimeInterval) -> Event? {
    guard let deadline = nextDeadline, deadline <= time, let stay = snapshot.stay else { return nil }
    snapshot.stay = ([stay] + snapshot.rivals).first {
      $0.seen >= rule.minimumStay / 2 && $0.begin + rule.minimumStay <= time
    }
    return arrive()
  }

  /// Ingests one fix; returns the arrival or departure that it shows.
  ///
  /// A fix without a valid accuracy or place, or older than the one before, is skipped.
  public mutating func ingest(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, timestamp: TimeInterval
  ) -> Event? {
    // Written so that NaN is rejected.
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
    if distance > rule.radius, distance - horizontalAccuracy > rule.radius {
      return leave(fix, distance - horizontalAccuracy)
    }
    guard horizontalAccuracy <= rule.radius else { return nil }
    if !snapshot.hasArrived { consider(fix, isNear: distance <= rule.radius) }
    return distance <= rule.radius ? remain(fix, distance) : arriveAtRival()
  }

  /// Shows a fix to the stays that may have begun since ``Snapshot/stay``, of which it may begin one.
  private mutating func consider(_ fix: Sighting, isNear: Bool) {
    var isNear = isNear
    snapshot.rivals.removeAll { rival in
      Geodesic.distance(from: rival.anchor, to: fix.coordinate) - fix.accuracy > rule.radius
    }
    for index in snapshot.rivals.indices
    where Geodesic.distance(from: snapshot.rivals[index].anchor, to: fix.coordinate) <= rule.radius {
      snapshot.rivals[index].add(fix)
      isNear = true
    }
    guard !isNear, snapshot.rivals.count < VisitMonitor.mostRivals else { return }
    snapshot.rivals.append(Stay(fix, isBeginKnown: true))
  }

  /// No more than so many places lie apart from each other within the error of one fix.
  private static let mostRivals = 8

  private mutating func arriveAtRival() -> Event? {
    guard !snapshot.hasArrived, let rival = snapshot.rivals.first(where: { $0.seen >= rule.minimumStay })
    else {
      return nil
    }
    snapshot.stay = rival
    return arrive()
  }

  private mutating func begin(with fix: Sighting) {
    snapshot.outsideSince = nil
    snapshot.rivals = []
    guard fix.accuracy <= rule.radius else {
      snapshot.stay = nil
      return
    }
    snapshot.stay = Stay(fix, isBeginKnown: !snapshot.isFirst)
  }

  private mutating func remain(_ fix: Sighting, _ distance: CLLocationDistance) -> Event? {
    snapshot.outsideSince = nil
    // A device that strolls away must not draw the mean along.
    let draws = !snapshot.hasArrived || distance <= rule.radius / 2
    snapshot.stay?.add(fix, draws: draws)
    guard !snapshot.hasArrived, let stay = snapshot.stay else { return nil }
    return stay.seen >= rule.minimumStay ? arrive() : arriveAtRival()
  }

  private mutating func arrive() -> Event? {
    snapshot.hasArrived = true
    snapshot.rivals = []
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
