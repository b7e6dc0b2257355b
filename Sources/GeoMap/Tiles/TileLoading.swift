public import GeoCore

/// Loading content of a map: the map notifies its delegate of the beginning and the end.
public protocol TileLoading: AnyObject {
  /// Whether everything is loaded or has failed.
  var isSettled: Bool { get }
  /// The first error; nil if all is well.
  var failure: NSError? { get }
  /// Called when the last part has arrived.
  var onSettled: (() -> Void)? { get set }
  /// Reports a failure to the host that no delegate handles.
  func report(_ error: NSError)
}

extension TileLayer: TileLoading {
  func report(_ error: NSError) { overlay.tileLoader?.report(error) }
}
