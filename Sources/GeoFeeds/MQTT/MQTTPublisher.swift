import CMosquitto
public import Geo
import Synchronization

/// Publishes messages to a broker over one connection, one after another: `mqtt://` and `mqtts://`.
///
/// Its thread keeps the connection between messages, so that the broker publishes its last will only when the
/// process is gone.
///
/// - Source: MQTT 3.1.1, sections 3.1.2.5 (last will) and 4.3.2 (quality of service 1); HO-84.
///
/// Sendable by its invariant: `client` belongs to the thread, except for the bell, which any thread may ring;
/// what threads share is in `shared`.
public final class MQTTPublisher: @unchecked Sendable {
  /// One message.
  public struct Message: Sendable {
    public var topic: String
    public var payload: [UInt8]
    public var isRetained: Bool

    public init(topic: String, payload: [UInt8], isRetained: Bool) {
      (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
    }
  }

  /// What became of a message.
  public enum Outcome: Sendable, Equatable {
    /// The broker has acknowledged it.
    case acknowledged
    /// It did not; `isFinal` if the broker refuses this client.
    case failed(String, isFinal: Bool)
  }

  private struct Shared: Sendable {
    var message: Message?
    var outcome: Outcome?
    var isStopped = false
  }

  /// What a publisher hears as well.
  public struct Listener: Sendable {
    /// The topic that it subscribes to.
    public var topic: String
    /// Called after each connect, on the publisher's thread.
    public var onConnect: @Sendable () -> Void
    /// Called with the payload of each message of the topic, on the publisher's thread.
    public var onMessage: @Sendable ([UInt8]) -> Void

    public init(
      topic: String, onConnect: @escaping @Sendable () -> Void,
      onMessage: @escaping @Sendable ([UInt8]) -> Void
    ) {
      (self.topic, self.onConnect, self.onMessage) = (topic, onConnect, onMessage)
    }
  }

  private let address: MQTTAddress
  private let listener: Listener?
  private let client: OpaquePointer
  private let shared = Monitor(Shared())
  private var thread: WorkerThread<Void>?

  /// Why libmosquitto cannot be used; nil if it can.
  public static var missing: String? {
    cm_load().map { "needs libmosquitto1, which is not installed: \(String(cString: $0))" }
  }

  /// - Errors: ``GeoError`` `unavailable` without libmosquitto, `usage` for what it refuses.
  public init(_ address: MQTTAddress, _ listener: Listener? = nil) throws(GeoError) {
    if let missing = MQTTPublisher.missing { throw GeoError(.unavailable, missing) }
    guard let client = cm_new(address.client, true) else { throw GeoError(.unavailable, "out of memory") }
    (self.address, self.listener) = (address, listener)
    self.client = client
    let result = setUp()
    guard result == 0 else {
      throw GeoError(.usage, "cannot be used: \(String(cString: cm_words(client, result)))")
    }
  }

  /// Sets what a connection needs; returns libmosquitto's result.
  private func setUp() -> Int32 {
    var result: Int32 = 0
    if let user = address.user { result = cm_log_in(client, user, address.password?.text) }
    if result == 0, let status = address.status { result = cm_set_will(client, status, "offline") }
    if result == 0, address.usesTLS {
      result = cm_use_tls(client, address.authorities, address.certificate, address.key)
    }
    return result
  }

  deinit { cm_free(client) }

  /// Sends a message and waits until the broker acknowledges it.
  ///
  /// - Parameter isOver: called often; true gives up waiting.
  public func publish(_ message: Message, isOver: () -> Bool) -> Outcome {
    if thread == nil { thread = WorkerThread { [self] in run() } }
    shared.update { ($0.message, $0.outcome) = (message, nil) }
    cm_ring(client)
    while true {
      let end = monotonicSeconds() + 0.1
      let outcome = shared.update(when: { $0.outcome != nil }, until: end) { $0.outcome }
      if let outcome { return outcome }
      guard isOver() else { continue }
      shared.update { $0.message = nil }
      return .failed("no answer came in time", isFinal: false)
    }
  }

  /// Says goodbye to the broker; publishes nothing after that.
  public func close() {
    shared.update { $0.isStopped = true }
    cm_ring(client)
    // A thread that looks a name up cannot be hurried.
    _ = thread?.hasEnded(within: 2)
    thread = nil
  }

  // MARK: The thread

