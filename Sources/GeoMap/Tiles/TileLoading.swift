public import GeoCore

/// Something on a map that is loaded: the map tells its delegate when it begins and when it has ended.
public protocol TileLoading: AnyObject {
  /// Whether all is there, or will never be.
  var isSettled: Bool { get }
  /// Why the first that failed did; nil when all is well.
  var failure: NSError? { get }
  /// Called when the last of it has come.
  var onSettled: (() -> Void)? { get set }
  /// Tells the host of a failure that no delegate wants to know of.
  func report(_ error: NSError)
}

extension TileLayer: TileLoading {
  func report(_ error: NSError) { overlay.tileLoader?.report(error) }
}
