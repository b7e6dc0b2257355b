import Geo
import GeoHost

extension GeocodeCommand {
  /// The words of the command line, with another minus sign in negative positions, so that they do not parse
  /// as options.
  static func handedOver(_ words: [String]) -> [String] {
    guard words.first == commandName else { return withNegativeValues(words) }
    return words.map { isNegative($0) ? "\u{2212}" + $0.dropFirst() : $0 }
  }

  /// The words with a value that begins with a minus sign joined to its option: `--center=-33.9,18.4`.
  private static func withNegativeValues(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      if isNegative(word), let last = joined.last, last.hasPrefix("--"), last != "--", !last.contains("=") {
        joined[joined.count - 1] += "=" + word
      } else {
        joined.append(word)
      }
    }
  }

  private static func isNegative(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
    return 0x30...0x39 ~= second || second == UInt8(ascii: ".")
  }

  static let commandName = "geocode"

  /// The circle of `--near`: `35.68,139.77`, `35.68,139.77,5000`, `35.68,139.77,5km`.
  static func bias(_ text: String) throws(GeoError) -> GeocodeRequest.Bias {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let advice = "(expected latitude,longitude[,radius] such as 35.68,139.77,5km)"
    var position = text
    var radius = 50_000.0
    if parts.count == 3 {
      position = parts[0] + "," + parts[1]
      let word = parts[2].lowercased().filter { $0 != " " }
      let isKilometers = word.hasSuffix("km")
      let number = isKilometers ? word.dropLast(2) : word.hasSuffix("m") ? word.dropLast(1) : word[...]
      guard let value = Double(number), value > 0, value.isFinite else {
        throw GeoError(.usage, "--near: '\(parts[2])' is not a radius \(advice)")
      }
      radius = value * (isKilometers ? 1000 : 1)
    }
    guard let center = try PositionText.parse(position) else {
      throw GeoError(.usage, "--near: '\(text)' is not a position \(advice)")
    }
    return GeocodeRequest.Bias(center: center, radius: min(radius, 20_000_000))
  }
}
