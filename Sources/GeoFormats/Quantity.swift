package import Geo

/// Reads amounts with their units, from words of a command or of an address.
package enum Quantity {
  /// Meters: `8`, `8m`, `1.5km`.
  package static func meters(_ text: some StringProtocol, _ name: String) throws(GeoError)
    -> CLLocationDistance
  {
    try amount(text, name, units: ["m": 1, "km": 1000, "ft": 0.3048, "mi": 1609.344], "8m")
  }

  /// Seconds: `90`, `90s`, `1.5min` or `1.5m`, `8h`, `2d`.
  package static func seconds(_ text: some StringProtocol, _ name: String) throws(GeoError) -> TimeInterval {
    try amount(text, name, units: ["s": 1, "min": 60, "m": 60, "h": 3600, "d": 86_400], "90s, 5min or 8h")
  }

  /// Meters a second: `13.9`, `13.9m/s`, `50km/h`, `30mph`, `10kn`.
  package static func speed(_ text: some StringProtocol, _ name: String) throws(GeoError) -> CLLocationSpeed {
    try amount(
      text, name, units: ["m/s": 1, "km/h": 1 / 3.6, "mph": 0.44704, "kn": 1852.0 / 3600], "13.9 or 50km/h")
  }

  /// A share, 0…1: `5%`.
  package static func share(_ text: some StringProtocol, _ name: String) throws(GeoError) -> Double {
    guard text.last == "%", let number = number(text.dropLast()), (0...100).contains(number) else {
      throw GeoError(.usage, "\(name) takes a share such as 5%, got \"\(text)\"")
    }
    return number / 100
  }

  /// A whole number of at least 1.
  package static func count(_ text: some StringProtocol, _ name: String, atMost limit: Int) throws(GeoError)
    -> Int
  {
    guard let count = Int(text), (1...limit).contains(count) else {
      throw GeoError(.usage, "\(name) takes a number from 1 to \(limit), got \"\(text)\"")
    }
    return count
  }

  /// A place: `latitude,longitude`.
  package static func place(_ text: some StringProtocol, _ name: String) throws(GeoError)
    -> CLLocationCoordinate2D
  {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, let latitude = number(parts[0]), let longitude = number(parts[1]) {
      let place = CLLocationCoordinate2DMake(latitude, longitude)
      if CLLocationCoordinate2DIsValid(place) { return place }
      throw GeoError(
        .usage,
        "\(name) takes latitude,longitude in degrees, got \"\(text)\": \(outside(latitude, longitude))")
    }
    throw GeoError(.usage, "\(name) takes latitude,longitude in degrees, got \"\(text)\"")
  }

  /// What is wrong with a place that is not on the earth.
  private static func outside(_ latitude: Double, _ longitude: Double) -> String {
    func shown(_ number: Double) -> String { number == number.rounded() ? fixed(number, 0) : "\(number)" }
    guard !(abs(latitude) <= 90) else {
      return "longitude \(shown(longitude)) is outside −180…180"
    }
    let isExchanged = abs(latitude) <= 180 && abs(longitude) <= 90
    return "latitude \(shown(latitude)) is outside −90…90"
      + (isExchanged ? " (are latitude and longitude exchanged?)" : "")
  }

  /// A number of at least 0, times the factor of its unit; without a unit, the first one applies.
  private static func amount(
    _ text: some StringProtocol, _ name: String, units: [String: Double], _ expected: String
  ) throws(GeoError) -> Double {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    if let value = number(digits), let factor = unit.isEmpty ? 1 : units[String(unit)] {
      return value * factor
    }
    throw GeoError(.usage, "\(name) takes a number such as \(expected), got \"\(text)\"")
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    var text = String(text)
    return text.withUTF8 { Decimal.parse($0) }
  }
}
