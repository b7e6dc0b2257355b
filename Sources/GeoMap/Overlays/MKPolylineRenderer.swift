/// Draws an ``MKPolyline``.
open class MKPolylineRenderer: MKOverlayPathRenderer {
  public let polyline: MKPolyline
  /// The stroked part of the line, as shares of its length on the map from 0 to 1.
  public var strokeStart = 0.0
  public var strokeEnd = 1.0

  public init(polyline: MKPolyline) {
    self.polyline = polyline
    super.init(overlay: polyline)
  }

  open override func createPath() throws {
    var line = CGPath()
    line.addLine(polyline.points, from: mapPoint(for: .zero))
    path = line
  }

  override func line(of path: CGPath) -> CGPath { path.trimmed(from: strokeStart, to: strokeEnd) }
}

/// Draws several lines in one style.
open class MKMultiPolylineRenderer: MKOverlayPathRenderer {
  public let multiPolyline: MKMultiPolyline

  public init(multiPolyline: MKMultiPolyline) {
    self.multiPolyline = multiPolyline
    super.init(overlay: multiPolyline)
  }

  open override func createPath() throws {
    path = multiPolyline.polylines.reduce(into: CGPath()) { path, line in
      path.addLine(line.points, from: origin(of: line.boundingMapRect))
    }
  }
}
