package import Geo
import GeoDelivery
import GeoStore

/// With `--state nats`, a checkpoint is a commit of its partition in the stream `OUT`.
extension Checkpointer {
  /// What a commit does with the changes of the state; nil for a state directory.
  func commit(_ alerts: [PendingAlert]) -> ((_ changes: [UInt8]) throws(GeoError) -> Void)? {
    guard let log, let stream else { return nil }
    let lines = alerts.map(\.body)
    return { (changes) throws(GeoError) in try log.commit(stream, lines, changes) }
  }

  /// When a checkpoint may be made although none is due, on the monotonic clock.
  package var nextCommit: Double { log?.nextCommit ?? -.infinity }

  /// Whether sinks have sent something since the last commit.
  package var hasSent: Bool { log != nil && !hasFailed && saved.store.hasChanges }

  /// Commits the position alone, with what others have changed in the state.
  package func keepPosition() throws(GeoError) {
    var checkpoint = Checkpoint()
    checkpoint.stream = stream
    try saved.store.write(checkpoint, commit: commit([]))
  }

  /// Keeps what sinks have sent since the end.
  package func keepSent() throws(GeoError) {
    if hasSent { try saved.store.write(Checkpoint(), commit: commit([])) }
  }
}
