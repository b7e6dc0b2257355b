import Geo

/// What holds for all pages of one kind, and what a server's answers mean: what is a page, how long it holds, what is
/// tried again.
///
/// Pure: times and answers in, decisions out.
///
/// - Source: RFC 9110 sections 13 and 15, RFC 9111 sections 4.2 and 5.2, RFC 6585 section 4.
struct FetchRules: Sendable {
  /// What messages call the pages: `tiles`.
  var subject: String
  /// How many requests go out at once.
  var threadCount: Int
  /// Bytes.
  var greatestLength: Int
  /// Seconds that a page holds whose server does not say.
  var usualLifetime: Double
  /// Seconds that one answer may take.
  var timeLimit: Double
  /// How many answers are kept in memory for all who ask for the same again.
  var remembered = 0
  /// What a 404 means.
  var missing: String

  /// How often a page is asked for in all, and seconds before the second time; twice as many before each further.
  static let tries = 3
  static let firstDelay = 0.5
  /// The longest that a server may ask to wait; one that asks for more is given up for so long.
  static let greatestDelay = 30.0
  /// Seconds until a connection must be there.
  static let connectLimit = 5.0

  /// What to do with an answer.
  enum Verdict<Content> {
    /// Keep it, where it may be kept, until a time; nil where it may not.
    case content(Content, expires: Double?)
    /// What is kept still holds.
    case unchanged(expires: Double)
    /// Not now: seconds to wait, nil for as long as usual.
    case later(String, after: Double?)
    case refused(FetchFault)
  }

  static func verdict<Request: FetchRequest>(
    _ page: HTTPResponse, of request: Request, now: Double
  ) -> Verdict<Request.Content> {
    let rules = Request.rules
    guard page.status != 0 else { return .later(page.error, after: nil) }
    if page.isTooLarge {
      return .refused(
        FetchFault(reason: "its answer is larger than \(rules.greatestLength >> 20) MB", kind: .other))
    }
    let words = request.refusal(in: page)
    switch page.status {
    case 200, 204:
      do throws(FetchFault) {
        return .content(try request.content(of: page), expires: rules.expiry(page, now))
      } catch { return .refused(error) }
    case 304: return .unchanged(expires: rules.expiry(page, now) ?? now)
    case 429: return .later("answered 429 (too many requests)", after: page.retryAfter)
    case 408, 425, 500...:
      return .later(sentence(page, words), after: page.retryAfter)
    case 401, 403: return .refused(fault(page, words ?? "it requires a key, or refuses this program"))
    case 404, 410: return .refused(fault(page, words ?? rules.missing))
    default: return .refused(fault(page, words))
    }
  }

  private static func fault(_ page: HTTPResponse, _ words: String?) -> FetchFault {
    FetchFault(reason: sentence(page, words))
  }

  private static func sentence(_ page: HTTPResponse, _ words: String?) -> String {
    "answered \(page.status)" + (words.map { " (\($0))" } ?? "")
  }

  /// Until when an answer holds; nil where it is not to be kept.
  func expiry(_ page: HTTPResponse, _ now: Double) -> Double? {
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
}
