import Geo
import Glibc
import LuaBridge

/// The way to a client of the Debug Adapter Protocol and back: two descriptors, of which a thread reads one.
package final class DebugChannel: Sendable {
  enum Incoming: Sendable {
    case frame(DebugFrames.Frame)
    /// The client has gone.
    case end
  }

  private let inbox = Monitor<[Incoming]>([])
  private let bell = Monitor<LuaDebugBell?>(nil)
  private let output: Int32
  private let sequence = Monitor<Int64>(0)

  /// - Parameters:
  ///   - input: where messages come from.
  ///   - output: where they go to.
  package init(input: Int32, output: Int32) {
    self.output = output
    // A client that has gone is noticed where its messages end.
    signal(SIGPIPE, SIG_IGN)
    _ = WorkerThread<Void> { [self] in read(input) }
  }

  private func read(_ input: Int32) {
    var frames = DebugFrames()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return add(.end) }
      frames.append(buffer[..<count])
      while let frame = frames.next() { add(.frame(frame)) }
    }
  }

  private func add(_ incoming: Incoming) {
    inbox.update { $0.append(incoming) }
    bell.read { $0?.ring() }
  }

  /// Rings when something has come; nil where no script runs.
  func setBell(_ bell: LuaDebugBell?) { self.bell.update { $0 = bell } }

  /// Waits for the next message.
  func next() -> Incoming { inbox.update(when: { !$0.isEmpty }) { $0.removeFirst() } }

  /// A message that has come; nil for none.
  func nextWaiting() -> Incoming? { inbox.update { $0.isEmpty ? nil : $0.removeFirst() } }

  // MARK: Answers

  private func send(_ type: String, _ members: [(name: String, value: JSONValue)]) {
    let number = sequence.update { number -> Int64 in
      number += 1
      return number
    }
    let message = JSONValue.object([("seq", .integer(number)), ("type", .string(type))] + members).description
    writeAll(output, "Content-Length: \(message.utf8.count)\r\n\r\n" + message)
  }

  func send(event: String, _ body: JSONValue? = nil) {
    send("event", [("event", .string(event))] + (body.map { [("body", $0)] } ?? []))
  }

  func respond(to request: DebugRequest, _ body: JSONValue?) {
    send(
      "response",
      [
        ("request_seq", .integer(request.number)), ("success", .bool(true)),
        ("command", .string(request.command)),
      ] + (body.map { [("body", $0)] } ?? []))
  }

  func refuse(_ request: DebugRequest, _ message: String) {
    // Braces in a format stand for variables.
    let error = JSONValue.object([
      ("id", .integer(1)), ("format", .string("{message}")),
      ("variables", .object([("message", .string(message))])), ("showUser", .bool(true)),
    ])
    send(
      "response",
      [
        ("request_seq", .integer(request.number)), ("success", .bool(false)),
        ("command", .string(request.command)), ("message", .string(message)),
        ("body", .object([("error", error)])),
      ])
  }
}
