public import Geo
package import GeoDelivery
package import GeoRender

/// The options of `--map` and those beside it.
public struct PictureOptions: Sendable {
  /// The names of the pictures.
  public var name: PictureName
  /// Pixels per point.
  public var scale = 1.0
  /// Seconds of a device's clock from one picture to the next; nil for one picture at the end.
  public var interval: TimeInterval?
  /// Seconds of wall time that a picture waits for what it needs.
  public var patience: TimeInterval = 10
  public var style = Style.light
  public var baseMap = BaseMapSource.shelf
  /// The zone of the times in the legend.
  public var timeZone = TimeZoneRules.utc

  /// Whether a file that is no picture of geoscript may be replaced.
  public var replaces = false

  /// The zones about which no server of tiles is asked; nil without any.
  package var privacy: PrivacyZones?

  /// The colors of the base map.
  public enum Style: String, Sendable, CaseIterable {
    case light, dark
  }

  /// The map under the overlays.
  public struct BaseMapSource: Sendable {
    package enum Kind {
      case shelf, world, none
      case tiles(TileMapOption)
      case streets(StreetData)
    }
    package let kind: Kind

    /// Whether it is a map of one's own, and not the shelf or the built-in world.
    package var isChosen: Bool {
      switch kind {
      case .tiles, .streets: true
      case .shelf, .world, .none: false
      }
    }

    /// Whether there is no map.
    package var isNone: Bool { if case .none = kind { true } else { false } }

    /// The user's map of what is in view, else the built-in one.
    public static let shelf = BaseMapSource(kind: .shelf)
    /// The built-in map.
    public static let world = BaseMapSource(kind: .world)
    public static let none = BaseMapSource(kind: .none)
  }

  public init(name: PictureName) { self.name = name }

  /// The most pictures of a device while it runs, and of all devices at the end.
  static let mostFrames = 10_000
  static let mostPictures = 1_000
}
