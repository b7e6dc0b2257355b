/// The kinds of columns of a table, and the titles that people give them.
///
/// Titles are compared in lower case without spaces, dots, dashes and underlines; the first one that a
/// table has counts.
package enum CSVColumn: Int, CaseIterable {
  case latitude, longitude, time, timestamp, date, device
  case altitude, speed, course, horizontalAccuracy, verticalAccuracy
  case horizontalDilution, verticalDilution

  package var names: [String] {
    switch self {
    case .latitude:
      ["lat", "latitude", "gpslat", "gpslatitude", "positionlat", "locationlat", "latdeg", "latdd", "y"]
    case .longitude:
      [
        "lon", "lng", "long", "longitude", "gpslon", "gpslng", "gpslong", "gpslongitude", "positionlong",
        "positionlon", "locationlong", "locationlon", "londeg", "londd", "x",
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
    }
  }

  /// The name of a column in messages.
  var title: String {
    switch self {
    case .horizontalAccuracy: "accuracy"
    case .verticalAccuracy: "vertical accuracy"
    case .horizontalDilution: "hdop"
    case .verticalDilution: "vdop"
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
    (["mps", "ms", "m/s"], 1, [.speed]),
    (["ft", "feet"], 0.3048, [.altitude, .horizontalAccuracy, .verticalAccuracy]),
    (["m", "meters", "metres"], 1, [.altitude, .horizontalAccuracy, .verticalAccuracy]),
    (["deg", "degrees", "°"], 1, [.latitude, .longitude, .course]),
  ]
}
