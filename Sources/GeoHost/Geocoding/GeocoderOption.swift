public import Geo
import GeoDelivery
import LuaBridge

/// The sources of places as the command line names them: one, or several to ask in turn.
public struct GeocoderOption: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    /// The gazetteer of a file; nil for the user's own, or else the built-in set.
    case gazetteer(String?)
    case server(GeocodingServer)
  }

  let sources: [Source]

  /// The user's gazetteer.
  public static let standard = GeocoderOption(sources: [.gazetteer(nil)])

  /// The possible forms on the command line.
  public static let expected =
    "gazetteer[:FILE], nominatim:URL, photon:URL, pelias:URL, or A,B to ask B after A"

  private init(sources: [Source]) { self.sources = sources }

  /// - Errors: ``GeoError``: `usage` for an unknown source, `noInput` for a missing file.
  public init(_ text: String) throws(GeoError) {
    var sources: [Source] = []
    for word in GeocoderOption.words(of: text) { sources.append(try GeocoderOption.source(word)) }
    self.sources = sources
  }

  private static let names = ["gazetteer"] + GeocodingProtocol.allCases.map(\.rawValue)

  /// The parts of a chain; a path or an address may itself contain commas.
  private static func words(of text: String) -> [Substring] {
    text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { words, part in
      let isNext = names.contains(part.prefix { $0 != ":" }.lowercased()) || part.contains("://")
      if let last = words.last, last.contains(":"), !isNext {
        words[words.count - 1] = text[last.startIndex..<part.endIndex]
      } else {
        words.append(part)
      }
    }
  }

  private static func source(_ word: Substring) throws(GeoError) -> Source {
    let name = word.prefix { $0 != ":" }
    let rest = word.dropFirst(name.count).dropFirst()
    if name.lowercased() == "gazetteer" {
      guard word.contains(":") else { return .gazetteer(nil) }
      let path = String(rest)
      try MissingFile.check(path, "gazetteer", endings: [".sqlite"], for: "--geocoder")
      return .gazetteer(path)
    }
    guard let form = GeocodingProtocol(rawValue: name.lowercased()) else {
      // A file name alone is a likely first try.
      let isFile = word.hasSuffix(".sqlite")
      let advice =
        isFile ? " (did you mean 'gazetteer:\(word)'?)" : NearestName.advice(String(name), among: names)
      throw GeoError(
        .usage, "--geocoder: '\(name)' is not a source of places\(advice) (expected \(expected))")
    }
    let address = try HTTPAddress(String(rest), of: "--geocoder \(form.rawValue)")
    return .server(GeocodingServer(form, address))
  }

  /// The servers that it asks, in the form for messages.
  var servers: [String] {
    sources.compactMap { source in
      if case .server(let server) = source { "\(server.form.rawValue):\(server.origin)" } else { nil }
    }
  }

  /// Refuses servers without permission.
  ///
  /// - Errors: ``GeoError`` `notPermitted`.
  public func check(allowsNet: Bool) throws(GeoError) {
    guard !allowsNet, let server = servers.first else { return }
    throw GeoError(
      .notPermitted,
      "--geocoder \(server) sends what you look up to that server: add --allow-net to permit it")
  }
}
