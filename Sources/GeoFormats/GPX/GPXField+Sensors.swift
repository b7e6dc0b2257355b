extension GPXField {
  /// The elements with the values of sensors, without their prefixes.
  ///
  /// - Source: garmin.com/xmlschemas/TrackPointExtension/v1 and v2 (`hr`, `cad`, `atemp`, `wtemp`, `depth`),
  ///   garmin.com/xmlschemas/GpxExtensions/v3 (`Temperature`, `Depth`),
  ///   garmin.com/xmlschemas/PowerExtension/v1 (`PowerInWatts`), cluetrust.com/XML/GPXDATA/1/0 (`cadence`, `temp`),
  ///   and `power` of Strava's exports.
  static let sensorNames: [(name: String, field: GPXField)] = [
    ("hr", .heartRate), ("heartrate", .heartRate), ("cad", .cadence), ("cadence", .cadence),
    ("atemp", .temperature), ("temp", .temperature), ("wtemp", .waterTemperature), ("depth", .depth),
    ("power", .power), ("PowerInWatts", .power), ("Temperature", .temperature), ("Depth", .depth),
  ]

  /// Where a point keeps the value of a sensor; nil for other fields.
  var sensor: WritableKeyPath<SensorValues, Double>? {
    switch self {
    case .heartRate: \.heartRate
    case .cadence: \.cadence
    case .temperature: \.temperature
    case .waterTemperature: \.waterTemperature
    case .depth: \.depth
    case .power: \.power
    default: nil
    }
  }
}
