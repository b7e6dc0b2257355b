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

  /// A long run with many pictures need not remember all that it ever wrote.
  func forgetSizes() {
    if measured.count > 10_000 { measured.removeAll() }
  }
}
