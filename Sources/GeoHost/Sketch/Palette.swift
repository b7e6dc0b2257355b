import Geo

/// The colors of drawings without a script that chooses them.
struct Palette: Sendable {
  /// The colors of devices and files, in turn.
  let tracks: [UIColor]
  let region: UIColor
  let ink: UIColor
  let faintInk: UIColor
  /// The background of legends.
  let sheet: UIColor
  /// The outline that separates lines and letters from their background.
  let edge: UIColor

  /// Ten hues that differ clearly on land, on water and from each other, the first ones also for people who
  /// cannot distinguish red from green.
  static let light = Palette(
    tracks: [
      0x0b62d6, 0xe0542a, 0x7a3fb0, 0x0d8a6a, 0xd1256f, 0xb07a00, 0x0095b6, 0x8a4b2a, 0x5c7d12, 0x44546a,
    ].map(UIColor.init(code:)),
    region: UIColor(code: 0x4b3f94), ink: UIColor(code: 0x1d2733), faintInk: UIColor(code: 0x66727f),
    sheet: UIColor(white: 1, alpha: 0.96), edge: UIColor(white: 1, alpha: 0.9))

  /// The same hues, brighter.
  static let dark = Palette(
    tracks: [
      0x4c9bff, 0xff8158, 0xb88af0, 0x3ecf9f, 0xff6ba6, 0xe9b949, 0x45c8e6, 0xcd8a63, 0xa5c95a, 0xa3b3c7,
    ].map(UIColor.init(code:)),
    region: UIColor(code: 0xb9aefc), ink: UIColor(code: 0xe9eef3), faintInk: UIColor(code: 0x9aa7b4),
    sheet: UIColor(red: 0.13, green: 0.15, blue: 0.18, alpha: 0.96), edge: UIColor(white: 0.08, alpha: 0.85))

  init(_ style: PictureOptions.Style) { self = style == .dark ? .dark : .light }

  private init(
    tracks: [UIColor], region: UIColor, ink: UIColor, faintInk: UIColor, sheet: UIColor, edge: UIColor
  ) {
    self.tracks = tracks
    self.region = region
    self.ink = ink
    self.faintInk = faintInk
    self.sheet = sheet
    self.edge = edge
  }

  /// The color of the device with a number; colors repeat.
  func track(_ number: Int) -> UIColor { tracks[number % tracks.count] }

  /// A name in the style of the map.
  func name(_ text: String) -> TextBlock {
    var block = TextBlock(text, font: UIFont.systemFont(ofSize: 11))
    block.halo = .init(color: edge, width: 2.5)
    return block
  }
}
