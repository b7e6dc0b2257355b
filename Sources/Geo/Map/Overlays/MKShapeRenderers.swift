/// Draws an ``MKPolygon``.
open class MKPolygonRenderer: MKOverlayPathRenderer {
  public let polygon: MKPolygon

  public init(polygon: MKPolygon) {
    self.polygon = polygon
    super.init(overlay: polygon)
  }
}

/// Draws several polygons alike.
open class MKMultiPolygonRenderer: MKOverlayPathRenderer {
  public let multiPolygon: MKMultiPolygon

  public init(multiPolygon: MKMultiPolygon) {
    self.multiPolygon = multiPolygon
    super.init(overlay: multiPolygon)
  }
}

/// Draws an ``MKCircle``.
open class MKCircleRenderer: MKOverlayPathRenderer {
  public let circle: MKCircle
  /// The part of the edge that is stroked, as shares of it from 0 to 1.
  public var strokeStart = 0.0
  public var strokeEnd = 1.0

  public init(circle: MKCircle) {
    self.circle = circle
    super.init(overlay: circle)
  }
}

/// Draws an ``MKPolyline``.
open class MKPolylineRenderer: MKOverlayPathRenderer {
  public let polyline: MKPolyline
  /// The part of the line that is stroked, as shares of it from 0 to 1.
  public var strokeStart = 0.0
  public var strokeEnd = 1.0

  public init(polyline: MKPolyline) {
    self.polyline = polyline
    super.init(overlay: polyline)
  }
}

/// Draws several lines alike.
open class MKMultiPolylineRenderer: MKOverlayPathRenderer {
  public let multiPolyline: MKMultiPolyline

  public init(multiPolyline: MKMultiPolyline) {
    self.multiPolyline = multiPolyline
    super.init(overlay: multiPolyline)
  }
}

/// Draws a line whose colour changes along it.
public final class MKGradientPolylineRenderer: MKPolylineRenderer {
  /// Each at the place along the line that ``locations`` has for it.
  public private(set) var colors: [UIColor] = []
  /// Shares of the line from 0 to 1.
  public private(set) var locations: [Double] = []

  /// Sets the colours and where along the line they are.
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
          "location \(index + 1) of a gradient is \(location) (expected 0 to 1, none less than the one before)"
        )
      }
      last = location
    }
    self.colors = colors
    self.locations = locations
  }
}
