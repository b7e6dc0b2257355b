public import Geo
import GeoFormats

/// Reads the limits of alerts that wait.
public enum AlertLimits {
  /// Seconds of a text such as `45s`, `90m`, `72h` or `7d`.
  ///
  /// - Errors: ``GeoError`` `usage`.
  public static func seconds(_ text: String, of option: String, example: String) throws(GeoError) -> Double {
    // A number alone could mean seconds or days.
    guard text.last?.isLetter == true, let seconds = try? Quantity.seconds(text, option), seconds > 0,
      seconds.isFinite
    else {
      throw GeoError(.usage, "\(option) takes a time such as \(example), got '\(text)'")
    }
    return seconds
  }

  /// The age of `--alert-max-age`.
  public static func age(_ text: String) throws(GeoError) -> Double {
    try seconds(text, of: "--alert-max-age", example: "90m, 72h or 7d")
  }

  /// The bytes of `--alert-queue`: `500M`, `2G`; units of 1024.
  ///
  /// - Errors: ``GeoError`` `usage`.
  public static func size(_ text: String) throws(GeoError) -> Int {
    var digits = text[...]
    for tail in ["iB", "B"] where digits.hasSuffix(tail) { digits = digits.dropLast(tail.count) }
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = digits.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Double(shift == nil ? digits : digits.dropLast()), number > 0,
      number * Double(1 << (shift ?? 0)) < 1e15
    else {
      throw GeoError(.usage, "--alert-queue takes a size such as 500M or 2G, got '\(text)'")
    }
    return Int(number * Double(1 << (shift ?? 0)))
  }
}
