import Geo
import Synchronization

/// Whether the run is ready and alive, for the probes of `--metrics`.
///
/// - Source: SC-1.
package final class RunHealth: Sendable {
  private enum Phase: Int { case starting, ready, stopping }

  private let phase = Atomic(Phase.starting.rawValue)
  /// The last sign of life, in milliseconds on the monotonic clock.
  private let lastBeat: Atomic<Int>

  /// Seconds without a sign of life after which the run counts as hung: as many as the unit of a service has.
  static let patience = 60.0

  package init() { lastBeat = Atomic(RunHealth.now) }

  func ready() { phase.store(Phase.ready.rawValue, ordering: .relaxed) }

  func stopping() { phase.store(Phase.stopping.rawValue, ordering: .relaxed) }

  /// The loop that handles events has come around.
  func beat() { lastBeat.store(RunHealth.now, ordering: .relaxed) }

  private static var now: Int { Int(monotonicSeconds() * 1000) }

  var isReady: Bool { phase.load(ordering: .relaxed) == Phase.ready.rawValue }

  /// Why the run is not alive; nil if it is.
  var fault: String? {
    let age = Double(RunHealth.now - lastBeat.load(ordering: .relaxed)) / 1000
    return age <= RunHealth.patience
      ? nil : "the loop that handles events has hung for \(Int(age)) s"
  }

  /// Why the run takes no events now; nil if it does.
  var reasonToWait: String? {
    switch Phase(rawValue: phase.load(ordering: .relaxed)) {
    case .ready: fault
    case .stopping: "the run is stopping"
    default: "the run is starting"
    }
  }
}
