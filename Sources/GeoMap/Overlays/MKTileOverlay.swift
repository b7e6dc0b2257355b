public import GeoCore

/// A map of square pictures that covers or replaces the map's own content.
///
/// - Shape: at zoom z the world is 2^z by 2^z tiles; x counts from the 180th meridian eastward, y from the north, or
///   from the south if ``geometryFlipped``.
/// - Source: OV-16 … OV-19, F-15.
open class MKTileOverlay: MKOverlay {
  /// The address of a tile, with `{x}`, `{y}`, `{z}` and `{scale}` as placeholders.
  public let URLTemplate: String?
  public var tileSize = CGSize(width: 256, height: 256)
  public var minimumZ = 0
  public var maximumZ = 21
  public var geometryFlipped = false
  public var canReplaceMapContent = false
  public var title: String?
  public var subtitle: String?

  /// The loader of its tiles; a map sets the device's.
  public weak var tileLoader: (any TileLoader)?

  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  public init(URLTemplate: String?) { self.URLTemplate = URLTemplate }

  open var coordinate: CLLocationCoordinate2D { MapPath.middle(MKMapRectWorld) }
  open var boundingMapRect: MKMapRect { MKMapRectWorld }
  open func intersects(_ mapRect: MKMapRect) throws -> Bool { true }

  /// Returns the address of a tile; nil without a template.
  open func url(forTilePath path: MKTileOverlayPath) throws -> String? {
    URLTemplate.map { path.filled(into: $0, isFlipped: geometryFlipped) }
  }

  /// Loads a tile from its address; `result` is called once, at once or later.
  open func loadTile(at path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) throws {
    guard let address = try url(forTilePath: path) else {
      return result(.failed(.tile("tile \(path) has no address: the overlay was made without a URLTemplate")))
    }
    guard let tileLoader else { return result(.failed(.tile("tile \(path): tiles cannot be loaded here"))) }
    tileLoader.load(address, path, result: result)
  }
}

/// The position of a tile in a tile overlay.
///
/// - Units: x and y in tiles from the north-west corner of the map; the scale in pixels a point, 1 or 2.
public struct MKTileOverlayPath: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var z: Int
  public var contentScaleFactor: Double

  public init(x: Int, y: Int, z: Int, contentScaleFactor: Double = 1) {
    self.x = x
    self.y = y
    self.z = z
    self.contentScaleFactor = contentScaleFactor
  }

  /// The template with the numbers filled in; if flipped, rows count from the south: 2^z − 1 − y.
  func filled(into template: String, isFlipped: Bool) -> String {
    let row = isFlipped && (0...30).contains(z) ? (1 << z) - 1 &- y : y
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      let end = rest.firstIndex(of: "}") ?? rest.index(before: rest.endIndex)
      let word = rest[...end]
      switch word {
      case "{x}": text += String(x)
      case "{y}": text += String(row)
      case "{z}": text += String(z)
      case "{scale}": text += JSONValue.text(of: contentScaleFactor)
      default:
        // An unknown name: the brace stays, and scanning continues after it.
        text += "{"
        rest = rest.dropFirst()
        continue
      }
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}
