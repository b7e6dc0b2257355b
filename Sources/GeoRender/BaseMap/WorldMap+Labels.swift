public import Geo

extension WorldMap {
  public func drawLabels(_ scene: MapScene, in context: CGContext) throws {
    guard scene.size.width > 0, scene.size.height > 0 else { return }
    forgetSizes()
    context.saving {
      scene.leaveOut(scene.replaced.filter(\.isAboveLabels).map(\.rect), in: context)
      guard !context.boundingBoxOfClipPath.isEmpty else { return }
      var painter = LabelPainter(self, scene, in: context)
      painter.draw()
    }
  }

  /// Bounds the cache in a long run with many pictures.
  func forgetSizes() {
    if measured.count > 10_000 { measured.removeAll() }
  }
}
