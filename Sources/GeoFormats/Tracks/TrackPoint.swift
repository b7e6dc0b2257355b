import Geo

/// One point of a track in a drawing file; NaN marks missing values.
struct TrackPoint {
  /// What a point belongs to, in order of preference as a path.
  enum Kind: Int, Comparable {
    case point, line, timedPoint, timedLine

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

    var name: String {
      switch self {
      case .point, .timedPoint: "points"
      case .line, .timedLine: "points of lines"
      }
    }
  }

  var coordinate: CLLocationCoordinate2D
  var altitude = CLLocationDistance.nan
  var time = TimeInterval.nan
  var speed = CLLocationSpeed.nan
  var course = CLLocationDirection.nan
  var horizontalAccuracy = CLLocationAccuracy.nan
  var verticalAccuracy = CLLocationAccuracy.nan
  var sensors = SensorValues()

  func fix(_ options: FeedOptions) -> Fix {
    Fix(
      coordinate: coordinate,
      horizontalAccuracy: horizontalAccuracy.isNaN ? options.horizontalAccuracy : horizontalAccuracy,
      altitude: altitude, verticalAccuracy: verticalAccuracy, speed: speed, course: course)
  }
}

/// Points that follow each other without a gap.
struct TrackSegment {
  var kind: TrackPoint.Kind
  /// Its name in the file; nil without one.
  var name: String?
  /// Whether it continues the previous piece after a loss of the signal.
  var continues = false
  /// Its place in the file, for messages.
  var place: String
  var points: [TrackPoint]
}

/// All tracks of a drawing file.
package struct TrackList {
  let name: String
  var pieces: [TrackSegment] = []
  var skips = SkipCounts()
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  mutating func count(_ fault: RecordFault, at place: String) {
    skips.count(fault.kind, "\(place) \(fault.message)")
  }
}
