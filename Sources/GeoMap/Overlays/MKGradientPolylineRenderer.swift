public import GeoCore

/// Draws a line with a color gradient along it.
open class MKGradientPolylineRenderer: MKPolylineRenderer {
  /// One color for each of ``locations``.
  public private(set) var colors: [UIColor] = []
  /// Shares of the line's length on the map, from 0 to 1.
  public private(set) var locations: [Double] = []

  /// Sets the colors and their locations along the line.
  ///
  /// - Errors: ``GeoError`` for lists of different lengths, and for locations that are not in order from 0 to
  ///   1.
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

  override var strokeOpacity: Double { colors.map(\.alpha).max() ?? super.strokeOpacity }

  /// Draws the line in its colors; without colors, like other lines.
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
