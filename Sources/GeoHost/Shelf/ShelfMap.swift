public import Geo
import GeoRender
import GeoStore
import Glibc

/// A map on the shelf: a file, and what it covers.
public struct ShelfMap: Sendable {
  /// The kinds of files, by their endings.
  public enum Format: String, Sendable, CaseIterable {
    /// Streets of OpenStreetMap, which are drawn at every zoom level.
    case streets = ".osm.pbf"
    case mbtiles = ".mbtiles"
    case pmtiles = ".pmtiles"

    /// The kind of a file with this name; nil for a file that is not a map.
    init?(_ name: String) {
      let name = name.lowercased()
      if name.hasSuffix(".pbf") {
        self = .streets
      } else if let known = Format.allCases.first(where: { name.hasSuffix($0.rawValue) }) {
        self = known
      } else {
        return nil
      }
    }
  }

  /// The name of the file.
  public let name: String
  public let path: String
  public let format: Format
  /// Whether it is drawn in our style, as streets and vector tiles are, and not made of pictures.
  public let isDrawn: Bool
  /// The area that it covers; nil for the whole world.
  public let area: MKMapRect?
  /// The zoom levels of its tiles; nil for streets.
  public let levels: ClosedRange<Int>?
  /// The attribution that its source requires.
  public let attribution: String?
  /// The size of the file.
  ///
  /// - Units: bytes.
  public let length: Int
  /// When it was changed.
  ///
  /// - Units: nanoseconds since 1970.
  let changed: Int64
  /// The path that its link has; nil for a copy.
  public let target: String?

  /// Reads what a file covers.
  ///
  /// - Parameters:
  ///   - record: what ``MapShelf`` wrote down about a file of streets, to spare reading all of it.
  ///   - streets: reads a file of streets.
  /// - Errors: ``GeoError``: `usage` for a name without an ending of a map, `noInput` for a missing file, `data` for one
  ///   that cannot be drawn.
  init(
    _ path: String, record: ShelfRecord?, streets: (String) throws(GeoError) -> StreetData
  ) throws(GeoError) {
    let name = ShelfMap.name(of: path)
    guard let format = Format(name) else {
      throw GeoError(.usage, "is not a map (expected a file .osm.pbf, .mbtiles or .pmtiles)", at: path)
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw AtomicFile.failure(.noInput, path) }
    // Opening a pipe would wait for its other end.
    guard status.st_mode & S_IFMT == S_IFREG else { throw GeoError(.noInput, "is not a file", at: path) }
    (self.name, self.path, self.format) = (name, path, format)
    length = Int(status.st_size)
    changed = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    target = ShelfMap.target(of: path)
    switch format {
    case .streets:
      if let record, record.length == length, record.changed == changed {
        area = record.area
      } else {
        area = try streets(path).area
      }
      (levels, attribution, isDrawn) = (nil, "© OpenStreetMap contributors", true)
    case .mbtiles, .pmtiles:
      let archive = try TileArchives.open(path)
      (area, levels, attribution) = (archive.bounds, archive.source.levels, archive.source.attribution)
      isDrawn = archive.isVector
    }
  }

  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  private static func target(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

extension ShelfMap {
  /// Whether its area covers all of a scene, and it is not too detailed for it.
  ///
  /// - Source: PI-9.
  func covers(_ scene: MapScene) -> Bool {
    // The level whose tiles have about as many pixels as the picture, as tile overlays choose it.
    let level = (scene.level + log2(scene.contentScale) + 0.5 + 1e-6).rounded(.down)
    if let levels, !(level >= Double(levels.lowerBound)) { return false }
    guard let area else { return true }
    // Bounds are rounded where they are written.
    let hair = -0.5 / scene.zoomScale
    let grown = area.insetBy(dx: hair, dy: hair)
    return scene.shifts(of: MKMapRectWorld).allSatisfy { shift in
      let part = scene.visibleRect.offsetBy(dx: -shift, dy: 0).intersection(MKMapRectWorld)
      return part.isNull || part.isEmpty || grown.contains(part)
    }
  }

  /// Whether a scene shows a part of its area that is more than a spot.
  func touches(_ scene: MapScene) -> Bool {
    guard let area else { return true }
    let (part, whole) = (area.width * area.height, scene.visibleRect.width * scene.visibleRect.height)
    guard part >= whole / 16 else { return false }
    return scene.shifts(of: MKMapRectWorld).contains {
      scene.visibleRect.offsetBy(dx: -$0, dy: 0).intersects(area)
    }
  }

  /// Whether it goes before another one: streets first, then the finest tiles, then the smaller area.
  ///
  /// - Source: PI-10.
  func isBetter(than other: ShelfMap) -> Bool {
    func rank(_ map: ShelfMap) -> (Int, Double, String) {
      let area = map.area ?? MKMapRectWorld
      return (-(map.levels?.upperBound ?? .max), area.width * area.height, map.name)
    }
    return rank(self) < rank(other)
  }

  /// West, south, east and north of its area; nil for the whole world.
  ///
  /// - Units: degrees, with as many digits as maps write.
  public var bounds: [Double]? {
    area.map { area in
      let first = MKCoordinateForMapPoint(MKMapPoint(x: area.minX, y: area.maxY))
      let last = MKCoordinateForMapPoint(MKMapPoint(x: area.maxX, y: area.minY))
      return [first.longitude, first.latitude, last.longitude, last.latitude].map {
        ($0 * 1e6).rounded() / 1e6
      }
    }
  }
}
