extension MapIndex {
  /// A rect by its sides, with its middle inside the world's width.
  struct Box {
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    /// An empty box.
    init() {}

    init?(_ rect: MKMapRect) {
      guard rect.minX.isFinite, rect.minY.isFinite, rect.maxX.isFinite, rect.maxY.isFinite,
        rect.size.width >= 0, rect.size.height >= 0
      else { return nil }
      let world = MKMapSizeWorld.width
      let shift = (rect.midX / world).rounded(.down) * world
      minX = rect.minX - shift
      maxX = rect.maxX - shift
      minY = rect.minY
      maxY = rect.maxY
    }

    var middle: (x: Double, y: Double) { ((minX + maxX) / 2, (minY + maxY) / 2) }
    var extent: Double { max(maxX - minX, maxY - minY) }

    mutating func join(_ other: Box) {
      minX = min(minX, other.minX)
      minY = min(minY, other.minY)
      maxX = max(maxX, other.maxX)
      maxY = max(maxY, other.maxY)
    }

    /// Whether they meet on the globe: here, or shifted by a world to either side.
    func meets(_ other: Box) -> Bool {
      guard minY <= other.maxY, other.minY <= maxY else { return false }
      if minX <= other.maxX, other.minX <= maxX { return true }
      let world = MKMapSizeWorld.width
      return minX <= other.maxX - world || other.minX + world <= maxX
    }
  }
}
