import Geo
import GeoDelivery
import GeoFeeds
import GeoRender
import Glibc

/// Draws the pictures of one thread.
final class PictureRenderer {
  let options: PictureOptions
  let drawingContext: DrawingContext
  var counts = PictureCounts()
  /// Whether writing a file has failed, so that further files would fail as well.
  private(set) var isBroken = false

  /// - Parameters:
  ///   - advise: gets a sentence about a map of the shelf that cannot be drawn.
  ///   - warn: gets a sentence about what a picture lacks.
  /// - Errors: ``GeoError`` if drawing is not installed or the base map cannot be read.
  init(
    _ options: PictureOptions, advise: @escaping (String) -> Void, warn: @escaping (String) -> Void
  ) throws(GeoError) {
    self.options = options
    drawingContext = try DrawingContext(options, advise: advise, warn: warn)
  }

  /// The renderer of a run, which reports to its output.
  convenience init(_ options: PictureOptions, _ output: Output) throws(GeoError) {
    try self.init(
      options, advise: { output.warn($0) }, warn: { output.warn($0, as: .unavailable) })
  }

  /// Enables a screen to draw, with the base map under its maps.
  func equip(_ screen: Screen, _ tiles: TileFetchQueue) {
    screen.baseMap = drawingContext.baseMap(tiles)
    screen.canvasFactory = drawingContext.canvasFactory
    screen.contentScaleFactor = options.name.format == .png ? options.scale : 1
  }

  /// Draws a map into a file.
  ///
  /// - Parameters:
  ///   - tiles: the tiles that its device waits for.
  ///   - limit: the time until which timers of its device may fire while it waits.
  /// - Errors: ``GeoError`` for an impossible size, and for a file that cannot be written.
  func draw(
    _ map: MKMapView, _ tiles: TileFetchQueue, to path: String, until limit: TimeInterval
  ) throws(GeoError) {
    guard !isBroken else { return }
    let isComplete = wait(for: map, tiles, until: limit)
    let style = map.overrideUserInterfaceStyle
    // The script's setting for its map takes precedence.
    if options.style == .dark, style == .unspecified { map.overrideUserInterfaceStyle = .dark }
    defer { map.overrideUserInterfaceStyle = style }
    let bytes = try drawingContext.picture(size: map.bounds.size) { map.draw(in: $0) }
    do throws(GeoError) {
      try PictureFile.write(bytes, to: path, replaces: options.replaces)
    } catch {
      isBroken = true
      throw error
    }
    if !isComplete { counts.addIncomplete(path) }
    if map.bareOverlayCount > 0 { counts.addBare(path) }
  }

  /// Waits for what a map needs; returns whether everything has come.
  ///
  /// It first waits for tiles and answers from outside. After that, only a timer of the script can change
  /// something, so the picture does not depend on how long they took.
  private func wait(for map: MKMapView, _ tiles: TileFetchQueue, until limit: TimeInterval) -> Bool {
    let end = monotonicSeconds() + (Signals.stop == 0 ? options.patience : 0)
    // Delegate calls about tiles are a separate turn.
    defer { map.device?.deliver() }
    while !map.prepareToDraw() {
      if tiles.isBusy {
        guard tiles.wait(until: end) else {
          tiles.cancel()
          // Reports which tile is missing.
          _ = map.prepareToDraw()
          return false
        }
      } else {
        guard monotonicSeconds() < end, map.device?.playTimer(until: limit) == true else { return false }
      }
    }
    return true
  }
}
