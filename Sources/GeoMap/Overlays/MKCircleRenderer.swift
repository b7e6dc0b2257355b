/// Draws an ``MKCircle``.
open class MKCircleRenderer: MKOverlayPathRenderer {
  public let circle: MKCircle
  /// The stroked part of the edge, as shares of its length on the map from 0 to 1, clockwise from the north.
  public var strokeStart = 0.0
  public var strokeEnd = 1.0

  public init(circle: MKCircle) {
    self.circle = circle
    super.init(overlay: circle)
  }

  open override func createPath() throws {
    guard !overlay.boundingMapRect.isNull else { return path = CGPath() }
    let origin = mapPoint(for: .zero)
    let outline = GeodesicCircle(circle.coordinate, circle.radius).outline
    path = outline.area(from: origin)
    edge = outline.edge(from: origin)
  }

  override func line(of path: CGPath) -> CGPath {
    super.line(of: path).trimmed(from: strokeStart, to: strokeEnd)
  }
}
