import Geo

/// What pictures of one thread are drawn with: canvases and the base map.
final class Studio {
  let canvasMaker: (any CanvasMaker)?
  let baseMap: (any BaseMap)?
  private let options: PictureOptions

  init(_ options: PictureOptions) throws(GeoError) {
    self.options = options
    canvasMaker = nil
    baseMap = nil
  }

  /// - Errors: ``GeoError`` `usage` for a size that no picture can have, `unavailable` where drawing is not installed.
  static func check(size: CGSize, _ options: PictureOptions) throws(GeoError) {}

  /// Whether something is on its way from a disk or a network.
  var isLoading: Bool { false }

  func measure(_ text: TextBlock) -> CGSize { CGSize(width: Double(text.text.count) * text.font.pointSize * 0.55, height: text.font.pointSize * 1.2) }

  /// Draws a picture and returns the bytes of its file.
  func picture(size: CGSize, _ body: (CGContext) -> Void) throws(GeoError) -> [UInt8] { [] }
}
