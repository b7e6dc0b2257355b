import GeoCore

extension UIColor {
  /// Creates a color from hue, saturation and brightness; a hue outside 0…1 wraps around.
  ///
  /// - Source: A. R. Smith, "Color gamut transform pairs", SIGGRAPH 1978, the hexcone.
  public convenience init(hue: Double, saturation: Double, brightness: Double, alpha: Double = 1) {
    let saturation = min(max(saturation, 0), 1)
    let brightness = min(max(brightness, 0), 1)
    let turn = (hue - hue.rounded(.down)) * 6
    func part(_ offset: Double) -> Double {
      let place = (offset + turn).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// Creates a color from `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for any other text.
  public convenience init?(hex text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard digits.count == text.count - 1, text.utf8.count == text.count else { return nil }
    let parts: [Double]
    switch digits.count {
    case 3, 4: parts = digits.map { Double($0) / 15 }
    case 6, 8:
      parts = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    default: return nil
    }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1)
  }

  public static let black = UIColor(white: 0)
  public static let darkGray = UIColor(white: 1 / 3)
  public static let lightGray = UIColor(white: 2 / 3)
  public static let white = UIColor(white: 1)
  public static let gray = UIColor(white: 0.5)
  public static let red = UIColor(red: 1, green: 0, blue: 0)
  public static let green = UIColor(red: 0, green: 1, blue: 0)
  public static let blue = UIColor(red: 0, green: 0, blue: 1)
  public static let cyan = UIColor(red: 0, green: 1, blue: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0)
  public static let magenta = UIColor(red: 1, green: 0, blue: 1)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5)
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2)
  public static let clear = UIColor(white: 0, alpha: 0)

  /// The named colors of UIColor.h.
  public static let named: [(name: String, color: UIColor)] = [
    ("black", black), ("darkGray", darkGray), ("lightGray", lightGray), ("white", white), ("gray", gray),
    ("red", red), ("green", green), ("blue", blue), ("cyan", cyan), ("yellow", yellow),
    ("magenta", magenta), ("orange", orange), ("purple", purple), ("brown", brown), ("clear", clear),
  ]

  /// The system colors of iOS in their light form.
  ///
  /// - Source: Apple's Human Interface Guidelines, «Color», before iOS 26.
  public static let system: [(name: String, color: UIColor)] = [
    ("systemRed", 255, 59, 48), ("systemOrange", 255, 149, 0), ("systemYellow", 255, 204, 0),
    ("systemGreen", 52, 199, 89), ("systemMint", 0, 199, 190), ("systemTeal", 48, 176, 199),
    ("systemCyan", 50, 173, 230), ("systemBlue", 0, 122, 255), ("systemIndigo", 88, 86, 214),
    ("systemPurple", 175, 82, 222), ("systemPink", 255, 45, 85), ("systemBrown", 162, 132, 94),
    ("systemGray", 142, 142, 147),
  ].map { name, red, green, blue in
    (name, UIColor(red: red / 255, green: green / 255, blue: blue / 255))
  }
}

extension UIColor: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` with alpha, rounded to the nearest of 256 steps.
  public var description: String {
    let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    return "#" + parts.map { UInt8(clamping: Int(($0 * 255).rounded())).hexadecimal }.joined()
  }
}
