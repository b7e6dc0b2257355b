import Geo
import GeoFormats

/// What apps call the fields of a position in a query or a form, beside the names that Traccar gives them.
///
/// - Source: the presets of PhoneTrack, Locus Map and GPSLogger; ``CSVColumn`` for what tables call them.
enum PhoneField {
  case latitude, longitude, time, altitude, accuracy, verticalAccuracy, speed, course, verticalDilution,
    battery, sentence

  private static let names: [String: PhoneField] = {
    var names: [String: PhoneField] = [
      "tst": .time, "ts": .time, "time": .time, "datetime": .time, "gpstime": .time, "fixtime": .time,
      "bat": .battery, "battery": .battery, "batterylevel": .battery, "batt": .battery, "gprmc": .sentence,
      "spd": .speed, "velocity": .speed, "groundspeed": .speed, "sog": .speed, "dir": .course,
    ]
    let columns: [(CSVColumn, PhoneField)] = [
      (.latitude, .latitude), (.longitude, .longitude), (.altitude, .altitude),
      (.horizontalAccuracy, .accuracy),
      (.verticalAccuracy, .verticalAccuracy), (.course, .course), (.verticalDilution, .verticalDilution),
    ]
    for (column, field) in columns {
      for name in column.names where name.count > 1 { names[name] = names[name] ?? field }
    }
    return names
  }()

  /// Returns the field that a name stands for; nil for an attribute.
  init?(_ name: String) {
    guard let field = PhoneField.names[CSVHeader.plain(name)] else { return nil }
    self = field
  }
}
