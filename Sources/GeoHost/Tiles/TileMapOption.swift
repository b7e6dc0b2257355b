package import Geo
import GeoDelivery
import GeoRender
import GeoStore
import Glibc

/// A base map of tiles as a word of the command line: an archive, or the template of a tree of files or of a server.
package struct TileMapOption: Sendable, Hashable {
  let template: String
  /// Whether it is an archive of vector tiles.
  let isVector: Bool

  /// Whether a word names tiles, and not a map of another kind.
  static func isMeant(by text: String) -> Bool {
    HTTPAddress.isMeant(by: text) || TileArchives.isArchive(text)
      || ["{x}", "{y}", "{z}"].allSatisfy(text.contains)
  }

  /// - Errors: ``GeoError``: `noInput` for a missing archive, `data` for one that cannot be drawn, `usage`
  ///   for a template without the numbers of tiles.
  init(_ text: String) throws(GeoError) {
    template = text
    switch try TileAddress(text.replacing("{", with: "").replacing("}", with: "")) {
    case .archive(let path):
      try MissingFile.check(path, "file", endings: [], for: "--basemap")
      isVector = try TileArchives.open(path).isVector
    case .server, .file:
      isVector = false
      for word in ["{x}", "{y}", "{z}"] where !text.contains(word) {
        throw GeoError(.usage, "the template of a base map has no \(word) (https://HOST/{z}/{x}/{y}.png)")
      }
    }
  }

  /// The part of the map that an archive covers; nil for all of it, and for a server.
  package var area: MKMapRect? {
    TileArchives.isArchive(template) ? (try? TileArchives.open(template))?.bounds : nil
  }

  /// Makes the base map of an archive of vector tiles.
  func vectorMap(over world: WorldMap, say: @escaping (String) -> Void) throws(GeoError) -> VectorMap {
    VectorMap(try TileArchives.open(template), over: world, say: say)
  }

  /// Makes the base map of one device. The operator has named the source, so it needs no further permission.
  func baseMap(
    _ fetchQueue: TileFetchQueue, cache: TileArchiveCache, privacy: PrivacyZones?,
    warn: @escaping (String) -> Void
  ) -> TileBaseMap {
    let access = DeviceTiles.Access(
      resolve: { (path: String) throws(GeoError) in
        guard let real = resolvedPath(path) else {
          throw GeoError(.noInput, String(cString: strerror(errno)), at: path)
        }
        return real
      }, allowsNet: true, isScripts: false, privacy: privacy)
    return TileBaseMap(
      template: template, loader: DeviceTiles(fetchQueue, cache: cache, access: access, warn: warn))
  }
}

extension VectorMap {
  /// The base map of an archive of vector tiles.
  convenience init(_ archive: any TileArchive, over world: WorldMap, say: @escaping (String) -> Void) {
    self.init(
      levels: archive.source.levels, bounds: archive.bounds, attribution: archive.source.attribution,
      over: world, say: say
    ) { (path) throws(GeoError) in try archive.tile(z: path.z, x: path.x, y: path.y) }
  }
}
