public import GeoCore

extension VisitMonitor {
  /// The state of a monitor, as a plain value.
  public struct Snapshot: Sendable, Hashable {
    /// The stay, or a possible one; nil before the first fix that can begin one.
    public var stay: Stay?
    /// Other stays that fixes at the edge of it may have begun, in the order of their beginnings; none once arrived.
    public var rivals: [Stay] = []
    /// Whether the arrival has been reported.
    public var hasArrived = false
    /// The first of the outside fixes that may mean a departure, in seconds since 1970.
    public var outsideSince: TimeInterval?
    /// The timestamp of the last fix used; nil before the first and after the device was rebased.
    public var lastTimestamp: TimeInterval?
    /// Whether no fix has been used yet: a stay that begins with the very first one began before it.
    public var isFirst = true

    public init() {}
  }

  /// Sums over fixes near each other.
  public struct Stay: Sendable, Hashable {
    /// The first fix, in degrees.
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
    /// The timestamp of the first fix and of the last one inside, in seconds since 1970.
    public var begin: TimeInterval
    public var last: TimeInterval
    /// False if the device may have been there before its first fix.
    public var isBeginKnown: Bool
    public var mean = MeanPosition()

    public init(
      latitude: CLLocationDegrees, longitude: CLLocationDegrees, begin: TimeInterval, last: TimeInterval,
      isBeginKnown: Bool, mean: MeanPosition
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.begin = begin
      self.last = last
      self.isBeginKnown = isBeginKnown
      self.mean = mean
    }

    var anchor: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }
    var center: CLLocationCoordinate2D { mean.coordinate ?? anchor }
    /// How long it has been observed, in seconds.
    var seen: TimeInterval { last - begin }

    init(_ fix: Sighting, isBeginKnown: Bool) {
      latitude = fix.coordinate.latitude
      longitude = fix.coordinate.longitude
      begin = fix.timestamp
      last = fix.timestamp
      self.isBeginKnown = isBeginKnown
      add(fix)
    }

    mutating func add(_ fix: Sighting, draws: Bool = true) {
      last = fix.timestamp
      guard draws else { return }
      // A receiver that claims to be better than a meter, or perfect, counts as a meter.
      let accuracy = max(fix.accuracy, 1)
      mean.add(fix.coordinate, weight: 1 / (accuracy * accuracy))
    }

    /// Rounded to 0.1 mm and 1 mm, because further digits are noise of the sines.
    func event(departure: TimeInterval?) -> Event {
      let accuracy = (Double(mean.count) / mean.weight).squareRoot()
      return Event(
        arrival: isBeginKnown ? begin : nil, departure: departure,
        coordinate: CLLocationCoordinate2D(
          latitude: (center.latitude * 1e9).rounded() / 1e9,
          longitude: (center.longitude * 1e9).rounded() / 1e9),
        horizontalAccuracy: (accuracy * 1000).rounded() / 1000)
    }
  }

  /// The values of a fix that the monitor uses.
  struct Sighting {
    let coordinate: CLLocationCoordinate2D
    let accuracy: CLLocationAccuracy
    let timestamp: TimeInterval
  }

  /// Corrects a wrong clock: no date stays ahead of `time`, and older fixes count again.
  public mutating func rebase(to time: TimeInterval) {
    snapshot.lastTimestamp = nil
    snapshot.outsideSince = snapshot.outsideSince.map { min($0, time) }
    if let stay = snapshot.stay {
      snapshot.stay?.begin = min(stay.begin, time)
      snapshot.stay?.last = min(stay.last, time)
    }
    for index in snapshot.rivals.indices {
      snapshot.rivals[index].begin = min(snapshot.rivals[index].begin, time)
      snapshot.rivals[index].last = min(snapshot.rivals[index].last, time)
    }
  }
}
