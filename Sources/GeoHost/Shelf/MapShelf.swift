public import Geo
import GeoDelivery
import GeoRender
import Synchronization

/// The folder of a user's own maps, which pictures use without being asked for.
///
/// - Source: PI-9, PI-10.
public final class MapShelf: Sendable {
  /// Nil where there is no shelf.
  let folder: String?
  /// The maps, once they have been read.
  private let found = Mutex<[Item]?>(nil)
  /// The contents of files of streets, shared by threads.
  private let streetData = Mutex<[String: Result<StreetData, GeoError>]>([:])

  /// A file on the shelf: the map, or why it cannot be drawn.
  public struct Item: Sendable {
    public let name: String
    public let path: String
    public let map: Result<ShelfMap, GeoError>
  }

  init(folder: String?) { self.folder = folder }

  /// The shelf of the user.
  public static let user = MapShelf(folder: userFolder)

  /// The folder in `$GEOSCRIPT_BASEMAPS`, which is empty for no shelf, or else `basemaps` in the user's data.
  ///
  /// - Source: PI-9.
  static var userFolder: String? {
    if let chosen = BaseDirectory.variable("GEOSCRIPT_BASEMAPS") { return chosen.isEmpty ? nil : chosen }
    return BaseDirectory.data.map { $0 + "/basemaps" }
  }

  /// Why there is no shelf; nil if there is one.
  public var absence: GeoError? {
    guard folder == nil else { return nil }
    let isEmpty = BaseDirectory.variable("GEOSCRIPT_BASEMAPS") == ""
    return GeoError(
      .usage,
      isEmpty
        ? "GEOSCRIPT_BASEMAPS is empty, so there is no shelf: set GEOSCRIPT_BASEMAPS to a folder, or unset it"
        : "there is no folder to keep maps in: set GEOSCRIPT_BASEMAPS to one, or HOME")
  }

  /// The names of the files on it, sorted.
  var names: [String] {
    guard let folder else { return [] }
    return MissingFile.names(in: folder).filter { !$0.hasPrefix(".") && ShelfMap.Format($0) != nil }
  }

  /// All files on it, the best map first, then those that cannot be drawn.
  public func items() -> [Item] {
    guard let folder else { return [] }
    let found = names.map { name -> Item in
      let path = "\(folder)/\(name)"
      let record = ShelfRecord(path: ShelfRecord.path(name, in: folder))
      let map = Result { () throws(GeoError) in try ShelfMap(path, record: record, streets: streets) }
      return Item(name: name, path: path, map: map)
    }
    return found.sorted { one, other in
      switch (one.map, other.map) {
      case (.success(let one), .success(let other)): one.isBetter(than: other)
      case (.success, .failure): true
      default: false
      }
    }
  }

  /// The maps for the pictures of this process, the best first; each file is looked at once.
  ///
  /// - Parameter advise: gets a sentence about each file that cannot be drawn.
  /// - Source: PI-11.
  package func maps(_ advise: (String) -> Void) -> [ShelfMap] {
    let all: [Item] = found.withLock { found in
      if let found { return found }
      let all = self.items()
      found = all
      return all
    }
    return all.compactMap { item in
      switch item.map {
      case .success(let map): return map
      case .failure(let fault):
        advise(MapShelf.advice(fault, item.name))
        return nil
      }
    }
  }

  /// What to say about a map that cannot be drawn.
  static func advice(_ fault: GeoError, _ name: String) -> String {
    "\(fault); pictures do without it (geoscript basemap remove \(name) takes it from the shelf)"
  }

  /// The contents of a file of streets, read once for all threads.
  ///
  /// - Errors: ``GeoError`` as ``StreetData/init(path:)``.
  func streets(_ path: String) throws(GeoError) -> StreetData {
    let data: Result<StreetData, GeoError> = streetData.withLock { known in
      if let data = known[path] { return data }
      let data = Result { () throws(GeoError) in try StreetData(path: path) }
      known[path] = data
      return data
    }
    return try data.get()
  }
}
