public import Geo
import GeoRender

/// What `--map` and the options beside it ask for.
public struct PictureOptions: Sendable {
  /// Where pictures go.
  public var name: PictureName
  /// Pixels to a point.
  public var scale = 1.0
  /// Seconds of a device's clock from one picture to the next; nil for one at the end.
  public var interval: TimeInterval?
  /// Seconds on the wall that a picture waits for what it needs.
  public var patience: TimeInterval = 10
  public var style = Style.light
  public var baseMap = BaseMapSource.world

  /// In what colors the base map is drawn.
  public enum Style: String, Sendable, CaseIterable {
    case light, dark
  }

  /// What lies under the overlays.
  public struct BaseMapSource: Sendable {
    enum Kind {
      case world, none
      case tiles(TileMapOption)
      case streets(StreetData)
    }
    let kind: Kind

    /// The one that comes along.
    public static let world = BaseMapSource(kind: .world)
    public static let none = BaseMapSource(kind: .none)
  }

  public init(name: PictureName) { self.name = name }

  /// The most pictures that are made of a device while it runs, and of all devices at the end.
  static let mostFrames = 10_000
  static let mostPictures = 1_000
}
