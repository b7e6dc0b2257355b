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

  /// What the sources of all that is seen ask to be said, each once.
  private func attributions(_ scene: MapScene) -> [String] {
    var said: [String] = []
    let isBaseSeen = !scene.isReplaced(withLabels: false) || !scene.isReplaced(withLabels: true)
    let base = isBaseSeen ? device?.baseMap?.attribution(scene) : nil
    let all = [base] + tileAttributions(scene)
    for case let text? in all where !text.isEmpty && !said.contains(text) { said.append(text) }
    return said
  }
}

extension MapScene {
  /// Writes who is to be named into the lower right corner, as small as it can still be read.
  func draw(attributions: [String], in context: CGContext) {
    guard !attributions.isEmpty else { return }
    let ink = Ink(self)
    var text = ink.block(attributions.joined(separator: " · "), size: 9)
    let room = size.width - 16
    guard room > 20 else { return }
    if context.canvas.measure(text).width > room {
      text.width = room
      text.alignment = .right
    }
    let taken = context.canvas.measure(text)
    context.saving {
      context.state.fill = .color(ink.color.withAlphaComponent(0.85))
      // A text that is broken has its full width.
      let left = size.width - 8 - (text.width ?? taken.width)
      context.draw(text, at: CGPoint(x: left, y: size.height - 5 - taken.height))
    }
  }
}
