/// What lies over everything on a map: scale bar, compass, and whom the map is owed to.
extension MKMapView {
  func drawFurniture(_ scene: MapScene, in context: CGContext) {
    if showsScale { ScaleBar(scene)?.draw(scene, in: context) }
    if showsCompass, scene.heading != 0 { CompassRose().draw(scene, in: context) }
    drawAttributions(scene, in: context)
  }

  /// Names the sources of all that is seen.
  func drawAttributions(_ scene: MapScene, in context: CGContext) {
    scene.draw(attributions: attributions(scene), in: context)
  }

  /// What the furniture takes of the picture.
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

  /// What the sources of all that is seen ask to be said, each once.
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
  /// Writes who is to be named into the lower right corner, as small as it can still be read.
  func draw(attributions: [String], in context: CGContext) {
    guard let (text, frame) = block(attributions: attributions, in: context) else { return }
    context.saving {
      context.state.fill = .color(Ink(self).color.withAlphaComponent(0.85))
      context.draw(text, at: frame.origin)
    }
  }

  /// Who is to be named, and where that is written; nil for nobody, or without room.
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
    // A text that is broken has its full width.
    taken.width = text.width ?? taken.width
    return (
      text,
      CGRect(
        origin: CGPoint(x: size.width - 8 - taken.width, y: size.height - 5 - taken.height), size: taken)
    )
  }
}
