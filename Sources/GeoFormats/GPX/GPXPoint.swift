import Geo

/// One point of a GPX; NaN marks missing values.
struct GPXPoint {
  /// What a point belongs to, in order of preference as a path.
  enum Kind: UInt8, Comparable {
    case waypoint, route, track

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  var kind = Kind.waypoint
  /// Whether a `<trkseg>` began between this point and the one before in the same `<trk>`.
  var isAfterGap = false
  /// Which `<trk>` of the file, from 1.
  var track = 0
  var line = 0
  var latitude = Double.nan
  var longitude = Double.nan
  var time = TimeInterval.nan
  var elevation = CLLocationDistance.nan
  var speed = CLLocationSpeed.nan
  var course = CLLocationDirection.nan
  var horizontalDilution = Double.nan
  var verticalDilution = Double.nan
  var horizontalAccuracy = CLLocationAccuracy.nan
  var verticalAccuracy = CLLocationAccuracy.nan
  var sensors = SensorValues()

  var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

  /// The point as a fix, with its own accuracy, or that of its dilution, or the default.
  func fix(_ options: FeedOptions) -> Fix {
    var horizontal = horizontalAccuracy
    if horizontal.isNaN { horizontal = FeedOptions.accuracy(dilution: horizontalDilution) }
    if horizontal.isNaN { horizontal = options.horizontalAccuracy }
    var vertical = verticalAccuracy
    if vertical.isNaN { vertical = FeedOptions.accuracy(dilution: verticalDilution) }
    return Fix(
      coordinate: coordinate, horizontalAccuracy: horizontal, altitude: elevation, verticalAccuracy: vertical,
      speed: speed, course: course)
  }
}

/// An element of a point whose text is read.
package enum GPXField: UInt8, CaseIterable {
  case none, elevation, time, speed, course, horizontalDilution, verticalDilution
  case horizontalAccuracy, verticalAccuracy
  case heartRate, cadence, temperature, waterTemperature, depth, power
  /// The name of a `<trk>`.
  case trackName
  /// The time of the file, in `<metadata>` or, in GPX 1.0, in `<gpx>`.
  case fileTime
}
