import Geo
import GeoDelivery
import GeoFormats
import GeoStore

/// The address of a tile, from a template.
enum TileAddress {
  case server(HTTPAddress)
  /// A file of one tile.
  case file(String)
  /// An archive of all tiles.
  case archive(String)

  /// - Errors: ``GeoError`` `usage` for an invalid address.
  init(_ text: String) throws(GeoError) {
    if HTTPAddress.isMeant(by: text) {
      let address = try HTTPAddress(text, of: "a tile")
      guard address.user == nil else {
        throw GeoError(
          .usage,
          "the address of a tile contains a user: put a server's key into its path or query")
      }
      self = .server(address)
      return
    }
    let path = try TileAddress.path(text)
    self = TileArchives.isArchive(path) ? .archive(path) : .file(path)
  }

  /// The path of a file: plain, or in a `file:` URL.
  ///
  /// - Source: RFC 8089.
  private static func path(_ text: String) throws(GeoError) -> String {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0.isNumber }),
      text[..<colon].count > 1, text[colon...].hasPrefix(":/") || text.lowercased().hasPrefix("file:")
    else { return text }
    let scheme = text[..<colon].lowercased()
    guard scheme == "file" else {
      throw GeoError(.usage, "tiles cannot be loaded from '\(scheme):': use a path, file:, http: or https:")
    }
    var rest = text[text.index(after: colon)...]
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
      guard rest.hasPrefix("/") else {
        throw GeoError(.usage, "a file: URL names another machine (expected file:///PATH)")
      }
    }
    return PercentSigns.resolved(rest.utf8)
  }
}
