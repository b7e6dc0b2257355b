/// Gradients for geoscript's own views.
extension CGContext {
  typealias Stop = (location: Double, color: UIColor)

  /// Fills a circle with colors from its center to its edge.
  func fillRadially(radius: Double, at center: CGPoint = .zero, _ stops: [Stop]) {
    let shape = GradientShape.radial(from: center, startRadius: 0, to: center, endRadius: radius)
    fill(CGPath(circle: center, radius: radius), shape, stops)
  }

  /// Fills a path with colors from one point to another, and beyond.
  func fill(_ path: CGPath, from start: CGPoint, to end: CGPoint, _ stops: [Stop]) {
    fill(path, .linear(from: start, to: end), stops)
  }

  private func fill(_ path: CGPath, _ shape: GradientShape, _ stops: [Stop]) {
    // These stops are in order from 0 to 1, so creating the gradient cannot fail.
    guard let gradient = try? CGGradient(colors: stops.map(\.color), locations: stops.map(\.location)) else {
      return
    }
    let paint = Paint.gradient(
      gradient, shape, [.drawsBeforeStartLocation, .drawsAfterEndLocation], state.transform)
    canvas.fill(path.applying(state.transform), rule: .winding, with: paint, state.blending)
  }
}

extension UIColor {
  /// Returns the color mixed with `part` of another, at its own alpha.
  func mixed(with other: UIColor, _ part: Double) -> UIColor {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return UIColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
