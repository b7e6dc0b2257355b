import ArgumentParser
import GeoFormats

/// Reads the values of options that are amounts: a number alone, or with its unit.
enum Amount {
  /// Seconds: `600`, `600s`, `10m`, `1.5h`, `2d`.
  static func seconds(_ text: String) throws -> Double {
    try read(text, "write seconds, such as 90, or a time with its unit, such as 90s, 5m or 8h", Quantity.seconds)
  }

  /// Meters: `20`, `20m`, `1.5km`.
  static func meters(_ text: String) throws -> Double {
    try read(text, "write meters, such as 20, or a length with its unit, such as 20m or 1.5km", Quantity.meters)
  }

  /// Meters a second: `1.4`, `5km/h`.
  static func speed(_ text: String) throws -> Double {
    try read(text, "write meters a second, such as 1.4, or a speed with its unit, such as 5km/h", Quantity.speed)
  }

  /// A number alone may have any sign: who uses it says what is wrong with it.
  private static func read(
    _ text: String, _ expected: String, _ quantity: (String, String) throws -> Double
  ) throws -> Double {
    if let number = Double(text) { return number }
    guard let amount = try? quantity(text, "") else { throw ValidationError(expected) }
    return amount
  }
}
