import Geo

/// Hints for addresses without their scheme.
extension SourceAddress {
  /// Where the system keeps serial ports: the devices of receivers.
  private static let serialPorts = ["/dev/tty", "/dev/serial/", "/dev/rfcomm", "/dev/gps"]

  /// The usual scheme of a port.
  private static let usualSchemes = [
    2947: "gpsd", 1883: "mqtt", 8883: "mqtts", 10110: "tcp", 80: "http", 8080: "http",
  ]

  /// - Errors: ``GeoError`` `usage` for a serial port, and for `host:port`, with the address that it would be.
  static func checkScheme(of word: String) throws(GeoError) {
    if serialPorts.contains(where: word.hasPrefix) {
      throw GeoError(
        .usage,
        "is a serial port, not a file (expected nmea://\(word), or gpsd://localhost if gpsd reads it)",
        at: word)
    }
    guard let (name, port, rest) = hostAndPort(word) else { return }
    let place = "\(word.dropLast(rest.count))"
    let schemes = usualSchemes[port].map { [$0] } ?? ["gpsd", "tcp", "mqtt"]
    let expected = schemes.map { "\($0)://\(word)" }.joined(separator: ", ")
    // The text before an @ may be a password.
    guard !name.contains("@") else {
      throw GeoError(.usage, "an address begins with its scheme (expected for example \(schemes[0])://…)")
    }
    throw GeoError(
      .usage,
      "is a host and a port without a scheme (expected \(expected); a file of that name is ./\(place))",
      at: word)
  }

  /// The parts of `host:port`, alone or followed by a path or a query; nil for other texts.
  private static func hostAndPort(_ word: String) -> (host: Substring, port: Int, rest: Substring)? {
    let authority = word.prefix { $0 != "/" && $0 != "?" }
    guard let colon = authority.lastIndex(of: ":"), colon > authority.startIndex else { return nil }
    let digits = authority[authority.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), port < 65_536,
      digits.count > 1
    else { return nil }
    let host = authority[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    guard isBracketed || host.contains("@") || !host.contains(":"), !host.contains(where: \.isWhitespace),
      !liveSchemes.contains(host.lowercased())
    else { return nil }
    return (host, port, word[authority.endIndex...])
  }
}
