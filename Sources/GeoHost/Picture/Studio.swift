import Geo
import GeoRender

/// What pictures of one thread are drawn with: canvases and the base map.
final class Studio {
  let canvasMaker: any CanvasMaker
  let baseMap: (any BaseMap)?
  private let options: PictureOptions
  /// For measuring texts.
  private let scratch: CairoCanvas

  /// - Errors: ``GeoError`` where drawing is not installed, or the base map cannot be read.
  init(_ options: PictureOptions) throws(GeoError) {
    self.options = options
    scratch = try CairoCanvas(.bitmap, size: CGSize(width: 1, height: 1), scale: 1)
    canvasMaker = CairoCanvasMaker()
    baseMap = options.baseMap == .world ? try WorldMap() : nil
  }

  /// Finds out before anything is read whether pictures can be drawn.
  ///
  /// - Errors: ``GeoError`` `usage` for a size that no picture can have, `unavailable` where drawing is not installed.
  static func check(size: CGSize, _ options: PictureOptions) throws(GeoError) {
    do throws(GeoError) {
      _ = try Picture(options.name.format, size: size, scale: options.scale)
    } catch {
      throw error.code == .data ? GeoError(.usage, error.message) : error
    }
  }

  /// Whether something is on its way from a disk or a network.
  var isLoading: Bool { false }

  func measure(_ text: TextBlock) -> CGSize { scratch.measure(text) }

  /// Draws a picture and returns the bytes of its file.
  ///
  /// - Errors: ``GeoError`` for a size that no picture can have.
  func picture(size: CGSize, _ body: (CGContext) -> Void) throws(GeoError) -> [UInt8] {
    let picture = try Picture(options.name.format, size: size, scale: options.scale)
    body(CGContext(picture.canvas))
    return try picture.bytes()
  }
}
