import Geo

/// Finds room for texts on a map, so that none covers another or a sign.
struct LabelPlacer {
  private let bounds: CGRect
  private var taken: [CGRect]

  init(bounds: CGRect, taken: [CGRect] = []) {
    self.bounds = bounds
    self.taken = taken
  }

  mutating func take(_ rect: CGRect) { taken.append(rect) }

  /// Returns the first of some places that is free, and takes it; nil if none is.
  mutating func place(_ size: CGSize, middles: [CGPoint]) -> CGPoint? {
    for middle in middles {
      let rect = CGRect(
        x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
      guard bounds.contains(rect), !taken.contains(where: { $0.intersects(rect) }) else { continue }
      taken.append(rect)
      return middle
    }
    return nil
  }
}
