import Geo
import GeoDelivery
import GeoStore

/// Loads the tiles of one device: from files and archives at once, from servers when they come.
final class DeviceTiles: TileLoader {
  let fetchQueue: TileFetchQueue
  private let cache: TileArchiveCache
  private let access: Access
  private let warn: (String) -> Void
  /// Called when the user has not allowed what a tile needs.
  var onRefusal: () -> Void = {}
  /// The sources of templates that were used before.
  private var sources: [String: TileSource] = [:]

  /// The files that may be read.
  struct Access {
    /// Returns the path, without links, of a file that may be read.
    var resolve: (String) throws(GeoError) -> String
    var allowsNet: Bool
    /// Whether a script asks, and not the operator.
    var isScripts = true
    /// The zones about which no server is asked.
    var privacy: PrivacyZones?
  }

  init(
    _ fetchQueue: TileFetchQueue, cache: TileArchiveCache, access: Access, warn: @escaping (String) -> Void
  ) {
    (self.fetchQueue, self.cache, self.access, self.warn) = (fetchQueue, cache, access, warn)
  }

  func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) {
    do throws(GeoError) {
      switch try TileAddress(address) {
      case .server(let server):
        guard access.allowsNet else {
          throw GeoError(.notPermitted, "loading tiles from \(server.origin) needs --allow-net")
        }
        if let zone = access.privacy?.zone(hiding: path.mapRect) {
          // A base map has a gap there.
          guard access.isScripts else { return result(.empty) }
          throw GeoError(.unavailable, "\(server.origin): \(zone.refusal)")
        }
        fetchQueue.ask(server, "tile \(path) of \(server.origin)", isScripts: access.isScripts, result)
      case .file(let file): result(.bytes(try TileArchiveCache.bytes(try access.resolve(file))))
      case .archive(let file): result(try answer(cache.archive(try access.resolve(file)), path))
      }
    } catch {
      if error.code == .notPermitted { onRefusal() }
      result(.failed(.tile("tile \(path): \(error)")))
    }
  }

  private func answer(_ archive: any TileArchive, _ path: MKTileOverlayPath) throws(GeoError) -> TileAnswer {
    guard archive.source.levels.contains(path.z) else { return .empty }
    if let bytes = try archive.tile(z: path.z, x: path.x, y: path.y) { return .bytes(bytes) }
    guard archive.bounds?.intersects(path.mapRect) ?? true else { return .empty }
    throw GeoError(.noInput, "has no such tile", at: archive.path)
  }

  func source(of template: String) -> TileSource {
    if let known = sources[template] { return known }
    var source = TileSource()
    switch try? TileAddress(template.replacing("{", with: "").replacing("}", with: "")) {
    case .server(let server):
      source.greatestCount = TileRequest.greatestCount
      source.attribution = TileRequest.attribution(of: server.host)
    case .archive(let file):
      // If it cannot be opened, its tiles report why.
      if let path = try? access.resolve(file), let archive = try? cache.archive(path) {
        source = archive.source
      }
    case .file, nil: break
    }
    if sources.count < 100 { sources[template] = source }
    return source
  }

  func report(_ error: NSError) { warn(error.localizedDescription) }
}

extension HTTPAddress {
  /// The name of the server, without scheme and port.
  var host: String {
    let place = origin.drop { $0 != "/" }.drop { $0 == "/" }
    return String(place.hasPrefix("[") ? place.prefix { $0 != "]" } : place.prefix { $0 != ":" })
  }
}
