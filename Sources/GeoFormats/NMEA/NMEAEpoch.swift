import Geo

/// The sentences of one moment combined.
struct NMEAEpoch {
  /// The kinds of sentences of a moment.
  enum Kind: UInt8 {
    case gga, rmc, gll, gns, vtg, gsa, gst, zda

    var bit: UInt8 { 1 << rawValue }
  }

  /// Microseconds of the day; −1 without a time.
  var time = -1
  /// Days since 1970 of a sentence with a date; nil without one.
  var day: Int?
  /// The reception time of a tag block, in seconds since 1970.
  var tagTime: TimeInterval?
  var coordinate = CLLocationCoordinate2D(latitude: .nan, longitude: .nan)
  var altitude = Double.nan
  var separation = Double.nan
  var speed = Double.nan
  var course = Double.nan
  /// Standard deviations in meters.
  var deviation = (latitude: Double.nan, longitude: Double.nan, altitude: Double.nan)
  /// The quality indicator of GGA, or its equivalent; −1 without one.
  var quality = -1
  var satellites = -1
  /// The kinds that report a good position, and those that report none.
  var good: UInt8 = 0
  var bad: UInt8 = 0
  /// The talker of the last of each; 0 without one.
  var talkers = (good: UInt16(0), bad: UInt16(0))
  /// The kind of the last sentence, and how many of that kind there were.
  var last: (kind: Kind, count: Int)?

  var hasPosition: Bool { !coordinate.latitude.isNaN && good != 0 }
  /// Each satellite system may send a kind: a position of one of them counts. A multiplexer may mix in a
  /// receiver without a position, under another talker.
  var isLost: Bool { bad != 0 && (!hasPosition || (bad & ~good != 0 && talkers.bad == talkers.good)) }
  var isEmpty: Bool { good == 0 && bad == 0 }

  mutating func record(_ kind: Kind, isGood: Bool?, talker: UInt16) {
    switch isGood {
    case true?:
      good |= kind.bit
      talkers.good = talker
    case false?:
      bad |= kind.bit
      talkers.bad = talker
    case nil: break
    }
    last = (kind, last?.kind == kind ? (last?.count ?? 0) + 1 : 1)
  }
}

/// Values that persist from epoch to epoch, because receivers do not send all of them each time.
struct NMEAPrecision {
  var horizontal = Double.nan
  var vertical = Double.nan
  var position = Double.nan
  /// The mode of GSA: 2 without altitude, 3 with it; 0 without a GSA.
  var mode = 0

  /// The error for a dilution, in meters: that of ``FeedOptions/accuracy(dilution:)``, or a quarter of
  /// it for a fix with corrections.
  ///
  /// - Source: gpsd 3.22, libgpsd_core.c: 15 m without differential corrections, 3.75 m with them.
  static func accuracy(_ dilution: Double, quality: Int) -> CLLocationAccuracy {
    let isCorrected = (2...5).contains(quality) || quality == 9
    return FeedOptions.accuracy(dilution: isCorrected ? dilution / 4 : dilution)
  }
}

extension NMEAEpoch {
  /// The epoch as a fix; it must have a position.
  func fix(_ precision: NMEAPrecision, _ options: FeedOptions) -> Fix {
    var fix = Fix(coordinate: coordinate, horizontalAccuracy: .nan)
    if !deviation.latitude.isNaN, !deviation.longitude.isNaN {
      let square = deviation.latitude * deviation.latitude + deviation.longitude * deviation.longitude
      fix.horizontalAccuracy = min(square.squareRoot(), .greatestFiniteMagnitude)
    }
    if fix.horizontalAccuracy.isNaN {
      fix.horizontalAccuracy = NMEAPrecision.accuracy(precision.horizontal, quality: quality)
    }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = options.horizontalAccuracy }
    // In two dimensions the altitude is that of an earlier fix.
    if precision.mode != 2, !altitude.isNaN {
      fix.altitude = altitude
      fix.verticalAccuracy =
        deviation.altitude.isNaN
        ? NMEAPrecision.accuracy(precision.vertical, quality: quality) : deviation.altitude
    }
    fix.speed = speed
    fix.course = course
    return fix
  }

  /// The values that a fix has no field for, as one JSON object.
  func attributes(_ precision: NMEAPrecision) -> NMEAAttributes {
    NMEAAttributes(
      quality: quality, mode: precision.mode, satellites: satellites, horizontal: precision.horizontal,
      vertical: precision.vertical, position: precision.position, separation: separation)
  }
}

/// A receiver's values beside its fixes, kept to detect changes.
struct NMEAAttributes: Equatable {
  var quality: Int
  var mode: Int
  var satellites: Int
  var horizontal: Double
  var vertical: Double
  var position: Double
  var separation: Double

  static func == (one: NMEAAttributes, other: NMEAAttributes) -> Bool {
    one.quality == other.quality && one.mode == other.mode && one.satellites == other.satellites
      && same(one.horizontal, other.horizontal) && same(one.vertical, other.vertical)
      && same(one.position, other.position) && same(one.separation, other.separation)
  }

  private static func same(_ one: Double, _ other: Double) -> Bool {
    one.bitPattern == other.bitPattern
  }

  var isEmpty: Bool {
    quality < 0 && mode == 0 && satellites < 0 && horizontal.isNaN && vertical.isNaN && position.isNaN
      && separation.isNaN
  }

  var json: String {
    var fields: [String] = []
    if quality >= 0 { fields.append("\"quality\":\(quality)") }
    if mode > 0 { fields.append("\"fix\":\"\(mode == 3 ? "3d" : mode == 2 ? "2d" : "none")\"") }
    if satellites >= 0 { fields.append("\"satellites\":\(satellites)") }
    for (name, value) in [
      ("hdop", horizontal), ("vdop", vertical), ("pdop", position), ("geoidSeparation", separation),
    ] where !value.isNaN { fields.append("\"\(name)\":\(NMEAAttributes.text(value))") }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
