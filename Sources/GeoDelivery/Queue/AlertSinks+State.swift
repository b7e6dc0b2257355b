package import Geo
package import GeoStore
import Glibc

/// With `--state`, alerts are sent at checkpoints: to files before the commit, so that a file can be
/// truncated to what was committed; to all others after it, from the outbox.
extension AlertSinks {
  /// Continues where an earlier run stopped; returns notes for the user.
  package func resume(from store: StateStore, isInterrupted: Bool) throws(GeoError) -> [String] {
    try store.note(sinks: outboxSinks)
    var notes = try store.orphans().map { orphan in
      "\(counted(orphan.count, "alert")) of an earlier run \(orphan.count == 1 ? "waits" : "wait") for \(orphan.sink), "
        + "which this run does not name (geoscript alerts move or drop)"
    }
    for file in files {
      guard let length = file.length, let kept = try store.alertFileLength(at: absolutePath(file.path)) else {
        continue
      }
      // After a clean end, anything beyond that length was written by another program.
      if length > kept, isInterrupted {
        try file.cut(to: kept)
        notes.append("\(file.path): cut back by \(grouped(Int(length - kept))) bytes to the last checkpoint")
      } else if length < kept {
        notes.append("\(file.path) is shorter than at the last checkpoint; alerts are added at its end")
        file.endLine()
      } else {
        file.endLine()
      }
    }
    return notes
  }

  /// Appends alerts to every file.
  ///
  /// - Errors: ``GeoError`` `inputOutput` when one cannot be written.
  package func append(_ alerts: [PendingAlert]) throws(GeoError) {
    guard !alerts.isEmpty, !files.isEmpty else { return }
    for file in files
    where !file.write(
      alerts.lazy.filter(file.shape.takes).map { file.shape.line(of: $0.message) }.joined())
    {
      let reason =
        file.takeFault().map { String(cString: strerror($0)) } ?? "the system accepted no more bytes"
      throw GeoError(
        .inputOutput, "cannot be written: \(reason); nothing was kept since the last checkpoint",
        at: file.path)
    }
  }

  /// The lengths of the files that have one.
  package var fileLengths: [(path: String, length: Int64)] {
    files.compactMap { file in file.length.map { (absolutePath(file.path), $0) } }
  }

  /// The outbox items of alerts.
  package func outgoing(_ alerts: [PendingAlert]) -> [Checkpoint.Outgoing] {
    alerts.flatMap { alert in
      routes.filter { $0.shape.takes(alert) }.map { route in
        var message = Checkpoint.Outgoing(
          sink: route.key, alertID: alert.id, body: route.shape.body(of: alert.message))
        message.device = alert.device
        message.begins = alert.begins
        message.ends = alert.ends
        return message
      }
    }
  }
}
