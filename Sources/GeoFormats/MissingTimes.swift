package import Geo
import Glibc

/// Gives times to points that have none, from a fixed interval or a pace along the path.
package struct MissingTimes {
  private let interval: TimeInterval?
  private let pace: CLLocationSpeed?
  /// The time of a first point that has none.
  var base: TimeInterval
  /// The last point of each device.
  private var previous: [DeviceID: (time: TimeInterval, coordinate: CLLocationCoordinate2D)] = [:]

  /// Whether an option fills in times; if not, points need not be recorded.
  package let isActive: Bool

  static let help = "give --interval SECONDS or --pace M/S"

  package init(_ options: FeedOptions) {
    interval = options.interval
    pace = options.pace
    base = options.start ?? 0
    isActive = interval != nil || pace != nil
  }

  /// Records a point with its time.
  package mutating func record(_ time: TimeInterval, _ coordinate: CLLocationCoordinate2D, _ device: DeviceID)
  {
    previous[device] = (time, coordinate)
  }

  /// Returns the time for a point that has none, and records it; nil if no option gives one.
  package mutating func time(_ coordinate: CLLocationCoordinate2D, _ device: DeviceID) -> TimeInterval? {
    guard isActive else { return nil }
    var time = base
    if let previous = previous[device] {
      if let interval {
        time = previous.time + interval
      } else if let pace {
        time = previous.time + Self.distance(previous.coordinate, coordinate) / pace
      }
    }
    guard FeedOptions.isTime(time) else { return nil }
    record(time, coordinate, device)
    return time
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
