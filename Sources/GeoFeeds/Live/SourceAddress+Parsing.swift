public import Geo
import GeoFormats

extension SourceAddress {
  /// The scheme of simulations, which are replayed like a file.
  public static let simulationScheme = "sim"

  /// Reads a word that was given after `--from`.
  ///
  /// - Shapes: a path; `-`; `scheme://[user[:password]@][host][:port][/path][?name=value&…]`; `sim:what?…`. Only a
  ///   query ends the path: a topic's `#` belongs to it.
  /// - Errors: ``GeoError`` `usage` for an unknown scheme and an invalid port.
  public init(_ word: String) throws(GeoError) {
    try SourceAddress.checkScheme(of: word)
    guard let colon = word.firstIndex(of: ":") else {
      self.init(name: word, scheme: "")
      return
    }
    let scheme = word[..<colon].lowercased()
    var rest = word[word.index(after: colon)...]
    let isKnown = SourceAddress.liveSchemes.contains(scheme) || scheme == SourceAddress.simulationScheme
    guard isKnown else {
      guard rest.hasPrefix("//") else {
        self.init(name: word, scheme: "")
        return
      }
      throw GeoError(
        .usage, "'\(scheme)://' is not a source (expected a file, - or \(SourceAddress.expected))")
    }
    // The message does not repeat the rest: it may be a password.
    guard
      rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("//") || scheme == SourceAddress.simulationScheme
    else {
      throw GeoError(.usage, "an address begins with \(scheme)://")
    }
    self.init(name: word, scheme: scheme)
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...].split(separator: "&").map { SourceAddress.parameter($0) }
      rest = rest[..<mark]
    }
    guard rest.hasPrefix("//") else {
      path = SourceAddress.resolved(rest)
      return
    }
    rest = rest.dropFirst(2)
    let authority = rest.prefix { $0 != "/" }
    path = SourceAddress.resolved(rest.dropFirst(authority.count))
    try read(authority: authority, of: word)
  }

  private init(name: String, scheme: String) {
    self.name = name
    self.scheme = scheme
  }

  /// The schemes as a message lists them.
  public static let expected = "gpsd:, nmea:, tcp:, udp:, mqtt:, mqtts:, http: or sim:"

  /// - Parameter word: the whole word, of which `authority` is a part.
  private mutating func read(authority: Substring, of word: String) throws(GeoError) {
    var place = authority
    if let at = authority.lastIndex(of: "@") {
      let person = authority[..<at]
      place = authority[authority.index(after: at)...]
      user = SourceAddress.resolved(person.prefix { $0 != ":" })
      if let colon = person.firstIndex(of: ":") {
        password = SourceAddress.resolved(person[person.index(after: colon)...])
        name = String(word[..<colon] + word[at...])
      }
    }
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      host = String(place[place.index(after: place.startIndex)..<end])
      place = place[place.index(after: end)...]
    } else {
      host = String(place.prefix { $0 != ":" })
      place = place.dropFirst(host.count)
    }
    guard !place.isEmpty, place != ":" else { return }
    guard place.hasPrefix(":"), let number = Int(place.dropFirst()), (0...65_535).contains(number) else {
      throw GeoError(.usage, "\"\(place.dropFirst())\" is not a port (expected 0 to 65535)", at: name)
    }
    port = number
  }

  private static func parameter(_ text: Substring) -> Parameter {
    let name = text.prefix { $0 != "=" }
    return Parameter(name: resolved(name), value: resolved(text.dropFirst(name.count + 1)))
  }

  private static func resolved(_ text: Substring) -> String { PercentSigns.resolved(text.utf8) }
}
