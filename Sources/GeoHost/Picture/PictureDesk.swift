import Geo
import Glibc

/// Where the pictures of one thread are drawn.
final class PictureDesk {
  let options: PictureOptions
  let studio: Studio
  var tally = PictureTally()
  /// Whether files cannot be written any more: the next one could not either.
  private(set) var isBroken = false

  /// - Errors: ``GeoError`` where drawing is not installed or the base map cannot be read.
  init(_ options: PictureOptions) throws(GeoError) {
    self.options = options
    studio = try Studio(options)
  }

  /// Lets a device draw, and its maps lie on the base map.
  func equip(_ device: Device) {
    device.baseMap = studio.baseMap
    device.canvasMaker = studio.canvasMaker
  }

  /// Draws a map into a file.
  ///
  /// - Parameter limit: to when timers of its device may be played while it waits for something.
  /// - Errors: ``GeoError`` for a size that is no picture, and for a file that cannot be written.
  func draw(_ map: MKMapView, to path: String, until limit: TimeInterval) throws(GeoError) {
    guard !isBroken else { return }
    let isComplete = wait(for: map, until: limit)
    let style = map.overrideUserInterfaceStyle
    // What a script says of its own map goes first.
    if options.style == .dark, style == .unspecified { map.overrideUserInterfaceStyle = .dark }
    defer { map.overrideUserInterfaceStyle = style }
    let bytes = try studio.picture(size: map.bounds.size) { map.draw(in: $0) }
    do throws(GeoError) {
      try PictureFile.write(bytes, to: path)
    } catch {
      isBroken = true
      throw error
    }
    if !isComplete { tally.addIncomplete(path) }
  }

  /// Waits for what a map needs; returns whether it has come.
  ///
  /// What is on its way from outside goes first. Then only a timer of the script can change something, so what is drawn
  /// does not depend on how long the former took.
  private func wait(for map: MKMapView, until limit: TimeInterval) -> Bool {
    let deadline = monotonicSeconds() + (Signals.stop == 0 ? options.patience : 0)
    while !map.prepareToDraw() {
      if studio.isLoading {
        guard monotonicSeconds() < deadline, Signals.stop == 0 else { return false }
        usleep(5000)
      } else {
        guard monotonicSeconds() < deadline, map.device?.playTimer(until: limit) == true else { return false }
      }
    }
    return true
  }
}
