import Geo
import GeoDelivery
import Glibc
import Synchronization

/// What becomes of a run when standard output cannot be written.
///
/// - Source: HO-196.
extension Output {
  /// Whether the run ends now: standard output is all that it makes, or cannot be written for another reason than a
  /// reader that has gone.
  package var endsRun: Bool {
    let number = stdout.withLock { $0.error }
    return number == EPIPE ? !outlivesReader : number != 0
  }

  /// Whether the run ends early because nobody reads its only output.
  var hasLostReader: Bool { !outlivesReader && stdout.withLock { $0.error } == EPIPE }

  /// Why standard output could not be written; nil if it was written or its reader went away.
  var fault: GeoError? {
    let number = stdout.withLock { $0.error }
    guard number != 0, number != EPIPE else { return nil }
    return GeoError(.inputOutput, String(cString: strerror(number)), at: "standard output")
  }

  /// Says once what follows from a reader that has gone.
  func sayReaderLeft() {
    guard outlivesReader else { return note("nobody reads standard output: the run ends early") }
    warn("nobody reads standard output: the run continues without it")
  }
}

extension RunOptions {
  /// Whether the run makes anything but standard output.
  var hasOtherOutputs: Bool {
    let isSent = (alerts + channels).contains { sink in
      switch sink.kind {
      case .text, .none, .ndjson(path: nil): false
      default: true
      }
    }
    return isSent || state != nil || keepsStateInStream || records || !tables.isEmpty || pictures != nil
      || page != nil || profileScript != nil || !writable.isEmpty
  }
}
