public import Geo
import GeoDelivery
import GeoStore

/// Fetches the tiles of an area from a server and puts them on the shelf as one map.
///
/// - Source: PI-16.
public struct ShelfFetch: Sendable {
  /// The name of the map, with or without its ending `.mbtiles`.
  public var name: String
  /// The address of tiles, with `{x}`, `{y}` and `{z}`.
  public var template: String
  public var levels = 8...15
  /// The area to fetch; that around ``files`` is added to it.
  public var area: MKMapRect?
  /// Files of fixes or shapes, around which tiles are fetched.
  public var files: [String] = []
  /// How far around them.
  ///
  /// - Units: meters.
  public var margin = 1000.0
  /// How the server's operator wants to be named; nil for what is known.
  public var attribution: String?
  public var allowsNet = false
  /// Files of the areas about which the server is not asked.
  public var privacyZones: [String] = []
  /// Whether a map of the same name may be replaced.
  public var replaces = false

  /// Enough for a town with its streets, and not for a country.
  static let mostTiles = 20_000

  public init(_ name: String, from template: String) { (self.name, self.template) = (name, template) }

  /// What came of it.
  public struct Report: Sendable {
    public let map: ShelfMap
    /// Lines for the user.
    public let notes: [String]
  }

  /// - Errors: ``GeoError``: `usage` for a name, a template or an area that cannot be used, `notPermitted` without
  ///   ``allowsNet``, `unavailable` if a tile did not come, `cannotCreate` for a map that is there already, and those of
  ///   the files.
  public func run(_ shelf: MapShelf = .user) throws(GeoError) -> Report {
    let file = try fileName()
    let host = try serverName()
    if let absence = shelf.absence { throw absence }
    // Not after minutes.
    guard replaces || !shelf.names.contains(file) else {
      throw GeoError(.cannotCreate, "is on the shelf already (-f replaces it)", at: file)
    }
    let privacy = try PrivacyZones(files: privacyZones)
    var surroundings = TileSurroundings(margin: margin)
    for path in files { try surroundings.read(path, privacy) }
    let parts = (area.map { [$0] } ?? []) + surroundings.parts
    let selection = try TileSelection(parts, levels: levels, limit: ShelfFetch.mostTiles)
    var notes = surroundings.notes
    let map = try shelf.put(file, replaces: replaces) { (draft: String) throws(GeoError) in
      let collector = TileCollector(try MBTilesWriter(path: draft))
      try collector.fetch(selection.tiles, template, privacy)
      guard let format = collector.format else {
        throw GeoError(.unavailable, "has no tiles of this area", at: host)
      }
      try collector.writer.finish([
        "name": String(file.dropLast(ShelfFetch.ending.count)), "type": "baselayer", "format": format,
        "bounds": ShelfFetch.bounds(of: parts), "minzoom": String(levels.lowerBound),
        "maxzoom": String(levels.upperBound),
        "attribution": attribution ?? "tiles of \(host)",
      ])
      notes += collector.notes
    }
    return Report(map: map, notes: notes)
  }

  private static let ending = ".mbtiles"

  /// The name of the map's file.
  private func fileName() throws(GeoError) -> String {
    let lowercased = name.lowercased()
    let isFine = !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
    guard isFine, !lowercased.hasSuffix(".pmtiles"), !lowercased.hasSuffix(".pbf") else {
      throw GeoError(
        .usage, "'\(PlainText.line(name))' cannot be the name of the map (expected a word, such as town)")
    }
    return lowercased.hasSuffix(ShelfFetch.ending) ? name : name + ShelfFetch.ending
  }

  /// The name of the server, if it may be asked.
  private func serverName() throws(GeoError) -> String {
    _ = try TileMapOption(template)
    guard
      case .server(let server) = try TileAddress(template.replacing("{", with: "").replacing("}", with: ""))
    else {
      throw GeoError(
        .usage, "is not on a server: geoscript basemap add puts files on the shelf", at: template)
    }
    // operations.osmfoundation.org/policies/tiles: they must not be fetched to be kept.
    guard TileRequest.attribution(of: server.host) == nil else {
      throw GeoError(
        .usage,
        "\(server.host) does not allow fetching its tiles to keep them: name a server that does, or add an extract "
          + "(geoscript basemap --help)")
    }
    guard allowsNet else {
      throw GeoError(.notPermitted, "fetching tiles from \(server.origin) needs --allow-net")
    }
    return server.host
  }

  /// West, south, east and north of all parts; the whole width if they cross the 180th meridian.
  private static func bounds(of parts: [MKMapRect]) -> String {
    let all = MapPath.narrowestRect(parts)
    func place(_ x: Double, _ y: Double) -> CLLocationCoordinate2D {
      MKCoordinateForMapPoint(MKMapPoint(x: x, y: min(max(y, 0), MKMapSizeWorld.height)))
    }
    let (first, last) = (place(all.minX, all.maxY), place(all.maxX, all.minY))
    let isWide = all.minX < 0 || all.maxX > MKMapSizeWorld.width
    let sides = [
      isWide ? -180 : first.longitude, first.latitude, isWide ? 180 : last.longitude, last.latitude,
    ]
    return sides.map { JSONValue.text(of: ($0 * 1e7).rounded() / 1e7) }.joined(separator: ",")
  }
}
