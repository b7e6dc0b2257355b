import Geo
import Synchronization

/// The thread of a live source, and its way into the inbox, until somebody stops it.
final class SourceThread: Sendable {
  /// Rung when all is to end.
  let wake = WakeDescriptor()
  private let thread = Mutex<WorkerThread<Void>?>(nil)
  private let stopped = Atomic(false)
  private let inbox = Mutex<LiveInbox?>(nil)

  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func start(_ inbox: LiveInbox, _ body: @escaping @Sendable () -> Void) {
    self.inbox.withLock { $0 = inbox }
    thread.withLock { $0 = WorkerThread(body) }
  }

  /// Ends it; nothing is put into the inbox after this has returned.
  func stop() {
    stopped.store(true, ordering: .sequentiallyConsistent)
    wake.signal()
    // A thread that waits for a name server is not waited for: it puts nothing into the inbox any more.
    _ = thread.withLock { $0 }?.hasEnded(within: 2)
    inbox.withLock { $0 = nil }
  }

  /// The time of what arrives now; nil where nobody takes it any more.
  var now: TimeInterval? { inbox.withLock { $0?.now } }

  func post(_ notice: LiveInbox.Notice) { inbox.withLock { $0?.post(notice) } }

  /// Puts events into the inbox, waiting while that is full; whether they are there.
  func deliver(_ events: [DeviceEvent]) -> Bool {
    guard !events.isEmpty else { return false }
    let batch = LiveBatch(events)
    while !isStopped {
      // In slices: a full inbox may not hold up the end.
      if inbox.withLock({ $0?.add(batch, waiting: 0.1) }) == true { return true }
    }
    return false
  }

  /// Reads one connection after the other until all is to end; each loss and each return is told once.
  ///
  /// - Parameters:
  ///   - patience: the longest pause between two tries, in seconds.
  ///   - advice: follows what is told of a loss.
  ///   - read: opens a connection and reads it until it is lost, and returns why, nil when all is to end; it calls its
  ///     argument when the other side shows that it is there.
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
          backoff.reset()
          if isLost { post(.note("\(name): is back")) }
          isLost = false
        }
        guard let outcome else { break }
        fault = outcome
      } catch {
        fault = error.message
      }
      guard !isStopped else { break }
      let pause = backoff.pause()
      if !isLost { post(.warning("\(name): \(fault); trying again, first in \(Int(pause)) s\(advice)")) }
      isLost = true
      if wake.wait(until: monotonicSeconds() + pause) == .rung { break }
    }
  }
}
