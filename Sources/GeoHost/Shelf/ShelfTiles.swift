import Geo
import GeoStore

/// Loads the tiles of an archive on the shelf, and nothing else.
final class ShelfTiles: TileLoader {
  private let archive: any TileArchive
  private let advise: (String) -> Void

  init(_ archive: any TileArchive, advise: @escaping (String) -> Void) {
    (self.archive, self.advise) = (archive, advise)
  }

  func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) {
    do throws(GeoError) {
      if let bytes = try archive.tile(z: path.z, x: path.x, y: path.y) { return result(.bytes(bytes)) }
      result(.failed(.tile("has no tile \(path)", ShelfTiles.isMissing)))
    } catch {
      result(.failed(.tile("tile \(path): \(error.message)")))
    }
  }

  /// Marks a tile that the archive does not have, which is not damage.
  static let isMissing = MKErrorCode.placemarkNotFound

  func source(of template: String) -> TileSource { archive.source }

  func report(_ error: NSError) { advise("\(archive.path): \(error.localizedDescription)") }
}
