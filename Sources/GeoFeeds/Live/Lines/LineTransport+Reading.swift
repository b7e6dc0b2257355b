import Geo
import Synchronization

extension LineTransport {
  /// The body of the thread: reads a connection until it is lost, then reconnects.
  func run(_ first: LineConnection?) {
    var next = first
    thread.readUntilClosed(name, patience: place.longestPause) { (isThere) throws(ConnectionFault) in
      let connection = if let next { next } else { try place.open(thread.wake) }
      next = nil
      lock.withLock { _ in counts.connections += 1 }
      // A server counts as back only after its first byte: others accept and hang up.
      return read(connection, onFirstByte: isThere)
    }
  }

  /// Reads until the connection is lost and returns the reason; nil when the source stops.
  private func read(_ connection: LineConnection, onFirstByte: () -> Void) -> String? {
    lock.withLock { _ in senders.begin() }
    defer { end() }
    var hasBytes = false
    var search = SpeedSearch(connection.serial)
    var lastByte = monotonicSeconds()
    while !thread.isStopped {
      let held = lock.withLock { _ in senders.patience }
      let deadline = min(lastByte + (held ?? .infinity), lastByte + timeout, search.deadline)
      switch thread.wake.wait(for: connection.descriptor, until: deadline) {
      case .rung: return nil
      case .late:
        let now = monotonicSeconds()
        if now >= lastByte + timeout { return "has been silent for \(Int(timeout)) s" }
        if let held, now >= lastByte + held { deliver { $0.flush(at: $1, into: &$2) } }
        if now >= search.deadline { search.judge(lock.withLock { _ in senders.goodCount }) }
      case .ready:
        switch read(connection) {
        case .success(0): continue
        case .success:
          lastByte = monotonicSeconds()
          if !hasBytes { onFirstByte() }
          hasBytes = true
          search.hasBytes = true
        case .failure(let fault): return fault.message
        }
      }
    }
    return nil
  }

  /// Reads and delivers the available bytes; returns their number.
  private func read(_ connection: LineConnection) -> Result<Int, ConnectionFault> {
    var outcome = Result<Int, ConnectionFault>.success(0)
    deliver { senders, arrival, events in
      outcome =
        connection.isDatagram
        ? senders.readDatagrams(of: connection.descriptor, at: arrival, into: &events)
        : senders.readBytes(of: connection.descriptor, at: arrival, into: &events)
      if case .success(let count) = outcome { counts.bytes += count }
    }
    return outcome
  }

  private func end() {
    deliver { $0.end(at: $1, into: &$2) }
  }

  /// Puts the events that `body` appends into the inbox; waits while it is full.
  private func deliver(_ body: (LineSenders, TimeInterval, inout [DeviceEvent]) -> Void) {
    guard let arrival = thread.now else { return }
    var events: [DeviceEvent] = []
    lock.withLock { _ in body(senders, arrival, &events) }
    if thread.deliver(events) { lock.withLock { _ in counts.events += events.count } }
  }
}

/// Detects the speed of a serial line: the one at which its bytes form lines.
struct SpeedSearch {
  /// Seconds to listen at one speed: a receiver sends something each second.
  static let patience = 2.5

  var hasBytes = false
  private(set) var deadline: Double
  private let line: SerialLine?
  private var goodCount = 0

  init(_ line: SerialLine?) {
    self.line = line
    deadline = line?.isSearching == true ? monotonicSeconds() + Self.patience : .infinity
  }

  mutating func judge(_ count: Int) {
    guard count == goodCount else {
      deadline = .infinity
      return
    }
    if hasBytes { line?.tryNext() }
    hasBytes = false
    deadline = monotonicSeconds() + Self.patience
  }
}
