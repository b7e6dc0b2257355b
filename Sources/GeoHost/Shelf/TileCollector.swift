import Geo
import GeoDelivery
import GeoFeeds
import GeoStore
import Synchronization

/// Fetches tiles and writes them into an archive.
final class TileCollector {
  let writer: MBTilesWriter
  /// The format of the first picture, as MBTiles calls it; nil without one.
  private(set) var format: String?
  private var missing = 0
  private var fault: GeoError?
  private var warnings: [String] = []

  /// The requests that wait at a time; two of them are sent at once.
  private static let batch = 64

  init(_ writer: MBTilesWriter) { self.writer = writer }

  /// Lines for the user.
  var notes: [String] {
    let gaps =
      missing == 0
      ? [] : ["\(counted(missing, "tile")) of this area: not on the server, or in a privacy zone"]
    return warnings + gaps
  }

  /// - Errors: ``GeoError`` `unavailable` for a tile that did not come; those of the archive.
  func fetch(_ tiles: [MKTileOverlayPath], _ template: String, _ privacy: PrivacyZones?) throws(GeoError) {
    let said = Mutex<[String]>([])
    let fetcher = TileFetcher(cachePath: TileFetcher.standardCache) { warning in
      said.withLock { $0.append("warning: \(warning)") }
    }
    defer {
      fetcher.close()
      warnings += said.withLock { $0 }
    }
    let queue = TileFetchQueue(fetcher)
    let overlay = MKTileOverlay(URLTemplate: template)
    var progress = ProgressLine(isShown: true)
    defer { progress.end() }
    for start in stride(from: 0, to: tiles.count, by: TileCollector.batch) {
      for tile in tiles[start..<min(start + TileCollector.batch, tiles.count)] {
        if privacy?.zone(hiding: tile.mapRect) != nil {
          missing += 1
          continue
        }
        // Only subclasses throw, and there is a template.
        let address = try HTTPAddress((try? overlay.url(forTilePath: tile)) ?? "", of: "a tile")
        queue.ask(TileRequest(address: address), isScripts: false) { self.add($0, of: tile, address) }
      }
      _ = queue.wait(until: .infinity)
      if let fault { throw fault }
      guard let elapsed = progress.elapsed(.max) else { continue }
      progress.draw(
        "\(grouped(start)) of \(counted(tiles.count, "tile"))", fraction: Double(start) / Double(tiles.count),
        elapsed: elapsed)
    }
  }

  private func add(_ answer: Result<[UInt8]?, FetchFault>, of tile: MKTileOverlayPath, _ address: HTTPAddress)
  {
    guard fault == nil else { return }
    switch answer {
    case .success(let bytes?):
      do throws(GeoError) {
        try writer.add(bytes, z: tile.z, x: tile.x, y: tile.y)
        format = format ?? TileCollector.format(of: bytes)
      } catch { fault = error }
    case .success(nil): missing += 1
    case .failure(let fault) where fault.kind == .missing: missing += 1
    case .failure(let reason):
      fault = GeoError(
        .unavailable,
        "tile \(tile) of \(address.origin): \(reason.reason); the shelf is as it was. "
          + "If you run this again, the tiles that came are taken from the cache")
    }
  }

  /// The format as MBTiles calls it.
  private static func format(of bytes: [UInt8]) -> String {
    switch bytes.first {
    case 0x89: "png"
    case 0xff: "jpg"
    default: "webp"
    }
  }
}
