public import GeoCore

/// Loads tiles from their source; the host has one loader for each device.
public protocol TileLoader: AnyObject {
  /// Starts to load a tile and delivers the result, once: before it returns, or later on the same thread.
  ///
  /// - Parameters:
  ///   - address: the result of ``MKTileOverlay/url(forTilePath:)``: a URL, a path, or an archive that holds
  ///     all tiles.
  ///   - path: the tile's position, for those archives.
  func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void)
  /// The properties of the source of a template that are known before any tile.
  func source(of template: String) -> TileSource
  /// Reports failed tiles that no delegate handles.
  func report(_ error: NSError)
}

/// The result of a request for a tile.
public enum TileAnswer {
  /// A picture file, and its memory charge.
  case bytes([UInt8], memory: AnyObject? = nil)
  /// A picture that exists already.
  case image(UIImage, memory: AnyObject? = nil)
  /// There is nothing to show, which is not an error.
  case empty
  case failed(NSError)
}

/// Properties of a source of tiles.
public struct TileSource: Sendable, Hashable {
  /// The available zoom levels.
  public var levels = 0...30
  /// The maximum number of tiles for one picture.
  public var greatestCount = TileSource.greatestCount
  /// The required attribution of a picture.
  public var attribution: String?

  /// A picture of 20,000 points a side needs fewer.
  public static let greatestCount = 8192

  public init() {}
}

extension NSError {
  /// An error of a tile.
  public static func tile(_ sentence: String, _ code: MKErrorCode = .unknown) -> NSError {
    code.error(sentence)
  }
}
