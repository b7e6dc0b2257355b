public import GeoCore

/// Draws a line whose color changes along it.
open class MKGradientPolylineRenderer: MKPolylineRenderer {
  /// Each at the place along the line that ``locations`` has for it.
  public private(set) var colors: [UIColor] = []
  /// Shares of the line's length on the map, from 0 to 1.
  public private(set) var locations: [Double] = []

  /// Sets the colors and where along the line they are.
  ///
  /// - Errors: ``GeoError`` for lists of different lengths, and for places that are not from 0 to 1 in order.
  public func setColors(_ colors: [UIColor], at locations: [Double]) throws(GeoError) {
    guard colors.count == locations.count else {
      throw GeoError(
        .data, "a gradient needs a location for each of its \(colors.count) colors, got \(locations.count)")
    }
    var last = 0.0
    for (index, location) in locations.enumerated() {
      guard location >= last, location <= 1 else {
        throw GeoError(
          .data,
          "location \(index + 1) of a gradient is \(location) (expected 0 to 1, not less than the one before)"
        )
      }
      last = location
    }
    self.colors = colors
    self.locations = locations
  }

  /// With colors draws the line in them; without any as other lines are drawn.
  open override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
    guard !colors.isEmpty else { return try super.draw(mapRect, zoomScale: zoomScale, in: context) }
    guard let path = try madePath(), !path.isEmpty else { return }
    try applyStroke(to: context, atZoomScale: zoomScale)
    if colors.count == 1 {
      context.state.stroke = .color(colors[0])
      return try stroke(aroundWorld(line(of: path)), in: context)
    }
    let ramp = ColorRamp(colors: colors, locations: locations)
    for shift in [0] + copies {
      let copy = path.applying(CGAffineTransform(translationX: shift, y: 0))
      context.strokeSeen(copy, ramp, from: strokeStart, to: strokeEnd)
    }
  }
}
