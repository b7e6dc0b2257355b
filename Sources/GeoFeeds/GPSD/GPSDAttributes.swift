import CSimdJSON
import Geo

/// What a receiver reports beside its fixes, without values that differ each second: signal strengths, times.
struct GPSDAttributes: Equatable {
  private var mode: Int?
  private var status: Int?
  private var used: Int?
  private var seen: Int?
  /// In tenths, so that the last digits of a dilution do not count as a change.
  private var hdop: Int?

  /// Reads the kind of fix from a TPV.
  mutating func ingestFix(_ report: geo_gpsd_report) {
    mode = GPSDAttributes.whole(report[GEO_GPSD_MODE])
    // Releases before 3.23 omit the status of an ordinary fix.
    status = GPSDAttributes.whole(report[GEO_GPSD_STATUS])
  }

  /// Reads a SKY report; some have only the dilutions.
  mutating func ingestSky(_ report: geo_gpsd_report) {
    if let used = GPSDAttributes.whole(report[GEO_GPSD_USED]) { self.used = used }
    if let seen = GPSDAttributes.whole(report[GEO_GPSD_SEEN]) { self.seen = seen }
    if let hdop = GPSDAttributes.whole((report[GEO_GPSD_HDOP] * 10).rounded()) { self.hdop = hdop }
  }

  /// The horizontal dilution of precision; NaN if none was reported.
  var dilution: Double { hdop.map { Double($0) / 10 } ?? .nan }

  private static func whole(_ number: Double) -> Int? {
    number >= 0 && number < 100_000 ? Int(number) : nil
  }

  /// One JSON object whose members have a fixed order.
  func json(receiver: String) -> String {
    var members: [(name: String, value: JSONValue)] = []
    if !receiver.isEmpty { members.append(("receiver", .string(receiver))) }
    let numbers = [("mode", mode), ("status", status), ("satellites", used), ("satellitesSeen", seen)]
    for case (let name, let number?) in numbers { members.append((name, .integer(Int64(number)))) }
    if let hdop { members.append(("hdop", .number(Double(hdop) / 10))) }
    return JSONValue.object(members).description
  }
}
