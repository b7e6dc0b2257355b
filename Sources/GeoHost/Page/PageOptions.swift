public import Geo
import GeoDelivery
public import GeoFeeds
public import GeoFormats

/// The options of `--page`.
public struct PageOptions: Sendable {
  public enum Place: Sendable {
    /// The file that the page is written to.
    case file(String)
    case server(PageDoor)
  }

  public let place: Place
  /// Whether a file that is not a page may be replaced.
  public var replaces = false
  /// The map under the page.
  public var baseMap = PictureOptions.BaseMapSource.shelf
  /// Whether people may touch the map of a served page and acknowledge alerts.
  public var controls = false
  /// Whether people may make positions on it.
  public var emulates = false
  /// Says which alerts come and go if regions had other values; nil where the run cannot be played again.
  public var whatIf: WhatIfAnswer?

  public typealias WhatIfAnswer = @Sendable ([RegionChange]) throws(GeoError) -> JSONValue

  /// Whether a served page is a live source.
  public var takesEvents: Bool { controls || emulates }

  /// Whether a word names a file and no address.
  static func isFile(_ word: String) -> Bool {
    let ending = word.lowercased()
    return ending.hasSuffix(".html") || ending.hasSuffix(".htm")
  }

  /// - Parameters:
  ///   - word: an `.html` file, or `ADDRESS:PORT`.
  ///   - names: further names of the server.
  ///   - tokenFile: the file with the token that opens a served page.
  /// - Errors: ``GeoError`` `usage` for a word that is neither, and for others' access without a token.
  public init(_ word: String, names: [String] = [], tokenFile: String? = nil) throws(GeoError) {
    guard !PageOptions.isFile(word) else {
      guard names.isEmpty, tokenFile == nil else {
        throw GeoError(
          .usage, "--page-token and --page-host need --page ADDRESS:PORT: they say who may see a served page")
      }
      place = .file(word)
      return
    }
    let address = try ListenAddress(
      word, of: "--page",
      form: "the name of a page, such as day.html, or ADDRESS:PORT, such as 127.0.0.1:8080")
    if let tokenFile { try MissingFile.check(tokenFile, "file", endings: [], for: "--page-token") }
    let token = try HTTPKeys(tokenFile: tokenFile, usersFile: nil).token
    place = .server(try PageDoor(host: address.host, port: address.port, names: names, token: token))
  }
}
