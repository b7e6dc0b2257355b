import Geo
import Synchronization

/// The thread of a live source, and its access to the inbox, until it is stopped.
final class SourceThread: Sendable {
  /// Signaled when the source stops.
  let wake = WakeDescriptor()
  private let thread = Mutex<WorkerThread<Void>?>(nil)
  private let stopped = Atomic(false)
  private let connected = Atomic(false)
  private let inbox = Mutex<LiveInbox?>(nil)

  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Whether the peer has shown itself since the connection was opened.
  var isConnected: Bool { connected.load(ordering: .relaxed) }

  func start(_ inbox: LiveInbox, _ body: @escaping @Sendable () -> Void) {
    self.inbox.withLock { $0 = inbox }
    thread.withLock { $0 = WorkerThread(body) }
  }

  /// Stops it; nothing enters the inbox after this has returned.
  func stop() {
    stopped.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    // Do not wait for a thread that waits for a name server: it can no longer reach the inbox.
    _ = thread.withLock { $0 }?.hasEnded(within: 2)
    inbox.withLock { $0 = nil }
  }

  /// The arrival time for new events; nil once the source has stopped.
  var now: TimeInterval? { inbox.withLock { $0?.now } }

  func post(_ notice: LiveInbox.Notice) { inbox.withLock { $0?.post(notice) } }

  /// Puts events into the inbox, waiting while it is full; returns whether they are in.
  func deliver(_ events: [DeviceEvent]) -> Bool {
    guard !events.isEmpty else { return false }
    let batch = LiveBatch(events)
    while !isStopped {
      // In slices, so that a full inbox does not delay the stop.
      if inbox.withLock({ $0?.add(batch, waiting: 0.1) }) == true { return true }
    }
    return false
  }

  /// Reads one connection after the other until the source stops; reports each loss and each return once.
  ///
  /// - Parameters:
  ///   - patience: the longest pause between two tries, in seconds.
  ///   - advice: a text that follows the message about a loss.
  ///   - read: opens a connection, reads it until it is lost, and returns the reason, or nil at the stop; it
  ///     calls its argument when the peer shows that it is there.
  func readUntilClosed(
    _ name: String, patience: Double, advice: String = "",
    _ read: (_ isThere: () -> Void) throws(ConnectionFault) -> String?
  ) {
    var backoff = Backoff(limit: patience)
    var isLost = false
    while !isStopped {
      let fault: String
      do throws(ConnectionFault) {
        let outcome = try read {
          connected.store(true, ordering: .relaxed)
          backoff.reset()
          if isLost { post(.note("\(name): is back")) }
          isLost = false
        }
        guard let outcome else { break }
        fault = outcome
      } catch {
        fault = error.message
      }
      connected.store(false, ordering: .relaxed)
      guard !isStopped else { break }
      let pause = backoff.pause()
      if !isLost { post(.warning("\(name): \(fault); trying again, first in \(Int(pause)) s\(advice)")) }
      isLost = true
      if wake.wait(until: monotonicSeconds() + pause) == .rung { break }
    }
  }
}
