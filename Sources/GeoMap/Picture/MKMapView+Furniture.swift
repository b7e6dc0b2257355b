/// Scale bar, compass and attribution, over everything else on a map.
extension MKMapView {
  func drawFurniture(_ scene: MapScene, in context: CGContext) {
    if showsScale { ScaleBar(scene)?.draw(scene, in: context) }
    if showsCompass, scene.heading != 0 { CompassRose().draw(scene, in: context) }
    drawAttributions(scene, in: context)
  }

  /// Draws the attribution of all visible sources.
  func drawAttributions(_ scene: MapScene, in context: CGContext) {
    scene.draw(attributions: attributions(scene), in: context)
  }

  /// The frames of the furniture in the picture.
  func furnitureFrames(_ scene: MapScene, in context: CGContext) -> [CGRect] {
    [
      showsScale ? ScaleBar(scene)?.frame(scene) : nil,
      showsCompass && scene.heading != 0 ? CompassRose().frame(scene) : nil,
      attributionFrame(scene, in: context),
    ].compactMap { $0 }
  }

  func attributionFrame(_ scene: MapScene, in context: CGContext) -> CGRect? {
    scene.block(attributions: attributions(scene), in: context)?.frame
  }

  /// The attributions that the visible sources require, each once.
  private func attributions(_ scene: MapScene) -> [String] {
    var said: [String] = []
    let isBaseSeen = !scene.isReplaced(withLabels: false) || !scene.isReplaced(withLabels: true)
    let base = isBaseSeen ? device?.screen.baseMap?.attribution(scene) : nil
    let all = [base] + tileAttributions(scene)
    for case let text? in all where !text.isEmpty && !said.contains(text) { said.append(text) }
    return said
  }
}

extension MapScene {
  /// Draws the attributions in the lower right corner, as small as is readable.
  func draw(attributions: [String], in context: CGContext) {
    guard let (text, frame) = block(attributions: attributions, in: context) else { return }
    context.saving {
      context.state.fill = .color(Ink(self).color.withAlphaComponent(0.85))
      context.draw(text, at: frame.origin)
    }
  }

  /// The attribution and its frame; nil without attributions or without room.
  fileprivate func block(
    attributions: [String], in context: CGContext
  ) -> (text: TextBlock, frame: CGRect)? {
    guard !attributions.isEmpty else { return nil }
    var text = Ink(self).block(attributions.joined(separator: " · "), size: 9)
    let room = size.width - 16
    guard room > 20 else { return nil }
    if context.canvas.measure(text).width > room {
      text.width = room
      text.alignment = .right
    }
    var taken = context.canvas.measure(text)
    // A text with line breaks has its full width.
    taken.width = text.width ?? taken.width
    return (
      text,
      CGRect(
        origin: CGPoint(x: size.width - 8 - taken.width, y: size.height - 5 - taken.height), size: taken)
    )
  }
}
