package import Geo

/// What one RMC sentence says, apart from any stream: trackers of OpenGTS send one in each request.
///
/// - Units: degrees, seconds since 1970, m/s; NaN for what it does not say.
/// - Source: NMEA 0183, RMC.
package struct RMCRecord {
  package let coordinate: CLLocationCoordinate2D
  package let time: TimeInterval
  package let speed: CLLocationSpeed
  package let course: CLLocationDirection

  /// - Errors: ``RecordFault`` for another sentence, a wrong checksum, and one of a receiver without a fix.
  package init(_ text: String) throws(RecordFault) {
    let body = text.hasPrefix("$") ? text.dropFirst() : text[...]
    let parts = body.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    func fault(_ why: String) -> RecordFault {
      RecordFault("sentence", "the sentence \"\(excerpt(text))\" \(why)")
    }
    guard fields.count >= 10, fields[0].hasSuffix("RMC") else { throw fault("is not a whole RMC") }
    let sum = parts[0].utf8.reduce(0, ^)
    if parts.count == 2, UInt8(parts[1].prefix(2), radix: 16) != sum { throw fault("has a wrong checksum") }
    guard fields[2] == "A" else { throw fault("has no fix (its status is not A)") }
    let latitude = RMCRecord.degrees(fields[3], fields[4], "N", "S")
    let longitude = RMCRecord.degrees(fields[5], fields[6], "E", "W")
    guard let latitude, let longitude else { throw fault("has no position that can be read") }
    coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(coordinate) else { throw NDJSONPayload.outOfRange(coordinate) }
    guard let time = RMCRecord.time(fields[9], fields[1]) else { throw fault("has no date that can be read") }
    self.time = time
    speed = (Double(fields[7]) ?? .nan) * 1852 / 3600
    course = Double(fields[8]) ?? .nan
  }

  private static func degrees(_ text: String, _ half: String, _ positive: String, _ negative: String)
    -> Double?
  {
    guard let number = Double(text), number >= 0, half == positive || half == negative else { return nil }
    let degrees = (number / 100).rounded(.down)
    let value = degrees + (number - degrees * 100) / 60
    return half == negative ? -value : value
  }

  /// `ddmmyy` and `hhmmss.sss`; years from 80 on are of the last century, as receivers count from 1980.
  private static func time(_ day: String, _ hour: String) -> TimeInterval? {
    let (d, h) = (Array(day), Array(hour))
    guard d.count == 6, h.count >= 6, let year = Int(String(d[4...5])) else { return nil }
    let date = "\(year < 80 ? "20" : "19")\(String(d[4...5]))-\(String(d[2...3]))-\(String(d[0...1]))"
    return ISO8601.parse("\(date)T\(String(h[0...1])):\(String(h[2...3])):\(String(h[4...]))Z")
  }
}
