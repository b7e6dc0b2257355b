import Geo
import GeoFeeds
import GeoRender
import Glibc

/// Where the pictures of one thread are drawn.
final class PictureRenderer {
  let options: PictureOptions
  let drawingContext: DrawingContext
  var counts = PictureCounts()
  /// Whether files cannot be written any more: the next one could not either.
  private(set) var isBroken = false

  /// - Errors: ``GeoError`` where drawing is not installed or the base map cannot be read.
  init(_ options: PictureOptions, warn: @escaping (String) -> Void) throws(GeoError) {
    self.options = options
    drawingContext = try DrawingContext(options, warn: warn)
  }

  /// Lets a screen draw, and its maps lie on the base map.
  func equip(_ screen: Screen, _ tiles: TileFetchQueue) {
    screen.baseMap = drawingContext.baseMap(tiles)
    screen.canvasFactory = drawingContext.canvasFactory
    screen.contentScaleFactor = options.name.format == .png ? options.scale : 1
  }

  /// Draws a map into a file.
  ///
  /// - Parameters:
  ///   - tiles: those that its device waits for.
  ///   - limit: to when timers of its device may be played while it waits for something.
  /// - Errors: ``GeoError`` for a size that is no picture, and for a file that cannot be written.
  func draw(
    _ map: MKMapView, _ tiles: TileFetchQueue, to path: String, until limit: TimeInterval
  ) throws(GeoError) {
    guard !isBroken else { return }
    let isComplete = wait(for: map, tiles, until: limit)
    let style = map.overrideUserInterfaceStyle
    // What a script says of its own map goes first.
    if options.style == .dark, style == .unspecified { map.overrideUserInterfaceStyle = .dark }
    defer { map.overrideUserInterfaceStyle = style }
    let bytes = try drawingContext.picture(size: map.bounds.size) { map.draw(in: $0) }
    do throws(GeoError) {
      try PictureFile.write(bytes, to: path)
    } catch {
      isBroken = true
      throw error
    }
    if !isComplete { counts.addIncomplete(path) }
    if map.bareOverlayCount > 0 { counts.addBare(path) }
  }

  /// Waits for what a map needs; returns whether it has come.
  ///
  /// What is on its way from outside goes first. Then only a timer of the script can change something, so what is drawn
  /// does not depend on how long the former took.
  private func wait(for map: MKMapView, _ tiles: TileFetchQueue, until limit: TimeInterval) -> Bool {
    let end = monotonicSeconds() + (Signals.stop == 0 ? options.patience : 0)
    // What a delegate is told of tiles is a turn of its own.
    defer { map.device?.deliver() }
    while !map.prepareToDraw() {
      if tiles.isBusy {
        guard tiles.wait(until: end) else {
          tiles.cancel()
          // Says which tile did not come.
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
