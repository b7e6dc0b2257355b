/// Something on a map that is loaded: the map tells its delegate when it begins and when it has ended.
public protocol TileLoading: AnyObject {
  /// Whether all is there, or will never be.
  var isSettled: Bool { get }
  /// Why the first that failed did; nil when all is well.
  var failure: NSError? { get }
  /// Called when the last of it has come.
  var onSettled: (() -> Void)? { get set }
}

extension TileLayer: TileLoading {}
