package import Geo
package import GeoStore

/// Where a partition's checkpoints become commits that others can continue from.
///
/// Owner: that of its ``Checkpointer``.
package protocol CommitLog: AnyObject {
  /// When the next commit may be made, unless it is due; on the monotonic clock.
  var nextCommit: Double { get }

  /// Keeps what has changed, and the alerts, up to a position.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if another worker owns the partition, `unavailable` if the server does not
  ///   take it; the partition is to be opened again then.
  /// - Source: SC-34, SC-37.
  func commit(_ position: StreamPosition, _ alerts: [String], _ changes: [UInt8]) throws(GeoError)

  /// Makes an image of the whole state if it is time.
  func keepImageIfDue(of store: StateStore)
}
