import CWorldMap
public import Geo
import Glibc

/// The offline base map: land, water, borders and names of the whole world, drawn from data in the program,
/// with a finer coast if it is installed.
///
/// - Source: Natural Earth 1:50m, GeoNames, GSHHG; see LICENSES.md.
public final class WorldMap: BaseMap {
  let world: MapFile
  let places: PlaceFile
  /// Coast, lakes and rivers in more detail, from ``finerLevel`` up.
  let finer: MapFile?
  /// The sizes of labels.
  var measured: [LabelKey: CGSize] = [:]
  var imagery: UIImage?
  /// Where towns, villages and suburbs at the levels of streets come from; nil for those in the program only.
  public var settlementSource: (any SettlementSource)?
  /// The settlements of the last scene.
  var knownSettlements: (rect: MKMapRect, level: Double, found: [Settlement])?

  /// The first level with the finer coast.
  static let finerLevel = 5.5
  /// The first level with its rivers, which lie some hundred meters beside their beds.
  static let finerRiverLevel = 7.5

  /// The first level too detailed for the data: from there the ground is neutral, because water must not look like land.
  ///
  /// - Source: PI-13.
  var neutralLevel: Double { finer == nil ? 7.5 : 12.95 }

  /// Whether coasts hold to the scale of towns.
  public var hasFinerCoast: Bool { finer != nil }

  /// - Parameter coast: a file made by `scripts/setup --coast`; nil for no finer coast.
  /// - Errors: ``GeoError`` if the file is not such a coast, or is damaged.
  public init(coast: String? = nil) throws(GeoError) {
    let shapes = worldMapShapes()
    let names = worldMapPlaces()
    world = try MapFile(
      UnsafeRawBufferPointer(start: shapes.bytes, count: shapes.count), name: "the base map")
    places = try PlaceFile(
      UnsafeRawBufferPointer(start: names.bytes, count: names.count), name: "the base map's names")
    if let coast {
      finer = try MapFile(MappedFile.bytes(of: coast), .coast, name: coast)
    } else {
      finer = nil
    }
  }

  /// The map with the installed coast, or without it if that cannot be read.
  ///
  /// - Parameters:
  ///   - coast: its path.
  ///   - advise: gets a sentence about a coast that cannot be read.
  /// - Source: PI-14.
  public static func installed(
    coast: String? = installedCoast, advise: (String) -> Void
  ) throws(GeoError) -> WorldMap {
    do throws(GeoError) {
      return try WorldMap(coast: coast)
    } catch {
      advise(
        "\(error.message); maps do without it (remove the file and run scripts/setup --coast, or set "
          + "GEOSCRIPT_COAST= for none)")
      return try WorldMap()
    }
  }

  /// The path of the finer coast from `scripts/setup --coast`: GEOSCRIPT_COAST, else coast.map in the user's
  /// data folder if it is there; nil if GEOSCRIPT_COAST is empty.
  public static var installedCoast: String? {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let path: String
    if let named = value("GEOSCRIPT_COAST") { return named.isEmpty ? nil : named }
    if let data = value("XDG_DATA_HOME"), !data.isEmpty {
      path = data + "/geoscript/coast.map"
    } else if let home = value("HOME"), !home.isEmpty {
      path = home + "/.local/share/geoscript/coast.map"
    } else {
      return nil
    }
    return access(path, F_OK) == 0 ? path : nil
  }

  public func prepare(_ scene: MapScene) -> Bool { true }

  public func attribution(_ scene: MapScene) -> String? {
    guard let credit = credit(scene) else { return nil }
    return scene.level >= neutralLevel ? "no street data here: geoscript basemap add · " + credit : credit
  }

  /// The attribution of its names.
  func credit(_ scene: MapScene) -> String? {
    guard scene.mapType.hasLabels else { return nil }
    return (["© GeoNames"] + settlementCredits(scene)).joined(separator: ", ")
  }
}

extension MKMapType {
  /// Whether names and borders are drawn.
  public var hasLabels: Bool { self != .satellite && self != .satelliteFlyover }
}

extension MapScene {
  var style: MapStyle { mapType.isImagery ? .satellite : isDark ? .dark : .light }

  /// The view with a margin in points, for wide lines.
  func seen(margin: Double) -> MapBox {
    let rect = visibleRect
    let far = margin / zoomScale
    return MapBox(
      minX: rect.minX - far, minY: rect.minY - far, maxX: rect.maxX + far, maxY: rect.maxY + far)
  }

  /// The offsets of the copies of the world that cover a rect.
  func copies(of box: MapBox) -> [Double] {
    let world = MKMapSizeWorld.width
    let first = (box.minX / world).rounded(.down)
    let last = (box.maxX / world).rounded(.down)
    guard first.isFinite, last.isFinite, last - first < 16 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * world }
  }
}
