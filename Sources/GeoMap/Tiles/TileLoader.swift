public import GeoCore

/// Brings tiles from wherever they are; the host has one for each device.
public protocol TileLoader: AnyObject {
  /// Starts to load a tile and hands over what came of it, once: before it returns, or later on the same thread.
  ///
  /// - Parameters:
  ///   - address: what ``MKTileOverlay/url(forTilePath:)`` gave: a URL, a path, or an archive that holds all tiles.
  ///   - path: which tile it is, for those archives.
  func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void)
  /// What is known, before any tile, of the source that a template names.
  func source(of template: String) -> TileSource
  /// Is told of tiles that failed where no delegate wants to know.
  func report(_ error: NSError)
}

/// What came of asking for a tile.
public enum TileAnswer {
  /// A file of a picture, and what it is charged to.
  case bytes([UInt8], memory: AnyObject? = nil)
  /// A picture that is there already.
  case image(UIImage, memory: AnyObject? = nil)
  /// There is nothing to show, and that is no fault.
  case empty
  case failed(NSError)
}

/// What is known of a source of tiles.
public struct TileSource: Sendable, Hashable {
  /// The zoom levels that it has.
  public var levels = 0...30
  /// The most tiles that one picture may ask it for.
  public var greatestCount = TileSource.greatestCount
  /// Whom a picture has to name.
  public var attribution: String?

  /// A picture of 20,000 points a side takes fewer.
  public static let greatestCount = 8192

  public init() {}
}

extension NSError {
  /// A tile that could not be had.
  public static func tile(_ sentence: String, _ code: MKErrorCode = .unknown) -> NSError {
    code.error(sentence)
  }
}
