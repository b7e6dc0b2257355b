import Geo

/// The rules for all pages of one kind: which answers are pages, how long they are valid, and which requests
/// are tried again.
///
/// Pure: times and answers in, decisions out.
///
/// - Source: RFC 9110 sections 13 and 15, RFC 9111 sections 4.2 and 5.2, RFC 6585 section 4.
package struct FetchRules: Sendable {
  /// The name of the pages in messages: `tiles`.
  var subject: String
  /// The number of requests at the same time.
  var threadCount: Int
  /// Bytes.
  package var greatestLength: Int
  /// Seconds that a page is valid if its server does not say.
  var usualLifetime: Double
  /// The most seconds for one answer.
  var timeLimit: Double
  /// The number of answers kept in memory.
  var remembered: Int
  /// The meaning of a 404.
  var missing: String
  /// Whether the body of a 400 is content, too: routers say with it that there is no way.
  var readsBadRequests: Bool

  package init(
    subject: String, threadCount: Int, greatestLength: Int, usualLifetime: Double, timeLimit: Double,
    remembered: Int = 0, missing: String, readsBadRequests: Bool = false
  ) {
    (self.subject, self.threadCount, self.greatestLength) = (subject, threadCount, greatestLength)
    (self.usualLifetime, self.timeLimit, self.remembered) = (usualLifetime, timeLimit, remembered)
    (self.missing, self.readsBadRequests) = (missing, readsBadRequests)
  }

  /// The number of tries for a page, and seconds before the second try; the pause doubles each time.
  static let tries = 3
  static let firstDelay = 0.5
  /// The longest wait that a server may ask for; geoscript gives up a server that asks for more, for that
  /// time.
  static let greatestDelay = 30.0
  /// Seconds within which a connection must be made.
  static let connectLimit = 5.0

  /// What to do with an answer.
  enum Verdict<Content> {
    /// A valid page, and the time until which it may be cached; nil if it may not.
    case content(Content, expires: Double?)
    /// The cached page is still valid.
    case unchanged(expires: Double)
    /// Try again later: seconds to wait, nil for the usual pause.
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
    case let status where status == 200 || status == 204 || (status == 400 && rules.readsBadRequests):
      do throws(FetchFault) {
        return .content(try request.content(of: page), expires: rules.expiry(page, now))
      } catch { return .refused(error) }
    case 304: return .unchanged(expires: rules.expiry(page, now) ?? now)
    case 429: return .later("answered 429 (too many requests)", after: page.retryAfter)
    case 408, 425, 500...:
      return .later(sentence(page, words), after: page.retryAfter)
    case 401, 403: return .refused(fault(page, words ?? "it requires a key, or refuses this program"))
    case 404, 410:
      return .refused(FetchFault(reason: sentence(page, words ?? rules.missing), kind: .missing))
    default: return .refused(fault(page, words))
    }
  }

  private static func fault(_ page: HTTPResponse, _ words: String?) -> FetchFault {
    FetchFault(reason: sentence(page, words))
  }

  private static func sentence(_ page: HTTPResponse, _ words: String?) -> String {
    "answered \(page.status)" + (words.map { " (\($0))" } ?? "")
  }

  /// The time until which an answer is valid; nil if it must not be cached.
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
    // A year is as good as forever.
    return now + min(max((lifetime ?? usualLifetime) - page.age, 0), 366 * 86_400)
  }
}
