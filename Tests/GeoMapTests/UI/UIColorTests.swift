import Testing

@testable import GeoMap

@Suite struct UIColorTests {
  @Test func hexadecimalTextIsRead() throws {
    #expect(UIColor(hex: "#00ffff33") == UIColor(red: 0, green: 1, blue: 1, alpha: 0.2))
    #expect(UIColor(hex: "#FF8000") == UIColor(red: 1, green: 128.0 / 255, blue: 0))
    #expect(UIColor(hex: "#f80") == UIColor(red: 1, green: 8.0 / 15, blue: 0))
    #expect(UIColor(hex: "#f80f")?.alpha == 1)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "#1234567", "#123456789", "123456", "#gg0000", "#１２３", "# 12345", "#-12345",
  ])
  func otherTextIsNoColor(text: String) { #expect(UIColor(hex: text) == nil) }

  /// Hue, saturation, brightness, and the values that Python's colorsys.hsv_to_rgb computes.
  static let hues: [(Double, Double, Double, [Double])] = [
    (0, 1, 1, [1, 0, 0]), (1.0 / 3, 1, 1, [0, 1, 0]), (2.0 / 3, 1, 1, [0, 0, 1]), (0.5, 1, 1, [0, 1, 1]),
    (0.1, 0.5, 0.8, [0.8, 0.64, 0.4]), (0.85, 0.25, 0.6, [0.6, 0.45, 0.585]), (0.7, 0, 0.3, [0.3, 0.3, 0.3]),
    (1, 1, 1, [1, 0, 0]), (-0.5, 1, 1, [0, 1, 1]), (2.5, 1, 1, [0, 1, 1]),
  ]

  @Test(arguments: hues)
  func huesBecomeColors(hue: Double, saturation: Double, brightness: Double, rgb: [Double]) {
    let color = UIColor(hue: hue, saturation: saturation, brightness: brightness)
    for (found, wanted) in zip([color.red, color.green, color.blue], rgb) {
      #expect(abs(found - wanted) < 1e-12)
    }
  }

  @Test func partsStayWithinTheirRange() {
    #expect(UIColor(red: 2, green: -1, blue: .infinity, alpha: 7) == UIColor(red: 1, green: 0, blue: 1))
    #expect(UIColor.red.withAlphaComponent(0.5).description == "#ff000080")
    #expect(UIColor(white: 0.5).description == "#808080")
  }

  @Test func equalColorsAreEqualHoweverMade() {
    #expect(UIColor.cyan == UIColor(hue: 0.5, saturation: 1, brightness: 1))
    #expect(UIColor.cyan != UIColor.cyan.withAlphaComponent(0.9))
    #expect(Set([UIColor.white, UIColor(white: 1)]).count == 1)
  }
}
