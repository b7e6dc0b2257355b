import CMosquitto
import Geo
import GeoFormats
import Glibc
import Synchronization

extension MQTTSource {
  /// The approximate number of messages in a batch.
  private static let batchLimit = 1024
  /// Seconds after which a connection counts as steady: no other client has taken it over.
  private static let steadyAfter = 10.0

  /// The body of the thread: listens to the broker, and reconnects after a loss.
  func run() {
    guard let client else { return }
    var backoff = Backoff()
    var isLost = false
    var hasConnected = false
    var quickLosses = 0
    while !isStopped.load(ordering: .relaxed) {
      let begin = monotonicSeconds()
      var isConnected = false
      let fault = listen(client) { session in
        isConnected = true
        connected.store(true, ordering: .relaxed)
        post(
          .note(isLost ? "\(name): is back" : "\(name): listens to \(address.filter) as \(address.client)"))
        if session < address.qos {
          post(.warning("\(name): the broker grants only quality of service \(session), not \(address.qos)"))
        }
        (isLost, hasConnected) = (false, true)
      }
      connected.store(false, ordering: .relaxed)
      guard var fault else { break }
      let isQuick = isConnected && monotonicSeconds() - begin < MQTTSource.steadyAfter
      if isConnected, !isQuick { backoff.reset() }
      quickLosses = isQuick ? quickLosses + 1 : 0
      if fault.isFinal, !hasConnected {
        post(.end(source: name, fault: fault.message))
        break
      }
      if quickLosses == 3 {
        fault.message +=
          " again and again: does another run use the client id '\(address.client)'? (?client=NAME gives each its own)"
      }
      let pause = backoff.pause()
      if !isLost { post(.warning("\(name): \(fault.message); trying again, first in \(Int(pause)) s")) }
      isLost = true
      let end = monotonicSeconds() + pause
      while !isStopped.load(ordering: .relaxed), monotonicSeconds() < end {
        cm_rest(client, Int32(max(1, (end - monotonicSeconds()) * 1000)))
      }
    }
  }

  private func post(_ notice: LiveInbox.Notice) {
    lock.withLock { _ in inbox?.post(notice) }
  }

  /// Listens until the connection is lost and returns the reason; nil when the source stops.
  private func listen(_ client: OpaquePointer, _ onReady: (_ granted: Int) -> Void) -> ConnectionFault? {
    lock.withLock { _ in isReaching = true }
    let result = cm_connect(client, address.host, Int32(address.port), Int32(address.keepAlive))
    lock.withLock { _ in isReaching = false }
    guard result == 0 else { return ConnectionFault(result, client, address, .reaching) }
    defer { cm_hang_up(client) }
    lock.withLock { _ in counts.connections += 1 }
    var stage = Stage.connecting
    var deadline = monotonicSeconds() + address.timeout
    var nextKeep = monotonicSeconds() + 1
    var lastWord = monotonicSeconds()
    var waiting = LiveBatch([])
    while !isStopped.load(ordering: .relaxed) {
      let hasRoom = waiting.events.isEmpty
      let ready = cm_wait(client, hasRoom, hasRoom ? 1000 : 0)
      var result: Int32 = 0
      if hasRoom, ready & Int32(CM_READABLE) != 0 {
        result = cm_read(client, MQTTSource.batchLimit)
        decode(client, &waiting)
      }
      if result == 0, stage == .listening { publish(client) }
      if result == 0 { result = cm_write(client) }
      let now = monotonicSeconds()
      if !waiting.events.isEmpty { deliver(&waiting) }
      if result == 0, now >= nextKeep {
        nextKeep = now + 1
        if hasRoom {
          result = cm_keep(client)
          lastWord = now
        } else if now - lastWord > Double(address.keepAlive) / 2 {
          // The answer to our ping waits behind messages that there is no room for.
          result = cm_say_nothing(client)
          lastWord = now
        }
      }
      if result == 0 { result = advance(client, &stage, &deadline, onReady) ?? 0 }
      let answer = cm_answer(client)
      if answer > 0 { return ConnectionFault(refusal: answer, address) }
      if cm_granted(client) == 128 { return refusedSubscription }
      if result != 0 {
        finish(&waiting)
        return ConnectionFault(result, client, address, answer == 0 ? .heard : .waiting)
      }
      if stage != .listening, now > deadline {
        // A kept session delivers messages before the subscription.
        finish(&waiting)
        return ConnectionFault(late: address)
      }
    }
    leave(client, &waiting)
    finish(&waiting)
    return nil
  }

  enum Stage {
    case connecting, subscribing, listening
  }

  /// Takes the next step that the broker's last answer allows.
  private func advance(
    _ client: OpaquePointer, _ stage: inout Stage, _ deadline: inout Double, _ onReady: (Int) -> Void
  ) -> Int32? {
    switch stage {
    case .connecting where cm_answer(client) == 0:
      stage = .subscribing
      deadline = monotonicSeconds() + address.timeout
      if let status = address.status { _ = publish(client, status, "online", qos: 1, isRetained: true) }
      return cm_subscribe(client, address.filter, Int32(address.qos))
    case .subscribing where (0...2).contains(cm_granted(client)):
      stage = .listening
      onReady(Int(cm_granted(client)))
      return nil
    default: return nil
    }
  }

