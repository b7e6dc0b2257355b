import CWorldMap
public import Geo
import Glibc

/// The map that needs no network: land, water, borders and names of the whole world, drawn from data that is part of
/// the program, with a finer coast where that is installed.
///
/// - Source: Natural Earth 1:50m, GeoNames, GSHHG; see LICENSES.md.
public final class WorldMap: BaseMap {
  let world: MapFile
  let places: PlaceFile
  /// Coast and lakes in more detail, from ``finerLevel`` up.
  let finer: MapFile?
  /// How large labels are, by what they say.
  var measured: [LabelKey: CGSize] = [:]
  var imagery: UIImage?

  /// The first level beyond what the data knows: the ground is neutral from there on.
  static let neutralLevel = 11.0
  /// From here on the finer coast is drawn.
  static let finerLevel = 6.5

  /// - Parameter coast: a file that `scripts/setup --coast` made; nil does without.
  /// - Errors: ``GeoError`` when that file is none.
  public init(coast: String? = nil) throws(GeoError) {
    let shapes = worldMapShapes()
    let names = worldMapPlaces()
    world = try MapFile(
      UnsafeRawBufferPointer(start: shapes.bytes, count: shapes.count), name: "the base map")
    places = try PlaceFile(
      UnsafeRawBufferPointer(start: names.bytes, count: names.count), name: "the base map's names")
    if let coast {
      finer = try MapFile(MappedFile.bytes(of: coast), name: coast)
    } else {
      finer = nil
    }
  }

  /// Where `scripts/setup --coast` puts the finer coast: what GEOSCRIPT_COAST names, else coast.map among the user's
  /// data; nil where there is none, and for an empty name.
  public static var installedCoast: String? {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let path: String
    if let named = value("GEOSCRIPT_COAST") {
      path = named
    } else if let data = value("XDG_DATA_HOME"), !data.isEmpty {
      path = data + "/geoscript/coast.map"
    } else if let home = value("HOME"), !home.isEmpty {
      path = home + "/.local/share/geoscript/coast.map"
    } else {
      return nil
    }
    return !path.isEmpty && access(path, R_OK) == 0 ? path : nil
  }

  public func prepare(_ scene: MapScene) -> Bool { true }

  public func attribution(_ scene: MapScene) -> String? {
    scene.mapType.hasLabels ? "© GeoNames" : nil
  }
}

extension MKMapType {
  var isImagery: Bool { self != .standard }
  /// Whether names and borders are drawn.
  var hasLabels: Bool { self == .standard || self == .hybrid || self == .hybridFlyover }
}

extension MapScene {
  var style: MapStyle { mapType.isImagery ? .satellite : isDark ? .dark : .light }

  /// What is seen and a margin of points around it, for lines that are wide.
  func seen(margin: Double) -> MapBox {
    let rect = visibleRect
    let far = margin / zoomScale
    return MapBox(
      minX: rect.minX - far, minY: rect.minY - far, maxX: rect.maxX + far, maxY: rect.maxY + far)
  }

  /// How far copies of the world are to be moved so that all of a rect is covered.
  func copies(of box: MapBox) -> [Double] {
    let world = MKMapSizeWorld.width
    let first = (box.minX / world).rounded(.down)
    let last = (box.maxX / world).rounded(.down)
    guard first.isFinite, last.isFinite, last - first < 16 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * world }
  }
}
