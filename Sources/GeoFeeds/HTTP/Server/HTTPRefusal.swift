import NIOHTTP1

/// The answer to a rejected request.
struct HTTPRefusal: Error {
  var status: Int
  /// The fault and its remedy.
  var message: String
  var fields: [(String, String)]

  init(_ status: Int, _ message: String, _ fields: [(String, String)] = []) {
    self.status = status
    self.message = message
    self.fields = fields
  }

  /// Refuses a request that may be sent again after `seconds`, rounded up to at least 1.
  static func later(_ status: Int, _ message: String, in seconds: Double) -> HTTPRefusal {
    let wait = Int(max(1, seconds).rounded(.up))
    return HTTPRefusal(
      status, "\(message): send it again in \(wait) s", [("Retry-After", String(wait))])
  }
}

extension HTTPLimits {
  func tooMany(_ wait: Double) -> HTTPRefusal {
    let rate = rate ?? HTTPLimits.usualRate
    return .later(429, "more than \(rate) requests a second come from this address", in: wait)
  }

  /// - Parameter length: the announced bytes; nil if too many came without an announcement.
  func tooLarge(_ length: Int?) -> HTTPRefusal {
    let what = length.map { "a body of \($0) bytes" } ?? "the body"
    return HTTPRefusal(
      413,
      "\(what) is too large (expected at most \(body) bytes: send it in parts, or start the run with ?max-body=…)"
    )
  }

  func unreadable(_ error: HTTPParserError) -> HTTPRefusal {
    guard error == .headerOverflow else {
      return HTTPRefusal(
        400, "this cannot be read as HTTP/1.1 (for TLS or HTTP/2, put caddy or nginx in front)")
    }
    return HTTPRefusal(
      431, "the header is too large (expected at most \(header) bytes and \(headerFields) fields)")
  }
}
