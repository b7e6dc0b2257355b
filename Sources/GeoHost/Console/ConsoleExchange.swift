import CMachine
import Geo
import Glibc
import Synchronization

/// What the thread of the sockets and that of the run hand each other.
final class ConsoleExchange: Sendable {
  private struct Kept: Sendable {
    var requests: [(client: Int, request: ConsoleRequest)] = []
    var replies: [(client: Int, reply: ConsoleReply)] = []
  }

  private let kept = Mutex(Kept())
  private let hasNews = Atomic<Bool>(false)
  private let stopped = AtomicFlag()
  /// Wakes the thread of the sockets.
  let reading: Int32
  private let writing: Int32
  /// Wakes the run.
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    var ends: [Int32] = [-1, -1]
    if machinePipe(&ends, O_CLOEXEC | O_NONBLOCK) != 0 { ends = [-1, -1] }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Whether the run should look; one load of an atomic.
  var isDue: Bool { hasNews.load(ordering: .acquiring) }
  var isStopped: Bool { stopped.isSet }

  func ask(_ request: ConsoleRequest, of client: Int) {
    kept.withLock { $0.requests.append((client, request)) }
    hasNews.store(true, ordering: .releasing)
    wake()
  }

  func takeRequests() -> [(client: Int, request: ConsoleRequest)] {
    hasNews.store(false, ordering: .relaxed)
    return kept.withLock { kept in
      defer { kept.requests = [] }
      return kept.requests
    }
  }

  func answer(_ reply: ConsoleReply, to client: Int) {
    kept.withLock { $0.replies.append((client, reply)) }
    ring()
  }

  func takeReplies() -> [(client: Int, reply: ConsoleReply)] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
    return kept.withLock { kept in
      defer { kept.replies = [] }
      return kept.replies
    }
  }

  func stop() {
    stopped.set()
    ring()
  }

  private func ring() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }
}
