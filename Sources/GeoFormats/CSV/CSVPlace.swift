import Geo

/// The position that a row of a table names.
///
/// - Shapes: degrees with a sign; or without one, with N, S, E or W before or behind the number or in a column of its
///   own. With these also degrees and minutes as NMEA 0183 writes them: `4807.038`, `01131.000`.
/// - Errors: a fault if a hemisphere is missing, unknown or contradicts a sign.
/// - Source: HO-41.
enum CSVPlace {
  static func read(
    _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>, _ header: CSVHeader
  ) throws(RecordFault) -> CLLocationCoordinate2D {
    let latitude = try angle(.latitude, .northSouth, row, bytes, header)
    let longitude = try angle(.longitude, .eastWest, row, bytes, header)
    if latitude.degrees.isNaN || longitude.degrees.isNaN {
      let column = latitude.degrees.isNaN ? CSVColumn.latitude : .longitude
      throw RecordFault("no \(column.title)", "has no \(column.title) (expected degrees)")
    }
    // Sensible degrees have at most two and three digits.
    let isNMEA = latitude.digits >= 4 && longitude.digits >= 5 && latitude.hasLetter && longitude.hasLetter
    let place = CLLocationCoordinate2D(
      latitude: isNMEA ? withMinutes(latitude.degrees) : latitude.degrees,
      longitude: isNMEA ? withMinutes(longitude.degrees) : longitude.degrees)
    guard CLLocationCoordinate2DIsValid(place) else { throw NDJSONPayload.outOfRange(place) }
    return place
  }

  /// An angle as a cell has it, with the sign of its hemisphere.
  private struct Angle {
    var degrees: Double
    /// The digits before its point.
    var digits: Int
    var hasLetter: Bool
  }

  private static func angle(
    _ column: CSVColumn, _ half: CSVColumn, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>,
    _ header: CSVHeader
  ) throws(RecordFault) -> Angle {
    guard let place = header[column] else { return Angle(degrees: .nan, digits: 0, hasLetter: false) }
    let text = row.raw(place.index, bytes)
    var letter = ""
    var degrees = Double.nan
    if let number = Decimal.parse(text) {
      degrees = number
    } else if CSVCell.isMissing(text) {
      return Angle(degrees: .nan, digits: 0, hasLetter: false)
    } else if let cell = lettered(text, header.separator) {
      (degrees, letter) = cell
    } else {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" is not a number")
    }
    if header.hasMinutes { degrees = try withParts(degrees, column, row, bytes, header) }
    let digits = text.drop { !isDigit($0) }.prefix { isDigit($0) }.count
    if letter.isEmpty, let column = header[half] {
      let cell = row.raw(column.index, bytes)
      letter = CSVCell.word(cell)
      if CSVHemispheres.both.contains(letter) {
        letter = String(half == .northSouth ? letter.prefix(1) : letter.suffix(1))
      }
      // `ns` may be nanoseconds as well.
      if header.isAmbiguous(half), Decimal.parse(cell) != nil { letter = "°" }
      if letter.isEmpty { letter = "?" }
    }
    if letter.contains(where: \.isNumber) {
      throw RecordFault(column.title, "\(column.title) \"\(excerpt(text))\" is not a number")
    }
    let value = try sign(letter, column, degrees) * degrees * place.factor
    return Angle(degrees: value, digits: digits, hasLetter: letter.contains(where: \.isLetter))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A number with a word before or behind it.
  private static func lettered(_ text: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> (Double, String)? {
    if let (value, word) = CSVCell.measure(text, separator: separator) { return (value, word) }
    let letters = text.prefix { !isDigit($0) && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }
    let rest = UnsafeBufferPointer(rebasing: text[letters.endIndex...])
    guard let (value, word) = CSVCell.measure(rest, separator: separator), word.isEmpty || word == "°" else {
      return nil
    }
    return (value, CSVCell.word(letters))
  }

  /// 1 or −1 by the word for a hemisphere; 1 without one.
  private static func sign(_ word: String, _ column: CSVColumn, _ degrees: Double) throws(RecordFault)
    -> Double
  {
    let name = word.hasPrefix("°") ? CSVCell.word(word.dropFirst().utf8) : word
    if name.isEmpty || ["deg", "degrees"].contains(name) { return 1 }
    let isLatitude = column == .latitude
    let positive = isLatitude ? ["n", "north"] : ["e", "east"]
    let negative = isLatitude ? ["s", "south"] : ["w", "west"]
    let expected = isLatitude ? "N or S" : "E or W"
    guard positive.contains(name) || negative.contains(name) else {
      let found = name == "?" ? "has no hemisphere" : "has the hemisphere \"\(name.prefix(20))\""
      throw RecordFault("hemisphere", "\(column.title) \(degrees) \(found) (expected \(expected))")
    }
    guard degrees < 0 else { return negative.contains(name) ? -1 : 1 }
    guard negative.contains(name) else {
      throw RecordFault(
        "hemisphere", "\(column.title) \(degrees) is negative and has the hemisphere \(name.uppercased())")
    }
    return 1
  }

  /// Degrees with the minutes and seconds of columns of their own.
  private static func withParts(
    _ degrees: Double, _ column: CSVColumn, _ row: CSVRow, _ bytes: UnsafeBufferPointer<UInt8>,
    _ header: CSVHeader
  ) throws(RecordFault) -> Double {
    var size = degrees.magnitude
    let parts = CSVColumn.minutes.first { $0.degrees == column }?.parts ?? []
    for (part, unit) in zip(parts, [60.0, 3600]) {
      guard let place = header[part] else { continue }
      let text = row.raw(place.index, bytes)
      guard let (value, _) = CSVCell.measure(text, separator: header.separator), (0..<60).contains(value)
      else {
        throw RecordFault(part.title, "\(part.title) \"\(excerpt(text))\" is not a number from 0 to 60")
      }
      guard size == size.rounded() || value == 0 || unit > 60 else {
        throw RecordFault(part.title, "\(column.title) \(degrees) has a fraction and \(part.title)")
      }
      size += value / unit
    }
    return degrees.sign == .minus ? -size : size
  }

  /// Degrees and minutes run together.
  private static func withMinutes(_ number: Double) -> Double {
    let degrees = (number.magnitude / 100).rounded(.down)
    let value = degrees + (number.magnitude - degrees * 100) / 60
    return number < 0 ? -value : value
  }
}
