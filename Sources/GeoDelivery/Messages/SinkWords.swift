import Geo
import GeoFormats
import LuaBridge

/// The words of a sink's address: `only=event:exit&map=1`.
///
/// - Source: HO-82.
struct SinkWords {
  /// In their order; percent signs are not resolved.
  private var words: [(name: String, value: Substring)]
  /// The names that were asked for, for advice.
  private var known: [String] = []

  init(_ text: some StringProtocol = "") {
    words = Substring(text).split(separator: "&").map { word in
      let name = word.prefix { $0 != "=" }
      return (String(name), word.dropFirst(name.count + 1))
    }
  }

  /// Takes the values of all words of a name.
  mutating func takeAll(_ name: String) -> [Substring] {
    known.append(name)
    defer { words.removeAll { $0.name == name } }
    return words.filter { $0.name == name }.map(\.value)
  }

  /// Takes the value of a word, percent signs resolved; nil if it is missing.
  ///
  /// - Errors: ``GeoError`` `usage` for a word that is there twice.
  mutating func take(_ name: String) throws(GeoError) -> String? {
    let values = takeAll(name)
    guard values.count <= 1 else { throw GeoError(.usage, "\(name)= appears twice: write it once") }
    return values.first.map { PercentSigns.resolved($0.utf8) }
  }

  /// Takes a word that is on or off: `map=1`, and `map` alone.
  ///
  /// - Errors: ``GeoError`` `usage` for another value.
  mutating func takeFlag(_ name: String) throws(GeoError) -> Bool {
    switch try take(name) {
    case nil, "0", "false", "no": false
    case "", "1", "true", "yes": true
    case let value?: throw GeoError(.usage, "\(name)= takes 1 or 0, got '\(value)'")
    }
  }

  /// Takes a whole number.
  ///
  /// - Errors: ``GeoError`` `usage` for anything else.
  mutating func takeNumber(_ name: String, in range: ClosedRange<Int>) throws(GeoError) -> Int? {
    guard let text = try take(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw GeoError(.usage, "\(name)= takes \(range.lowerBound) to \(range.upperBound), got '\(text)'")
    }
    return number
  }

  /// - Errors: ``GeoError`` `usage` for a word that nobody took.
  func finish() throws(GeoError) {
    guard let word = words.first else { return }
    throw GeoError(
      .usage,
      "'\(word.name)' is not a word of this sink (\(known.sorted().joined(separator: ", ")))"
        + NearestName.advice(word.name, among: known))
  }
}
