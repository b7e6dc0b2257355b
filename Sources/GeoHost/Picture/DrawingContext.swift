package import Geo
import GeoRender

/// The canvases and the base map for the pictures of one thread.
package final class DrawingContext {
  let canvasFactory: any CanvasFactory
  private let options: PictureOptions
  /// The base map of all devices; nil if each has its own or none.
  private let shared: (any BaseMap)?
  private let tileMap: TileMapOption?
  private let cache = TileArchiveCache()
  private let images = DecodedImages()
  private let warn: (String) -> Void
  /// For measuring texts.
  private let scratch: CairoCanvas

  /// - Parameters:
  ///   - advise: gets a sentence about a map of the shelf that cannot be drawn.
  ///   - warn: gets a sentence about what a picture lacks.
  /// - Errors: ``GeoError`` if drawing is not installed, or the base map cannot be read.
  package init(
    _ options: PictureOptions, advise: @escaping (String) -> Void, warn: @escaping (String) -> Void
  ) throws(GeoError) {
    self.options = options
    self.warn = warn
    scratch = try CairoCanvas(.bitmap, size: CGSize(width: 1, height: 1), scale: 1)
    canvasFactory = CairoCanvasFactory(images: images)
    let world = { () throws(GeoError) in try WorldMap.ofUser(advise: advise) }
    switch options.baseMap.kind {
    case .shelf: (shared, tileMap) = (ShelfBaseMap(.user, over: try world(), advise: advise), nil)
    // The same on every machine, but for the coast.
    case .world: (shared, tileMap) = (try WorldMap.installed(advise: advise), nil)
    case .none: (shared, tileMap) = (nil, nil)
    case .tiles(let source) where source.isVector:
      (shared, tileMap) = (try source.vectorMap(over: try world(), say: warn), nil)
    case .tiles(let source): (shared, tileMap) = (nil, source)
    case .streets(let data): (shared, tileMap) = (StreetMap(data, over: try world()), nil)
    }
  }

  /// The base map of a device's maps.
  package func baseMap(_ tiles: TileFetchQueue) -> (any BaseMap)? {
    shared ?? tileMap?.baseMap(tiles, cache: cache, privacy: options.privacy, warn: warn)
  }

  /// Checks, before anything is read, whether pictures can be drawn.
  ///
  /// - Errors: ``GeoError`` `usage` for an impossible size, `unavailable` if drawing is not installed.
  static func check(size: CGSize, _ options: PictureOptions) throws(GeoError) {
    do throws(GeoError) {
      _ = try Picture(options.name.format, size: size, scale: options.scale)
    } catch {
      throw error.code == .data ? GeoError(.usage, error.message) : error
    }
  }

  func measure(_ text: TextBlock) -> CGSize { scratch.measure(text) }

  /// A context for measuring, on which nothing is drawn.
  var measuring: CGContext { CGContext(scratch) }

  /// Draws a picture and returns the bytes of its file.
  ///
  /// - Errors: ``GeoError`` for an impossible size.
  func picture(size: CGSize, _ body: (CGContext) -> Void) throws(GeoError) -> [UInt8] {
    let picture = try Picture(options.name.format, size: size, scale: options.scale, images: images)
    body(CGContext(picture.canvas))
    return try picture.bytes()
  }
}
