public import Geo

/// Where alerts go.
public enum AlertSinkOption: Sendable, Hashable {
  /// A readable line on standard output.
  case text
  /// One JSON object per line, on standard output or appended to a file.
  case ndjson(path: String?)
  /// A shell command for each alert, which gets the JSON on standard input.
  case exec(command: String)
  /// A web hook that each alert's JSON is posted to.
  case post(HTTPAddress)
  case none

  /// - Errors: ``GeoError`` `usage`, listing the possible forms.
  public init(_ text: String) throws(GeoError) {
    switch text {
    case "text": self = .text
    case "ndjson": self = .ndjson(path: nil)
    case "none": self = .none
    case _ where text.hasPrefix("ndjson:") && text.utf8.count > 7:
      self = .ndjson(path: String(text.dropFirst(7)))
    case _ where text.hasPrefix("exec:") && text.utf8.count > 5:
      self = .exec(command: String(text.dropFirst(5)))
    case _ where HTTPAddress.isMeant(by: text): self = .post(try HTTPAddress(text))
    default:
      // An address with a misspelled scheme may contain a password.
      let name = text.prefix { $0 != "/" }
      throw GeoError(
        .usage,
        "'\(name)' is not an alert sink: write text, ndjson, ndjson:FILE, exec:COMMAND, https://… or none")
    }
  }

  /// The server of a web hook; nil for other sinks.
  public var origin: String? {
    if case .post(let address) = self { address.origin } else { nil }
  }
}
