import CSimdJSON
import Geo

/// What a receiver tells beside its fixes, without what differs each second: signal strengths, times.
struct GPSDAttributes: Equatable {
  private var mode: Int?
  private var status: Int?
  private var used: Int?
  private var seen: Int?
  /// Tenths, so that the last digits of a dilution make no news.
  private var hdop: Int?

  /// Takes what a TPV says of the kind of its fix.
  mutating func ingestFix(_ report: geo_gpsd_report) {
    mode = GPSDAttributes.whole(report[GEO_GPSD_MODE])
    // Releases before 3.23 leave out that a fix is an ordinary one.
    status = GPSDAttributes.whole(report[GEO_GPSD_STATUS])
  }

  /// Takes what a SKY says; some say only the dilutions.
  mutating func ingestSky(_ report: geo_gpsd_report) {
    if let used = GPSDAttributes.whole(report[GEO_GPSD_USED]) { self.used = used }
    if let seen = GPSDAttributes.whole(report[GEO_GPSD_SEEN]) { self.seen = seen }
    if let hdop = GPSDAttributes.whole((report[GEO_GPSD_HDOP] * 10).rounded()) { self.hdop = hdop }
  }

  /// The horizontal dilution of precision; NaN where none was told.
  var dilution: Double { hdop.map { Double($0) / 10 } ?? .nan }

  private static func whole(_ number: Double) -> Int? {
    number >= 0 && number < 100_000 ? Int(number) : nil
  }

  /// One JSON object, in an order that does not change.
  func json(receiver: String) -> String {
    var members: [(name: String, value: JSONValue)] = []
    if !receiver.isEmpty { members.append(("receiver", .string(receiver))) }
    let numbers = [("mode", mode), ("status", status), ("satellites", used), ("satellitesSeen", seen)]
    for case (let name, let number?) in numbers { members.append((name, .integer(Int64(number)))) }
    if let hdop { members.append(("hdop", .number(Double(hdop) / 10))) }
    return JSONValue.object(members).description
  }
}
