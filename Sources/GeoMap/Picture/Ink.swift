/// Texts and drawings over a map: in a readable color, with a halo of the opposite one.
struct Ink {
  let color: UIColor
  let halo: UIColor

  init(_ scene: MapScene) {
    // Aerial pictures have all shades, but are seldom bright.
    let isDark = scene.isDark || scene.mapType.isImagery
    color = isDark ? UIColor(white: 0.93) : UIColor(white: 0.2)
    halo = isDark ? UIColor(white: 0, alpha: 0.62) : UIColor(white: 1, alpha: 0.8)
  }

  /// A text with a halo.
  func block(_ text: String, size: Double) -> TextBlock {
    var block = TextBlock(text, font: .systemFont(ofSize: size))
    block.halo = TextBlock.Halo(color: halo, width: 2)
    return block
  }
}
