import Geo

/// The colours of what is drawn without a script that chooses them.
///
/// Ours: ten hues that can be told apart on land, on water and from each other, the first ones also by people who do
/// not tell red from green.
enum Palette {
  static let tracks = [
    0x0b62d6, 0xe0542a, 0x7a3fb0, 0x0d8a6a, 0xd1256f, 0xb07a00, 0x0095b6, 0x8a4b2a, 0x5c7d12, 0x44546a,
  ].map(UIColor.init(code:))

  /// The colour of the device with a number; they come again.
  static func track(_ number: Int) -> UIColor { tracks[number % tracks.count] }

  static let region = UIColor(code: 0x4b3f94)
  static let ink = UIColor(code: 0x1d2733)
  static let faintInk = UIColor(code: 0x66727f)
  static let paper = UIColor(white: 1)
}
