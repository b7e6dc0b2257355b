import CCurl
import Geo

/// What a web server answered to a post, or why it did not.
struct HTTPAnswer: Equatable {
  /// Nil when no answer came.
  var status: Int?
  /// Seconds.
  var retryAfter: Double?
  var firstLine = ""
  /// Where a redirect points.
  var location: String?
  var error = ""

  /// Where to post the same again; nil when the answer does not ask for that.
  ///
  /// - Source: RFC 9110, sections 15.4.8 and 15.4.9: with 307 and 308 the method stays.
  var redirect: String? { status == 307 || status == 308 ? location : nil }
}

extension HTTPAnswer {
  init(_ answer: cc_answer) {
    self.init()
    guard answer.status != 0 else {
      error = HTTPAnswer.text(answer.error)
      return
    }
    status = answer.status
    retryAfter = answer.retry_after > 0 ? Double(answer.retry_after) : nil
    firstLine = HTTPAnswer.firstLine(HTTPAnswer.text(answer.body, count: answer.body_length))
    let place = HTTPAnswer.text(answer.location)
    location = place.isEmpty ? nil : place
  }

  /// The text in a C array, up to its end or `count`.
  private static func text<Characters>(_ characters: Characters, count: Int = .max) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The first line that says something, without what a terminal would obey.
  static func firstLine(_ text: String) -> String {
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

extension DeliveryAnswer {
  /// Which answers are tried again: 408, 425, 429, those from 500 on, and none at all. Others are final.
  ///
  /// - Source: RFC 9110, section 15; RFC 8470, section 5.2, for 425; RFC 6585, section 4, for 429.
  init(_ answer: HTTPAnswer) {
    guard let status = answer.status else {
      self = .failed(answer.error, retryAfter: nil)
      return
    }
    switch status {
    case 200..<300: self = .delivered
    case 300..<400:
      let target = answer.location.flatMap { try? HTTPAddress($0) }?.origin
      self = .refused(
        reason: "answered \(status)",
        detail: "it has moved\(target.map { " to \($0)" } ?? ""); give --alerts the new address")
    case 408, 425, 429: self = .failed("answered \(status)", retryAfter: answer.retryAfter)
    case 400..<500: self = .refused(reason: "answered \(status)", detail: answer.firstLine)
    default: self = .failed("answered \(status)", retryAfter: answer.retryAfter)
    }
  }
}
