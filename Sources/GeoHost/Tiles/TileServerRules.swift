import Geo
import GeoStore

/// What a tile server's answers mean: what is a tile, how long it holds, what is tried again.
///
/// Pure: times and answers in, decisions out.
///
/// - Source: RFC 9110 sections 13 and 15, RFC 9111 sections 4.2 and 5.2, RFC 6585 section 4;
///   operations.osmfoundation.org/policies/tiles.
enum TileServerRules {
  /// How long a tile holds whose server does not say.
  ///
  /// - Source: the tile policy of OpenStreetMap asks for 7 days at least.
  static let usualLifetime = 7.0 * 86_400
  /// How often a tile is asked for in all, and seconds before the second time; twice as many before each further.
  static let tries = 3
  static let firstDelay = 0.5
  /// The longest that a server may ask to wait; one that asks for more is given up.
  static let greatestDelay = 30.0
  static let greatestLength = 4 << 20
  /// Tiles that one picture may ask a server for: what a map shows, and not a country's worth.
  static let greatestCount = 400

  /// What to do with an answer.
  enum Verdict: Equatable {
    /// Keep it, where it may be kept, until a time; nil where it may not.
    case tile(expires: Double?)
    /// What is kept still holds.
    case unchanged(expires: Double)
    case empty
    /// Not now: seconds to wait, nil for as long as usual.
    case later(String, after: Double?)
    case refused(String, MKErrorCode)
  }

  static func verdict(_ page: TilePage, now: Double) -> Verdict {
    guard page.status != 0 else { return .later(page.error, after: nil) }
    if page.isTooLarge {
      return .refused("its answer is larger than \(greatestLength >> 20) MB", .unknown)
    }
    switch page.status {
    case 200:
      if let fault = TilePicture.fault(page.bytes) {
        let type = page.type.isEmpty ? "" : " (\(HTTPAnswer.firstLine(page.type)))"
        return .refused("answered 200, but what it sent \(fault)\(type)", .serverFailure)
      }
      return .tile(expires: expiry(page, now))
    case 204: return .empty
    case 304: return .unchanged(expires: expiry(page, now) ?? now)
    case 429: return .later("answered 429 (too many requests)", after: page.retryAfter)
    case 408, 425, 500...: return .later("answered \(page.status)", after: page.retryAfter)
    case 401, 403:
      return .refused("answered \(page.status) (it wants a key, or does not want us)", .serverFailure)
    case 404, 410: return .refused("answered \(page.status) (it has no such tile)", .serverFailure)
    default: return .refused("answered \(page.status)", .serverFailure)
    }
  }

  /// Until when an answer holds; nil where it is not to be kept.
  static func expiry(_ page: TilePage, _ now: Double) -> Double? {
    var lifetime: Double?
    for word in page.cacheControl.lowercased().split(separator: ",") {
      let parts = word.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
      switch parts.first {
      case "no-store": return nil
      case "no-cache": lifetime = 0
      case "max-age" where lifetime == nil: lifetime = parts.dropFirst().first.flatMap { Double($0) }
      default: break
      }
    }
    if lifetime == nil, let expires = page.expires { lifetime = max(0, expires - (page.date ?? now)) }
    // A year is as good as for ever.
    return now + min(max((lifetime ?? usualLifetime) - page.age, 0), 366 * 86_400)
  }

  /// Whom a picture made of a server's tiles has to name.
  static func attribution(of host: String) -> String? {
    host == "openstreetmap.org" || host.hasSuffix(".openstreetmap.org") ? "© OpenStreetMap contributors" : nil
  }
}

/// What a server answered, or why it did not.
struct TilePage {
  /// 0 when no answer came.
  var status = 0
  var bytes: [UInt8] = []
  var type = ""
  var tag = ""
  var modified = ""
  var cacheControl = ""
  /// Seconds.
  var age = 0.0
  var retryAfter: Double?
  /// In seconds since 1970.
  var date: Double?
  var expires: Double?
  var isTooLarge = false
  var error = ""
}
