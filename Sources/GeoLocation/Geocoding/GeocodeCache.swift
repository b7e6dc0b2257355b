public import GeoCore

/// A device's memory of its geocoding requests: reusable answers, and how often it asked servers.
///
/// It outlives the app, because the limits apply to the device, not to the script instance.
///
/// - Source: GC-5, GC-6.
public struct GeocodeCache: Sendable, Hashable {
  /// The distance from a place within which its answer can be reused.
  ///
  /// - Units: meters.
  public static let reach: CLLocationDistance = 50
  /// How long an answer can be reused, and the period in which ``mostAsked`` requests may reach servers.
  ///
  /// - Units: seconds of the device's clock.
  public static let span: TimeInterval = 60
  /// The maximum number of requests that a device may send to servers within ``span``.
  public static let mostAsked = 50
  /// The maximum number of stored answers: the newest are kept.
  public static let mostAnswers = 200

  /// The answer for a position.
  public struct Answer: Sendable, Hashable {
    public var coordinate: CLLocationCoordinate2D
    public var time: TimeInterval
    public var languages: [String]
    public var places: [GeocodedPlace]

    public init(
      coordinate: CLLocationCoordinate2D, time: TimeInterval, languages: [String], places: [GeocodedPlace]
    ) {
      (self.coordinate, self.time) = (coordinate, time)
      (self.languages, self.places) = (languages, places)
    }
  }

  /// Answers to reverse requests, oldest first.
  public var answers: [Answer] = []
  /// When servers were asked, oldest first.
  public var asked: [TimeInterval] = []
  /// Whether a request in the background has been reported.
  public var hasWarned = false

  public init() {}

  public var isEmpty: Bool { answers.isEmpty && asked.isEmpty && !hasWarned }

  /// Returns the recent answer nearest to a position; the newest of equally near ones.
  func places(near request: GeocodeRequest, at now: TimeInterval) -> [GeocodedPlace]? {
    guard case .position(let coordinate) = request.query else { return nil }
    var best: (distance: CLLocationDistance, places: [GeocodedPlace])?
    for answer in answers.reversed() where GeocodeCache.isRecent(answer.time, at: now) {
      // A degree of latitude is at least 110.5 km long.
      guard answer.languages == request.languages,
        abs(answer.coordinate.latitude - coordinate.latitude) <= GeocodeCache.reach / 110_500
      else { continue }
      let distance = Geodesic.distance(from: answer.coordinate, to: coordinate)
      guard distance <= GeocodeCache.reach, distance < best?.distance ?? .infinity else { continue }
      best = (distance, answer.places)
    }
    return best?.places
  }

  mutating func store(_ places: [GeocodedPlace], for request: GeocodeRequest, at now: TimeInterval) {
    guard case .position(let coordinate) = request.query else { return }
    answers.removeAll { !GeocodeCache.isRecent($0.time, at: now) }
    if answers.count >= GeocodeCache.mostAnswers { answers.removeFirst() }
    answers.append(
      Answer(coordinate: coordinate, time: now, languages: request.languages, places: places))
  }

  /// Counts a request that is about to be sent to servers; false if the limit is reached.
  mutating func mayAsk(at now: TimeInterval) -> Bool {
    asked.removeAll { !GeocodeCache.isRecent($0, at: now) }
    guard asked.count < GeocodeCache.mostAsked else { return false }
    asked.append(now)
    return true
  }

  /// Shifts all times when the clock was wrong.
  mutating func rebase(by seconds: TimeInterval) {
    for index in answers.indices { answers[index].time += seconds }
    for index in asked.indices { asked[index] += seconds }
  }

  /// Later dates than now belong to another run.
  private static func isRecent(_ time: TimeInterval, at now: TimeInterval) -> Bool {
    time <= now && now - time <= span
  }
}