  private func run() {
    var nextTry = Double.infinity
    var backoff = Backoff()
    while !shared.read({ $0.isStopped }) {
      guard shared.read({ $0.message != nil }) || monotonicSeconds() >= nextTry else {
        cm_rest(client, 1000)
        continue
      }
      let begin = monotonicSeconds()
      if let fault = serve() {
        shared.update {
          // A connection that is lost between messages is none of a message's business.
          guard $0.message != nil else { return }
          ($0.message, $0.outcome) = (nil, .failed(fault.message, isFinal: fault.isFinal))
        }
      }
      // Whoever says that it is there, or listens, comes back without a message too.
      guard address.status != nil || listener != nil else { continue }
      if monotonicSeconds() - begin > 10 { backoff.reset() }
      nextTry = monotonicSeconds() + backoff.pause()
    }
  }

  /// Connects and publishes until the connection is lost; nil if it was closed on purpose.
  private func serve() -> ConnectionFault? {
    // libmosquitto would send again what it has not delivered, before anything else. The outbox does that.
    guard cm_renew(client, address.client, true) else { return ConnectionFault("out of memory") }
    var result = setUp()
    guard result == 0 else {
      return ConnectionFault("cannot be used: \(String(cString: cm_words(client, result)))")
    }
    result = cm_connect(client, address.host, Int32(address.port), Int32(address.keepAlive))
    guard result == 0 else { return ConnectionFault(result, client, address, .reaching) }
    defer { cm_hang_up(client) }
    if let fault = handshake() { return fault }
    if let status = address.status {
      publish(Message(topic: status, payload: Array("online".utf8), isRetained: true))
    }
    if let listener {
      _ = cm_subscribe(client, listener.topic, 1)
      listener.onConnect()
    }
    var nextKeep = monotonicSeconds() + 1
    var awaited: Int?
    var deadline = Double.infinity
    while !shared.read({ $0.isStopped }) {
      if awaited == nil, let message = shared.read({ $0.message }) {
        guard publish(message) else {
          return ConnectionFault("the broker cannot take this message", isFinal: false)
        }
        awaited = cm_taken(client)
        deadline = monotonicSeconds() + address.timeout
      }
      if let fault = step(1000) { return fault }
      if let count = awaited, cm_done(client) >= count {
        awaited = nil
        shared.update { if $0.message != nil { ($0.message, $0.outcome) = (nil, .acknowledged) } }
      }
      if awaited != nil, monotonicSeconds() > deadline {
        return ConnectionFault("does not acknowledge a message within \(Int(address.timeout)) s")
      }
      guard monotonicSeconds() >= nextKeep else { continue }
      nextKeep = monotonicSeconds() + 1
      let result = cm_keep(client)
      guard result == 0 else { return ConnectionFault(result, client, address, .heard) }
    }
    leave()
    return nil
  }

  private func handshake() -> ConnectionFault? {
    let deadline = monotonicSeconds() + address.timeout
    while cm_answer(client) != 0 {
      if let fault = step(100) { return fault }
      let answer = cm_answer(client)
      if answer > 0 { return ConnectionFault(refusal: answer, address) }
      if answer < 0, monotonicSeconds() > deadline { return ConnectionFault(late: address) }
    }
    return nil
  }

  /// Waits for something to read or to write, and does it.
  private func step(_ milliseconds: Int32) -> ConnectionFault? {
    var result = cm_write(client)
    let ready = cm_wait(client, true, milliseconds)
    if result == 0, ready & Int32(CM_READABLE) != 0 { result = cm_read(client, 64) }
    hear()
    if result == 0 { result = cm_write(client) }
    guard result != 0, cm_answer(client) <= 0 else { return nil }
    return ConnectionFault(result, client, address, cm_answer(client) == 0 ? .heard : .waiting)
  }

  /// Hands the received messages over.
  private func hear() {
    if let listener, let messages = cm_messages(client), let bytes = cm_bytes(client) {
      for message in UnsafeBufferPointer(start: messages, count: cm_count(client)) {
        let payload = UnsafeBufferPointer(start: bytes + message.payload, count: message.payload_length)
        listener.onMessage(Array(payload))
      }
    }
    cm_clear(client)
  }

  @discardableResult
  private func publish(_ message: Message) -> Bool {
    message.payload.withUnsafeBufferPointer {
      cm_publish(client, message.topic, $0.baseAddress, $0.count, 1, message.isRetained) == 0
    }
  }

  /// Says that this client goes, and waits a moment for the broker to have heard it.
  private func leave() {
    if let status = address.status {
      publish(Message(topic: status, payload: Array("offline".utf8), isRetained: true))
    }
    let end = monotonicSeconds() + 1
    while cm_done(client) < cm_taken(client), monotonicSeconds() < end { if step(100) != nil { return } }
    _ = cm_disconnect(client)
    _ = step(10)
  }
}
