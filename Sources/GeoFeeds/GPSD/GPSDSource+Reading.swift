import Geo
import GeoFormats
import Glibc
import Synchronization

extension GPSDSource {
  /// The body of the thread: reads a connection until it is lost, then reconnects.
  func run() {
    var hasToldReceivers = false
    let advice = " (is gpsd running? run geoscript doctor)"
    thread.readUntilClosed(name, patience: 10, advice: advice) { (isThere) throws(ConnectionFault) in
      let connection = try LineConnection(host: host, port: port, thread.wake)
      lock.withLock { _ in counts.connections += 1 }
      return read(connection) {
        // A gpsd counts as back only after it has listed its receivers.
        isThere()
        if !hasToldReceivers { reportReceivers() }
        hasToldReceivers = true
      }
    }
  }

  /// Reports once which gpsd answers and which receivers it has.
  private func reportReceivers() {
    let (version, paths) = lock.withLock { _ in (decoder.version, decoder.paths ?? []) }
    let daemon = "gpsd" + (version.map { " " + $0.release } ?? "")
    if paths.isEmpty {
      thread.post(.warning("\(name): \(daemon) has no receiver; waiting for one (gpsdctl add /dev/ttyUSB0)"))
    } else {
      thread.post(.note("\(name): \(daemon) listens to \(paths.joined(separator: ", "))"))
    }
  }

  /// Reads until the connection is lost and returns the reason; nil when the source stops.
  private func read(_ connection: LineConnection, _ onReceivers: () -> Void) -> String? {
    guard say(request, connection) else { return ConnectionFault("cannot be queried", errno).message }
    lock.withLock { _ in cutter.forget() }
    defer { deliver { $0.disconnect(at: $1, into: &$2) } }
    var isKnown = false
    var isAsked = false
    var lastByte = monotonicSeconds()
    while !thread.isStopped {
      let held = lock.withLock { _ in decoder.patience }
      let silence = lastByte + (isAsked ? 2 : 1) * patience
      let deadline = min(lastByte + (held ?? .infinity), silence)
      switch thread.wake.wait(for: connection.descriptor, until: deadline) {
      case .rung: return bye(connection)
      case .late:
        let now = monotonicSeconds()
        if let held, now >= lastByte + held { deliver { $0.flush(at: $1, into: &$2) } }
        guard now >= silence else { continue }
        if isAsked { return "has been silent for \(Int(now - lastByte)) s" }
        guard say(request, connection) else {
          return ConnectionFault("the connection is lost", errno).message
        }
        isAsked = true
      case .ready:
        do throws(ConnectionFault) {
          guard try read(connection) else { continue }
        } catch {
          return error.message
        }
        lastByte = monotonicSeconds()
        isAsked = false
        guard !isKnown, lock.withLock({ _ in decoder.paths != nil }) else { continue }
        isKnown = true
        onReceivers()
      }
    }
    return bye(connection)
  }

  /// Reads and delivers the available bytes; false if there were none.
  private func read(_ connection: LineConnection) throws(ConnectionFault) -> Bool {
    var count = 0
    var fault: Int32 = 0
    deliver { decoder, arrival, events in
      let free = cutter.free
      count = Glibc.read(connection.descriptor, free.baseAddress, free.count)
      guard count > 0 else {
        fault = errno
        return
      }
      counts.bytes += count
      let overlong = cutter.overlongCount
      cutter.append(count) { bytes, line in
        decoder.decode(LineRun(bytes: bytes, firstLine: line, arrival: arrival), into: &events)
      }
      if cutter.overlongCount > overlong {
        decoder.count("line too long", "line is longer than \(LineBuffer.limit) bytes")
      }
    }
    if count == 0 { throw ConnectionFault("gpsd has closed the connection") }
    if count < 0, fault != EAGAIN, fault != EINTR { throw ConnectionFault("the connection is lost", fault) }
    return count > 0
  }

  /// Puts the events that `body` appends and the decoder's notices into the inbox; waits while it is full.
  private func deliver(_ body: (GPSDDecoder, TimeInterval, inout [DeviceEvent]) -> Void) {
    guard let arrival = thread.now else { return }
    var events: [DeviceEvent] = []
    let notices = lock.withLock { _ in
      body(decoder, arrival, &events)
      return decoder.drainNotices()
    }
    for notice in notices { thread.post(notice) }
    if thread.deliver(events) { lock.withLock { _ in counts.events += events.count } }
  }

  private func say(_ text: String, _ connection: LineConnection) -> Bool {
    var text = text
    return text.withUTF8 {
      Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
    }
  }

  /// Tells gpsd to stop watching.
  private func bye(_ connection: LineConnection) -> String? {
    _ = say("?WATCH={\"enable\":false};\n", connection)
    return nil
  }
}
