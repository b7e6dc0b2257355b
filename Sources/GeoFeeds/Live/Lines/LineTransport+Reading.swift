import Geo
import Glibc
import Synchronization

extension LineTransport {
  /// The thread: reads a connection until it is lost, and looks for the next.
  func run(_ first: LineConnection?) {
    var backoff = Backoff(limit: place.longestPause)
    var isLost = false
    var next = first
    while !isStopped.load(ordering: .relaxed) {
      let fault: String
      do throws(LineFault) {
        let connection = if let next { next } else { try place.open(wake) }
        next = nil
        lock.withLock { _ in counts.connections += 1 }
        let outcome = read(connection) {
          // Only who says something is there again: others accept and hang up.
          backoff.reset()
          if isLost { tell(.note("\(name): is back")) }
          isLost = false
        }
        guard let outcome else { break }
        fault = outcome
      } catch {
        fault = error.message
      }
      let pause = backoff.pause()
      if !isLost { tell(.warning("\(name): \(fault); trying again, first in \(Int(pause)) s")) }
      isLost = true
      if wake.wait(until: Wake.monotonic + pause) == .rung { break }
    }
  }

  private func tell(_ notice: LiveInbox.Notice) {
    lock.withLock { _ in
      if !isStopped.load(ordering: .relaxed) { inbox?.tell(notice) }
    }
  }

  /// Reads until the connection is lost and returns why; nil when all is to end.
  private func read(_ connection: LineConnection, _ onFirstByte: () -> Void) -> String? {
    lock.withLock { _ in senders.begin() }
    defer { end() }
    var hasBytes = false
    var search = SpeedSearch(connection.serial)
    var lastByte = Wake.monotonic
    while !isStopped.load(ordering: .relaxed) {
      let held = lock.withLock { _ in senders.patience }
      let deadline = min(lastByte + (held ?? .infinity), lastByte + timeout, search.deadline)
      switch wake.wait(for: connection.descriptor, until: deadline) {
      case .rung: return nil
      case .late:
        let now = Wake.monotonic
        if now >= lastByte + timeout { return "is silent since \(Int(timeout)) s" }
        if let held, now >= lastByte + held { deliver { $0.flush(at: $1, into: &$2) } }
        if now >= search.deadline { search.judge(lock.withLock { _ in senders.goodCount }) }
      case .ready:
        switch take(connection) {
        case .success(0): continue
        case .success:
          lastByte = Wake.monotonic
          if !hasBytes { onFirstByte() }
          hasBytes = true
          search.hasBytes = true
        case .failure(let fault): return fault.message
        }
      }
    }
    return nil
  }

  /// Reads what has come and delivers what it says; returns the number of bytes.
  private func take(_ connection: LineConnection) -> Result<Int, LineFault> {
    var outcome = Result<Int, LineFault>.success(0)
    deliver { senders, arrival, events in
      outcome =
        connection.isDatagram
        ? senders.takeDatagrams(of: connection.descriptor, at: arrival, into: &events)
        : senders.takeBytes(of: connection.descriptor, at: arrival, into: &events)
      if case .success(let count) = outcome { counts.bytes += count }
    }
    return outcome
  }

  private func end() {
    deliver { $0.end(at: $1, into: &$2) }
  }

  /// Puts the events that `body` appends into the inbox; waits while that is full.
  private func deliver(_ body: (LineSenders, TimeInterval, inout [DeviceEvent]) -> Void) {
    var batch = LiveBatch([])
    lock.withLock { _ in
      guard let inbox else { return }
      body(senders, inbox.now, &batch.events)
    }
    guard !batch.events.isEmpty else { return }
    while !isStopped.load(ordering: .relaxed) {
      let isIn = lock.withLock { _ in
        guard let inbox, !isStopped.load(ordering: .relaxed) else { return true }
        // In slices: a full inbox may not hold up the end, nor who asks for counts.
        guard inbox.add(batch, waiting: 0.1) else { return false }
        counts.events += batch.events.count
        return true
      }
      if isIn { return }
    }
  }
}

/// Looks for the speed of a serial line: the one at which its bytes make lines.
struct SpeedSearch {
  /// Seconds that one speed is listened to: a receiver says something each second.
  static let patience = 2.5

  var hasBytes = false
  private(set) var deadline: Double
  private let line: SerialLine?
  private var goodCount = 0

  init(_ line: SerialLine?) {
    self.line = line
    deadline = line?.isSearching == true ? Wake.monotonic + Self.patience : .infinity
  }

  mutating func judge(_ count: Int) {
    guard count == goodCount else {
      deadline = .infinity
      return
    }
    if hasBytes { line?.tryNext() }
    hasBytes = false
    deadline = Wake.monotonic + Self.patience
  }
}
