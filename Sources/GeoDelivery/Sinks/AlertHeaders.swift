public import Geo
import GeoLua

/// Header fields that the user sends with each alert to a web hook; no message shows their values.
public enum AlertHeaders {
  /// The fields that geoscript sets itself, because they describe the transfer.
  private static let own: Set<String> = [
    "connection", "content-length", "content-type", "expect", "host", "idempotency-key", "transfer-encoding",
    "webhook-id", "webhook-signature", "webhook-timestamp",
  ]

  /// Reads `Name: value`, or `@FILE` with one such field per line.
  ///
  /// - Errors: ``GeoError`` `usage` for an invalid header field, `noInput` when a file cannot be read.
  public static func read(_ words: [String]) throws(GeoError) -> [String] {
    var headers: [String] = []
    for word in words {
      guard word.hasPrefix("@") else {
        headers.append(try header(word[...], at: "--alert-header"))
        continue
      }
      let path = String(word.dropFirst())
      let lines = try OptionFile.read(path, for: "--alert-header @FILE")
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
        headers.append(try header(line, at: "\(path):\(number + 1)"))
      }
    }
    return headers
  }

  /// Source: RFC 9110, sections 5.1 and 5.5.
  private static func header(_ text: Substring, at place: String) throws(GeoError) -> String {
    guard let colon = text.firstIndex(of: ":"), isName(text[..<colon]) else {
      throw GeoError(
        .usage, "is not a header field: write 'Name: value', or @FILE with one header field per line",
        at: place)
    }
    let name = text[..<colon]
    var value = text[text.index(after: colon)...]
    value = value.drop { $0 == " " || $0 == "\t" }
    while value.last == " " || value.last == "\t" { value.removeLast() }
    guard !own.contains(name.lowercased()) else {
      throw GeoError(.usage, "geoscript sets the header field \(name) itself: leave it out", at: place)
    }
    guard !value.isEmpty, value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
      throw GeoError(
        .usage, "header field \(name) has no value, or a value with control characters", at: place)
    }
    return "\(name): \(value)"
  }

  private static func isName(_ text: Substring) -> Bool {
    let others = Set("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf) || others.contains($0)
      }
  }
}
