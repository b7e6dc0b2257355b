import CMosquitto
public import Geo
public import GeoFormats
import Synchronization

/// The messages that phones send to a broker: `mqtt://` and `mqtts://`.
///
/// - Shapes: messages of OwnTracks from `base/user/device…`, and event JSON from any topic, which then names
///   the device.
/// - Source: MQTT 3.1.1; owntracks.org/booklet/tech/mqtt.
///
/// Sendable by its invariant: its thread and callers access their shared state only with `lock` held, except
/// `isStopped` and `connected`, which are atomic, `client`, of which others only signal the wake descriptor, and `thread`,
/// which belongs to the caller of start and stop.
public final class MQTTSource: LiveSource, @unchecked Sendable {
  public let name: String

  let address: MQTTAddress
  let topics: OwnTracksTopic
  let isStopped = Atomic(false)
  let connected = Atomic(false)
  let lock = Mutex(())
  private var thread: WorkerThread<Void>?
  var reader: MQTTReader
  var client: OpaquePointer?
  var inbox: LiveInbox?
  var outgoing: [OutgoingMessage] = []
  var counts = Counts()
  /// Whether the thread is in a name lookup or connection attempt that it cannot interrupt.
  var isReaching = false
  /// How often each of our own messages is still expected back, by hash: the broker echoes what we publish.
  var echoes: [UInt64: Int] = [:]

  struct Counts {
    var messages = 0
    var bytes = 0
    var retained = 0
    var connections = 0
    var published = 0
    var unpublished = 0
  }

  /// The most messages to queue while there is no broker.
  static let outgoingLimit = 10_000

  /// - Errors: ``GeoError`` `usage` for an invalid address, `noInput` for an unreadable file.
  public init(
    _ address: SourceAddress, directory: DeviceDirectory, options: FeedOptions = FeedOptions()
  ) throws(GeoError) {
    name = address.name
    self.address = try MQTTAddress(address)
    topics = OwnTracksTopic(filter: self.address.filter)
    reader = MQTTReader(address.name, topics, directory, options)
  }

  deinit { cm_free(client) }

  public func start(_ inbox: LiveInbox) throws(GeoError) {
    if let fault = cm_load() {
      throw GeoError(
        .unavailable, "MQTT needs libmosquitto1, which is not installed: \(String(cString: fault))",
        at: name)
    }
    guard let client = cm_new(address.client, address.isClean) else {
      throw GeoError(.unavailable, "out of memory", at: name)
    }
    self.client = client
    self.inbox = inbox
    var result: Int32 = 0
    if let user = address.user { result = cm_log_in(client, user, address.password?.text) }
    if result == 0, let status = address.status { result = cm_set_will(client, status, "offline") }
    if result == 0, address.usesTLS {
      result = cm_use_tls(client, address.authorities, address.certificate, address.key)
    }
    guard result == 0 else {
      throw GeoError(.usage, "cannot be used: \(String(cString: cm_words(client, result)))", at: name)
    }
    thread = WorkerThread { [self] in run() }
  }

  public func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    if let client { cm_ring(client) }
    // Do not wait for a thread that is still connecting: it can no longer reach the inbox.
    if !lock.withLock({ _ in isReaching }) { _ = thread?.hasEnded(within: 2) }
    lock.withLock { _ in inbox = nil }
  }

  public func send(_ message: OutgoingMessage) -> Bool {
    guard let client, !isStopped.load(ordering: .relaxed) else { return false }
    let isTaken = lock.withLock { _ in
      guard message.topic != nil || reader.hasHeard(message.device) else { return false }
      guard outgoing.count < MQTTSource.outgoingLimit else {
        counts.unpublished += 1
        return false
      }
      outgoing.append(message)
      return true
    }
    if isTaken { cm_ring(client) }
    return isTaken
  }

  public var isConnected: Bool { connected.load(ordering: .relaxed) }

  public var skips: SkipCounts { lock.withLock { _ in reader.skips } }

  public var summary: [String] {
    lock.withLock { _ in
      var lines = [
        "\(counts.messages) messages of \(counts.bytes) bytes in "
          + (counts.connections == 1 ? "1 connection" : "\(counts.connections) connections")
      ]
      if counts.retained > 0 { lines.append("retained messages from the broker: \(counts.retained)") }
      if counts.published > 0 { lines.append("\(counts.published) messages published") }
      let rest = counts.unpublished + outgoing.count
      if rest > 0 { lines.append("\(rest) messages not published: no broker was connected") }
      return lines
    }
  }
}
