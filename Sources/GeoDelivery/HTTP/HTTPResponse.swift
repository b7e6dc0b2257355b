import CCurl

/// A server's answer, or why none came.
package struct HTTPResponse {
  /// 0 when no answer came.
  package var status = 0
  package var bytes: [UInt8] = []
  package var type = ""
  var tag = ""
  var modified = ""
  var cacheControl = ""
  /// Seconds.
  var age = 0.0
  var retryAfter: Double?
  /// In seconds since 1970.
  var date: Double?
  var expires: Double?
  /// The target of a redirect that was not followed; empty without one.
  var location = ""
  var isTooLarge = false
  var error = ""
  /// The status of an answer that broke off; 0 without one.
  var begun = 0
}

extension HTTPResponse {
  init(_ page: cc_page) {
    self.init()
    status = page.status
    if let body = page.body, page.length > 0 {
      bytes = Array(UnsafeRawBufferPointer(start: body, count: page.length))
    }
    type = HTTPResponse.text(page.type)
    tag = HTTPResponse.text(page.tag)
    modified = HTTPResponse.text(page.modified)
    cacheControl = HTTPResponse.text(page.cache)
    age = Double(page.age)
    retryAfter = page.retry_after > 0 ? Double(page.retry_after) : nil
    date = page.date >= 0 ? Double(page.date) : nil
    expires = page.expires >= 0 ? Double(page.expires) : nil
    location = HTTPResponse.text(page.location)
    isTooLarge = page.is_too_large
    error = HTTPResponse.text(page.error)
    begun = page.begun
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension HTTPResponse {
  /// The address to post the same body to again; nil if the answer does not ask for that.
  ///
  /// - Source: RFC 9110, sections 15.4.8 and 15.4.9: with 307 and 308 the method stays.
  var redirect: String? { status == 307 || status == 308 ? location : nil }

  /// The first line of its body.
  var firstLine: String {
    HTTPResponse.firstLine(String(decoding: bytes.prefix(1024).prefix { $0 != 0 }, as: UTF8.self))
  }

  /// The first line that is not empty, without terminal control characters.
  package static func firstLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { line in
      line.unicodeScalars.filter {
        !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control
      }
    }
    let line =
      lines.map { String(String.UnicodeScalarView($0)) }.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
