import Geo
import GeoFormats

/// One record of a dialect.
struct PhoneFix {
  var device: String
  /// When it was measured, seconds since 1970; nil without a time.
  var timestamp: TimeInterval?
  /// Nil for a record with attributes only.
  var fix: Fix?
  var attributes: [(name: String, value: JSONValue)] = []

  /// Returns two numbers as a coordinate.
  static func place(_ latitude: Double?, _ longitude: Double?) throws(RecordFault) -> CLLocationCoordinate2D {
    guard let latitude, let longitude else {
      throw RecordFault(
        "no latitude and longitude",
        "a latitude or a longitude is missing (expected both, in degrees)")
    }
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(place) else {
      throw RecordFault(
        "coordinate out of range",
        "\(latitude), \(longitude) is not a coordinate (expected latitude −90…90, longitude −180…180)"
          + (abs(longitude) <= 90 && abs(latitude) <= 180 ? ": are they swapped?" : ""))
    }
    return place
  }

  /// Returns the instant that a text names.
  ///
  /// - Shapes: ISO 8601, also with a space before the time; seconds or, from 2³¹ on, milliseconds since 1970.
  /// - Source: the bound is that of Traccar's OsmAndProtocolDecoder.
  static func time(_ text: String) throws(RecordFault) -> TimeInterval {
    var copy = text
    let number = copy.withUTF8 { Decimal.parse($0) }
    let time = number.map { seconds($0) } ?? ISO8601.parse(text)
    guard let time, FeedOptions.isTime(time) else {
      throw RecordFault(
        "time that is not a date",
        "time \"\(text.prefix(60))\" is not a date (expected ISO 8601 or seconds since 1970)")
    }
    return time
  }

  private static func seconds(_ number: Double) -> TimeInterval {
    number < Double(Int32.max) ? number : number / 1000
  }

  /// The same for a JSON value; nil if it is missing.
  static func time(_ value: JSONValue?) throws(RecordFault) -> TimeInterval? {
    switch value {
    case nil, .null: nil
    case .string(let text): try time(text)
    case .integer(let number): try time(String(number))
    case .number(let number): try time(number.description)
    default:
      throw RecordFault(
        "time that is not a date",
        "the time is neither a text nor a number (expected ISO 8601 or seconds since 1970)")
    }
  }
}

extension JSONValue {
  /// A number, also if it is written as a text.
  var measure: Double? {
    switch self {
    case .number(let value): return value.isFinite ? value : nil
    case .integer(let value): return Double(value)
    case .string(var text): return text.withUTF8 { Decimal.parse($0) }
    default: return nil
    }
  }

  /// A number for which phones use negative values as unknown; NaN then.
  var known: Double { measure.flatMap { $0 >= 0 ? $0 : nil } ?? .nan }
}
