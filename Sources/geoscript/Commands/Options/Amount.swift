import ArgumentParser
import GeoFormats

/// An amount as the value of an option: a number alone, or with its unit.
///
/// The argument parser shows the default of a type like this, and not that of a closure.
protocol Amount: ExpressibleByArgument, ExpressibleByFloatLiteral {
  var value: Double { get }
  init(_ value: Double)
  static func read(_ text: String) throws -> Double
  /// What a message says of a text that is no amount.
  static var expected: String { get }
}

extension Amount {
  init?(argument: String) {
    guard let value = try? Self.value(argument) else { return nil }
    self.init(value)
  }

  init(floatLiteral value: Double) { self.init(value) }

  var defaultValueDescription: String { "\(value)" }

  /// - Shape: a number alone may have any sign, because who uses it says what is wrong with it.
  /// - Errors: ``ValidationError`` that says what is expected.
  static func value(_ text: String) throws -> Double {
    if let number = Double(text) { return number }
    guard let amount = try? read(text) else { throw ValidationError(expected) }
    return amount
  }
}

/// Seconds: `600`, `600s`, `10m`, `1.5h`, `2d`.
struct Seconds: Amount {
  let value: Double
  init(_ value: Double) { self.value = value }

  static let expected = "write seconds, such as 90, or a time with its unit, such as 90s, 5m or 8h"
  static func read(_ text: String) throws -> Double { try Quantity.seconds(text, "") }
}

/// Meters: `20`, `20m`, `1.5km`.
struct Meters: Amount {
  let value: Double
  init(_ value: Double) { self.value = value }

  static let expected = "write meters, such as 20, or a length with its unit, such as 20m or 1.5km"
  static func read(_ text: String) throws -> Double { try Quantity.meters(text, "") }
}

/// Meters a second: `1.4`, `5km/h`.
struct MetersPerSecond: Amount {
  let value: Double
  init(_ value: Double) { self.value = value }

  static let expected = "write meters a second, such as 1.4, or a speed with its unit, such as 5km/h"
  static func read(_ text: String) throws -> Double { try Quantity.speed(text, "") }
}
