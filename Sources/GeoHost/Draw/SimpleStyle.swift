import Geo

/// The style of a GeoJSON Feature.
///
/// - Source: mapbox/simplestyle-spec 1.1.0.
struct SimpleStyle {
  var stroke: UIColor?
  var strokeWidth: Double?
  var fill: UIColor?
  var markerColor: UIColor?
  /// One letter or digit; the spec's pictograms are not supported.
  var markerSymbol: String?

  /// Reads the style; invalid values count as missing, as the spec says of unknown values.
  init(_ properties: JSONValue) {
    func number(_ name: String) -> Double? {
      switch SimpleStyle.value(name, properties) {
      case .integer(let value): Double(value)
      case .number(let value): value
      case .string(let text): Double(text)
      default: nil
      }
    }
    func color(_ name: String) -> UIColor? {
      guard case .string(let text)? = SimpleStyle.value(name, properties) else { return nil }
      return SimpleStyle.color(text)
    }
    func opacity(_ name: String, _ usual: Double) -> Double {
      number(name).map { min(max($0, 0), 1) } ?? usual
    }
    stroke = color("stroke").map { $0.withAlphaComponent(opacity("stroke-opacity", 1)) }
    strokeWidth = number("stroke-width").flatMap { $0 >= 0 && $0 <= 1000 ? $0 : nil }
    fill = color("fill").map { $0.withAlphaComponent(opacity("fill-opacity", 0.6)) }
    markerColor = color("marker-color")
    if case .string(let symbol)? = SimpleStyle.value("marker-symbol", properties), symbol.count == 1 {
      markerSymbol = symbol.uppercased()
    } else if let digit = number("marker-symbol"), digit >= 0, digit < 10 {
      markerSymbol = String(Int(digit))
    }
  }

  private static func value(_ name: String, _ properties: JSONValue) -> JSONValue? {
    guard case .object(let members) = properties else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// `#rrggbb` or `#rgb`, with or without the mark; nil for anything else.
  static func color(_ text: String) -> UIColor? {
    var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let code = Int(digits, radix: 16) else {
      return nil
    }
    return UIColor(code: code)
  }
}

extension UIColor {
  /// A color as `0xrrggbb`.
  convenience init(code: Int) {
    self.init(
      red: Double(code >> 16 & 255) / 255, green: Double(code >> 8 & 255) / 255,
      blue: Double(code & 255) / 255)
  }
}