  private var refusedSubscription: ConnectionFault {
    let who = address.user.map { "user '\($0)'" } ?? "anonymous clients"
    return ConnectionFault(
      "the broker's access rules do not let \(who) subscribe to \(address.filter)", isFinal: true)
  }

  // MARK: Incoming

  /// Turns the received messages into events.
  private func decode(_ client: OpaquePointer, _ batch: inout LiveBatch) {
    let count = cm_count(client)
    guard count > 0, let messages = cm_messages(client), let bytes = cm_bytes(client) else { return }
    lock.withLock { _ in
      guard let inbox else { return }
      let arrival = inbox.now
      batch.events.reserveCapacity(count)
      for message in UnsafeBufferPointer(start: messages, count: count) {
        let topic = UnsafeBufferPointer(start: bytes + message.topic, count: message.topic_length)
        let payload = UnsafeRawBufferPointer(start: bytes + message.payload, count: message.payload_length)
        counts.messages += 1
        counts.bytes += payload.count
        if message.is_retained { counts.retained += 1 }
        if !echoes.isEmpty, isEcho(topic, payload) { continue }
        reader.read(topic: topic, payload: payload, at: arrival, into: &batch.events)
      }
    }
    cm_clear(client)
  }

  /// Puts a batch into the inbox if there is room, and empties it.
  private func deliver(_ batch: inout LiveBatch) {
    let isIn = lock.withLock { _ in inbox?.add(batch, waiting: 0) ?? true }
    if isIn {
      batch = LiveBatch([])
    } else {
      // Not with the lock held: asking for counts must not wait for room.
      usleep(10_000)
    }
  }

  /// Waits briefly for room for messages that we have acknowledged to the broker.
  private func finish(_ batch: inout LiveBatch) {
    let end = monotonicSeconds() + 2
    while !batch.events.isEmpty, monotonicSeconds() < end { deliver(&batch) }
  }

  // MARK: Outgoing

  private func publish(_ client: OpaquePointer) {
    let messages = lock.withLock { _ in
      defer { outgoing = [] }
      return outgoing
    }
    for (index, message) in messages.enumerated() {
      let topic = message.topic ?? topics.commands(to: message.device)
      guard publish(client, topic, message.json, qos: message.qos, isRetained: message.isRetained) else {
        lock.withLock { _ in outgoing = Array(messages[index...]) + outgoing }
        return
      }
      lock.withLock { _ in counts.published += 1 }
    }
  }

  private func publish(
    _ client: OpaquePointer, _ topic: String, _ text: String, qos: Int, isRetained: Bool
  ) -> Bool {
    var (topic, text) = (topic, text)
    let hash = topic.withUTF8 { topic in text.withUTF8 { MQTTSource.hash(topic, $0) } }
    let returns = cm_matches(address.filter, topic)
    // Before sending, because the message may come back at once.
    if returns { lock.withLock { _ in echoes[hash, default: 0] += 1 } }
    let result = text.withUTF8 { cm_publish(client, topic, $0.baseAddress, $0.count, Int32(qos), isRetained) }
    if result != 0, returns { _ = lock.withLock { _ in forget(hash) } }
    // Do not retry forever what no broker accepts, such as a topic with a wildcard.
    return result == 0 || cm_answer(client) == 0 && result != MQTTSource.noConnection
  }

  private static let noConnection: Int32 = 4

  private func isEcho(_ topic: UnsafeBufferPointer<UInt8>, _ payload: UnsafeRawBufferPointer) -> Bool {
    forget(MQTTSource.hash(topic, payload.assumingMemoryBound(to: UInt8.self)))
  }

  @discardableResult
  private func forget(_ hash: UInt64) -> Bool {
    guard let count = echoes[hash] else { return false }
    echoes[hash] = count > 1 ? count - 1 : nil
    return true
  }

  private static func hash(
    _ topic: UnsafeBufferPointer<UInt8>, _ payload: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    var hash = FNV1a()
    hash.combine(topic)
    // The boundary between topic and text is part of the hash.
    hash.combine(UInt64(topic.count))
    hash.combine(payload)
    return hash.value
  }

  /// Closes the connection after the broker has received our messages.
  private func leave(_ client: OpaquePointer, _ batch: inout LiveBatch) {
    guard cm_answer(client) == 0 else { return }
    publish(client)
    if let status = address.status { _ = publish(client, status, "offline", qos: 1, isRetained: true) }
    let end = monotonicSeconds() + 1
    while cm_done(client) < cm_taken(client), monotonicSeconds() < end {
      let ready = cm_wait(client, true, 100)
      let result = ready & Int32(CM_READABLE) == 0 ? 0 : cm_read(client, 1)
      // We have acknowledged these to the broker.
      decode(client, &batch)
      guard result == 0, cm_write(client) == 0 else { return }
    }
    _ = cm_disconnect(client)
    while monotonicSeconds() < end, cm_wait(client, false, 10) & Int32(CM_WRITABLE) != 0 {
      guard cm_write(client) == 0 else { return }
    }
  }
}
