public import Geo

extension WorldMap {
  public func drawGround(_ scene: MapScene, in context: CGContext) throws {
    guard scene.size.width > 0, scene.size.height > 0 else { return }
    try context.saving {
      scene.leaveOut(scene.replaced.map(\.rect), in: context)
      guard !context.boundingBoxOfClipPath.isEmpty else { return }
      try GroundPainter(self, scene, in: context).draw()
    }
  }
}

extension MapScene {
  /// Clips away the areas that overlays replace.
  func leaveOut(_ rects: [MKMapRect], in context: CGContext) {
    for rect in rects {
      for shift in shifts(of: rect) {
        // Limited to the view, because the whole world may exceed a canvas's coordinates.
        let box = seen(margin: 100)
        let (minX, maxX) = (max(rect.minX + shift, box.minX), min(rect.maxX + shift, box.maxX))
        let (minY, maxY) = (max(rect.minY, box.minY), min(rect.maxY, box.maxY))
        guard minX < maxX, minY < maxY else { continue }
        let move = transform(from: center)
        var path = CGPath(CGRect(origin: .zero, size: size))
        let corners = [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)].map { x, y in
          CGPoint(x: x - center.x, y: y - center.y).applying(move)
        }
        path.addLines(corners)
        path.close()
        context.clip(to: path, .evenOdd)
      }
    }
  }
}
