/// Colors at shares of a way, and the colors between them.
struct ColorRamp {
  /// One at each of ``locations``, which increase.
  let colors: [UIColor]
  let locations: [Double]

  var isOpaque: Bool { colors.allSatisfy { $0.alpha == 1 } }

  func color(at share: Double) -> UIColor {
    guard let next = locations.firstIndex(where: { $0 > share }) else { return colors[colors.count - 1] }
    guard next > 0 else { return colors[0] }
    let (low, high) = (locations[next - 1], locations[next])
    return ColorRamp.mix(colors[next - 1], colors[next], (share - low) / (high - low))
  }

  /// Where the color changes enough to be visible: shares between 0 and 1, increasing.
  var steps: [Double] {
    var steps: [Double] = []
    for index in locations.indices.dropFirst() {
      let (a, b) = (colors[index - 1], colors[index])
      let way = [a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha].map(abs).max() ?? 0
      let count = (way * 255 / ColorRamp.levels).rounded(.up)
      let (low, high) = (locations[index - 1], locations[index])
      // Two colors at one place are an abrupt change.
      guard count >= 1, high > low else {
        steps.append(high)
        continue
      }
      for step in 1...Int(count) { steps.append(low + (high - low) * Double(step) / count) }
    }
    return steps
  }

  /// How many of 255 levels count as equal.
  private static let levels = 1.5

  /// Mixes like translucent light: a color counts as much as it covers.
  private static func mix(_ a: UIColor, _ b: UIColor, _ t: Double) -> UIColor {
    let alpha = a.alpha + (b.alpha - a.alpha) * t
    guard alpha > 0 else { return UIColor(white: 0, alpha: 0) }
    func part(_ x: Double, _ y: Double) -> Double { (x * a.alpha * (1 - t) + y * b.alpha * t) / alpha }
    return UIColor(
      red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue), alpha: alpha)
  }
}
