package import Geo
import Glibc

/// Gives times to points that have none, from a fixed interval or a pace along the path.
package struct MissingTimes {
  private let interval: TimeInterval?
  private let pace: CLLocationSpeed?
  private let fillings: TimeFillings
  /// The time of a first point that has none; nil if neither the options nor the file know one.
  var base: TimeInterval?
  /// The last point of each device, and whether the time of its first point is made up.
  private var previous: [DeviceID: (time: TimeInterval, coordinate: CLLocationCoordinate2D, isAdrift: Bool)] =
    [:]
  /// What is wrong with times that are partly there.
  package private(set) var fault: String?

  /// Whether an option fills in times; if not, points need not be recorded.
  package let isActive: Bool

  static let help = "give --interval SECONDS or --pace M/S"

  package init(_ options: FeedOptions) {
    interval = options.interval
    pace = options.pace
    fillings = options.fillings
    base = options.start
    isActive = interval != nil || pace != nil
  }

  /// Records a point with its time.
  ///
  /// Points before it that have no time were dated from 1970, which cannot be meant: that is a ``fault``.
  package mutating func record(_ time: TimeInterval, _ coordinate: CLLocationCoordinate2D, _ device: DeviceID)
  {
    if let last = previous[device], last.isAdrift, fault == nil {
      let start = time - (filled(coordinate, after: last) ?? last.time)
      fault =
        "the first points of the path have no time, but a later one has \(ISO8601.format(time)): "
        + "give --start \(ISO8601.format(start)), the time of the first point"
    }
    previous[device] = (time, coordinate, false)
  }

  /// Throws what is wrong with the times of a file, and takes back what was read of it since `first`.
  func check(_ name: String, _ batch: inout [DeviceEvent], from first: Int) throws(GeoError) {
    guard let fault else { return }
    batch.removeSubrange(first...)
    throw GeoError(.data, fault, at: name)
  }

  /// Returns the time for a point that has none, and records it; nil if no option gives one.
  package mutating func time(_ coordinate: CLLocationCoordinate2D, _ device: DeviceID) -> TimeInterval? {
    guard isActive else { return nil }
    fillings.add()
    let last = previous[device]
    let time = last.flatMap { filled(coordinate, after: $0) } ?? base ?? 0
    guard FeedOptions.isTime(time) else { return nil }
    previous[device] = (time, coordinate, last.map(\.isAdrift) ?? (base == nil))
    return time
  }

  private func filled(
    _ coordinate: CLLocationCoordinate2D,
    after last: (time: TimeInterval, coordinate: CLLocationCoordinate2D, isAdrift: Bool)
  ) -> TimeInterval? {
    if let interval { return last.time + interval }
    return pace.map { last.time + Self.distance(last.coordinate, coordinate) / $0 }
  }

  /// Meters between two places on a sphere of the earth's mean radius; good to 0.6 %, as a pace is.
  ///
  /// - Source: haversine formula; radius (2a + b) / 3 of WGS 84.
  private static func distance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
    let radians = Double.pi / 180
    let halfLatitude = sin((b.latitude - a.latitude) * radians / 2)
    let halfLongitude = sin((b.longitude - a.longitude) * radians / 2)
    let chord =
      halfLatitude * halfLatitude
      + cos(a.latitude * radians) * cos(b.latitude * radians) * halfLongitude * halfLongitude
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
  }
}
