/// What is written and drawn over a map: in a color that can be read, with a halo of the opposite one.
struct Ink {
  let color: UIColor
  let halo: UIColor

  init(_ scene: MapScene) {
    // Pictures taken from above have all shades, but are seldom bright.
    let isDark = scene.isDark || scene.mapType != .standard
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
