/// The kinds of columns of a table, and the titles that people give them.
///
/// Titles are compared in lower case without spaces, dots, dashes and underlines; the first one that a
/// table has counts.
package enum CSVColumn: Int, CaseIterable {
  case latitude, longitude, time, timestamp, date, device
  case altitude, speed, course, horizontalAccuracy, verticalAccuracy
  case horizontalDilution, verticalDilution
  case northSouth, eastWest
  case latitudeMinutes, latitudeSeconds, longitudeMinutes, longitudeSeconds

  package var names: [String] {
    switch self {
    case .latitude:
      [
        "lat", "latitude", "gpslat", "gpslatitude", "positionlat", "locationlat", "latdeg", "latdd", "y",
        "latitudens",
      ]
    case .longitude:
      [
        "lon", "lng", "long", "longitude", "gpslon", "gpslng", "gpslong", "gpslongitude", "positionlong",
        "positionlon", "locationlong", "locationlon", "londeg", "londd", "x", "longitudeew",
      ]
    case .time:
      [
        "time", "datetime", "utc", "utctime", "timeutc", "datetimeutc", "gpstime", "epoch", "unixtime", "t",
        "ts", "tst",
      ]
    case .timestamp: ["timestamp"]
    case .date: ["date", "utcdate", "dateutc"]
    case .device:
      [
        "device", "deviceid", "devicename", "vehicle", "vehicleid", "fleetno", "unit", "unitid", "imei",
        "tid", "user", "userid",
        "individuallocalidentifier", "id", "name",
      ]
    case .altitude: ["ele", "alt", "altitude", "elevation", "elev", "height"]
    case .speed: ["speed", "groundspeed", "velocity", "sog", "spd"] + CSVColumn.speedUnits
    case .course: ["course", "heading", "bearing", "cog", "azimuth", "direction", "track"]
    case .horizontalAccuracy: ["acc", "accuracy", "hacc", "horizontalaccuracy", "haccuracy", "eph"]
    case .verticalAccuracy: ["vacc", "verticalaccuracy", "vaccuracy", "epv"]
    case .horizontalDilution: ["hdop"]
    case .verticalDilution: ["vdop"]
    case .northSouth:
      ["ns", "latns", "nsindicator"] + CSVColumn.hemispheres.flatMap { ["lat\($0)", "latitude\($0)"] }
    case .latitudeMinutes: CSVColumn.part(["lat", "latitude"], ["min", "minute", "minutes"])
    case .latitudeSeconds: CSVColumn.part(["lat", "latitude"], ["sec", "second", "seconds"])
    case .longitudeMinutes: CSVColumn.part(["lon", "lng", "longitude"], ["min", "minute", "minutes"])
    case .longitudeSeconds: CSVColumn.part(["lon", "lng", "longitude"], ["sec", "second", "seconds"])
    case .eastWest:
      ["ew", "lonew", "ewindicator"] + CSVColumn.hemispheres.flatMap { ["lon\($0)", "longitude\($0)"] }
    }
  }

  /// Titles of a part of an angle: `lat_min`.
  private static func part(_ angles: [String], _ units: [String]) -> [String] {
    angles.flatMap { angle in units.map { angle + $0 } }
  }

  /// The columns of whole degrees, with those of their minutes and seconds.
  static let minutes: [(degrees: CSVColumn, parts: [CSVColumn])] = [
    (.latitude, [.latitudeMinutes, .latitudeSeconds]), (.longitude, [.longitudeMinutes, .longitudeSeconds]),
  ]

  /// What follows `lat` in the title of a column that says whether that is north or south.
  private static let hemispheres = ["ref", "dir", "direction", "hem", "hemisphere"]

  /// The name of a column in messages.
  var title: String {
    switch self {
    case .horizontalAccuracy: "accuracy"
    case .verticalAccuracy: "vertical accuracy"
    case .horizontalDilution: "hdop"
    case .verticalDilution: "vdop"
    case .northSouth: "north or south"
    case .eastWest: "east or west"
    case .latitudeMinutes: "minutes of latitude"
    case .latitudeSeconds: "seconds of latitude"
    case .longitudeMinutes: "minutes of longitude"
    case .longitudeSeconds: "seconds of longitude"
    default: "\(self)"
    }
  }

  /// Units that may be the whole title of a speed column; not `ms`, which may mean milliseconds.
  package static let speedUnits = units.filter { $0.columns == [.speed] }.flatMap(\.names)
    .filter { $0.allSatisfy(\.isLetter) && $0 != "ms" }

  /// Units by their spellings, with the factor to meters or meters per second.
  ///
  /// - Source: the mile is 1609.344 m, the knot 1852 m an hour, the foot 0.3048 m, all exact.
  static let units: [(names: [String], factor: Double, columns: Set<CSVColumn>)] = [
    (["kmh", "kph", "kmph", "km/h"], 1 / 3.6, [.speed]),
    (["mph", "mi/h"], 1609.344 / 3600, [.speed]),
    (["knots", "knot", "kn", "kt", "kts"], 1852 / 3600.0, [.speed]),
    (["mps", "ms", "m/s", "m/sec"], 1, [.speed]),
    (["km"], 1000, [.altitude, .horizontalAccuracy, .verticalAccuracy]),
    (["ft", "feet"], 0.3048, [.altitude, .horizontalAccuracy, .verticalAccuracy]),
    (["m", "meters", "metres"], 1, [.altitude, .horizontalAccuracy, .verticalAccuracy]),
    (["deg", "degrees", "°"], 1, [.latitude, .longitude, .course]),
  ]

  /// The factor of a unit that stands in a cell; nil for one that this column does not have.
  static func factor(of unit: String, in column: CSVColumn) -> Double? {
    units.first { $0.columns.contains(column) && $0.names.contains(unit) }?.factor
  }
}
