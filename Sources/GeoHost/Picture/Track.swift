import Geo
import Glibc

/// The track of a device, thinned out so that it stays small.
///
/// A place counts if it lies ``tolerance`` or more from the last one that counted. When there are too many,
/// the tolerance doubles, so that the track keeps its shape as finely as its memory allows.
struct Track: Sendable {
  struct Place: Sendable, Hashable {
    // Ten-millionths of a degree: a centimeter.
    private let latitude: Int32
    private let longitude: Int32
    /// Whether a line leads here from the place before.
    var isJoined: Bool
    /// On the device's clock.
    let time: TimeInterval

    init(_ coordinate: CLLocationCoordinate2D, _ time: TimeInterval, isJoined: Bool) {
      latitude = Int32((coordinate.latitude * 1e7).rounded())
      longitude = Int32((coordinate.longitude * 1e7).rounded())
      self.isJoined = isJoined
      self.time = time
    }

    var coordinate: CLLocationCoordinate2D {
      CLLocationCoordinate2D(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }
  }

  private(set) var places: [Place] = []
  /// The newest place, if it does not count.
  private(set) var last: Place?
  private var hasGap = true
  private var tolerance = 0.5
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ coordinate: CLLocationCoordinate2D, at time: TimeInterval) {
    var place = Place(coordinate, time, isJoined: !hasGap)
    if let previous = places.last, !hasGap {
      guard Track.distance(previous.coordinate, coordinate) >= tolerance else {
        place.isJoined = true
        last = place
        return
      }
    } else if hasGap {
      // A part of the track ends at its real end.
      appendLast()
    }
    hasGap = false
    last = nil
    places.append(place)
    if places.count > limit { thin() }
  }

  mutating func interrupt() {
    appendLast()
    hasGap = true
  }

  private mutating func appendLast() {
    if let last { places.append(last) }
    last = nil
    if places.count > limit { thin() }
  }

  /// The track of a device that another worker has recorded a part of: no signal was lost in between.
  func joined(with other: Track) -> Track {
    var parts = [self, other]
    for index in parts.indices where !parts[index].isEmpty {
      parts[index].appendLast()
      parts[index].places[0].isJoined = true
    }
    var track = parts[0]
    track.places = (track.places + parts[1].places).sorted { $0.time < $1.time }
    if track.places.count > limit { track.thin() }
    return track
  }

  /// Removes places until half of the memory is free; keeps the first place of each part if possible.
  private mutating func thin() {
    while places.count > limit / 2 {
      tolerance *= 2
      guard tolerance < Track.longest else {
        places = stride(from: 0, to: places.count, by: 2).map { places[$0] }
        continue
      }
      places = places.reduce(into: []) { kept, place in
        if let previous = kept.last, place.isJoined,
          Track.distance(previous.coordinate, place.coordinate) < tolerance
        {
          return
        }
        kept.append(place)
      }
    }
  }

  /// The greatest distance of two places, in meters.
  private static let longest = 2.1e7

  /// The approximate meters between two places; only near places need an exact distance.
  private static func distance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
    let (dy, dx) = (abs(a.latitude - b.latitude), abs(a.longitude - b.longitude))
    let width = min(dx, 360 - dx) * cos(a.latitude * .pi / 180)
    return 111_195 * (dy * dy + width * width).squareRoot()
  }
}

extension Track {
  /// The parts between interruptions until a time, each with at least one place.
  func parts(until time: TimeInterval) -> [[CLLocationCoordinate2D]] {
    var parts: [[CLLocationCoordinate2D]] = []
    for place in places + (last.map { [$0] } ?? []) where place.time <= time {
      if place.isJoined, !parts.isEmpty {
        parts[parts.count - 1].append(place.coordinate)
      } else {
        parts.append([place.coordinate])
      }
    }
    return parts
  }

  var start: TimeInterval? { places.first?.time }
  var end: TimeInterval? { (last ?? places.last)?.time }
}
