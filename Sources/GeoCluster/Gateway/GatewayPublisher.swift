import Geo
import GeoFeeds
import GeoFormats
import GeoHost

/// Turns batches of events into messages of a stream, and acknowledges each batch once the stream has its messages.
///
/// One message holds the events of one device in one batch, as lines of the event log. A device never has two
/// messages on their way, so that a message that fails cannot be overtaken.
///
/// Owner: the gateway, on its own thread.
final class GatewayPublisher {
  /// What was done so far.
  struct Counts: Sendable {
    var events = 0
    var messages = 0
    var bytes = 0
    /// Events whose senders were told to send them again.
    var refused = 0
  }

  private let client: NATSClient
  private let directory: DeviceDirectory
  private let writer: EventLogWriter
  /// Says the groups of devices; nil if each is its own.
  private let groups: GroupNaming?
  private var subjects: [DeviceID: String] = [:]
  private var open: [LiveBatch] = []
  private var onTheirWay: Set<DeviceID> = []
  /// A device of which the stream has just got a message.
  private var lastDevice: DeviceID?
  private var isGood = true
  private(set) var counts = Counts()
  /// The server's clock, as the messages tell it.
  let clock = ServerClock()
  /// When the clock may be asked for again, on the monotonic clock, and the pause after that.
  private var nextLook = -Double.infinity
  private static let pause = 60.0
  /// Why the last batches were refused; nil if they were accepted.
  private(set) var fault: String?

  /// The most bytes of a message: half of what a server takes by default.
  static let messageLimit = 512 << 10

  init(_ client: NATSClient, _ directory: DeviceDirectory, groups: Grouping?) {
    (self.client, self.directory, writer) = (client, directory, EventLogWriter(directory: directory))
    self.groups = groups.map { GroupNaming($0) }
  }

  private func subject(of device: DeviceID) -> String {
    if let known = subjects[device] { return known }
    let name = directory.name(of: device)
    let group = groups.map { $0.group(of: name) ?? Grouping.usual } ?? name
    let made = PartitionSubject.fix(group: group, device: name, partitions: client.address.partitions)
    subjects[device] = made
    return made
  }

  /// Publishes batches and waits until each is acknowledged or refused.
  func publish(_ batches: [LiveBatch]) {
    guard !batches.isEmpty else { return }
    guard client.isConnected else { return refuse(batches, "there is no connection to the server") }
    let begin = monotonicSeconds()
    var last: UInt64?
    if begin >= nextLook {
      // Also after an error: a user who may not ask would wait for the answer each time.
      nextLook = begin + GatewayPublisher.pause
      last = try? client.describeStream().last
    }
    defer { if let last { readClock(since: begin, after: last) } }
    for (index, batch) in batches.enumerated() {
      var devices: [DeviceID] = []
      var events: [DeviceID: [DeviceEvent]] = [:]
      for event in batch.events {
        if events[event.device] == nil { devices.append(event.device) }
        events[event.device, default: []].append(event)
      }
      // After a refusal the senders begin again: what follows must not overtake what they send once more.
      if devices.contains(where: onTheirWay.contains), !complete() {
        return refuse(Array(batches[index...]), fault ?? "the stream did not take an earlier message")
      }
      open.append(batch)
      for device in devices { send(events[device] ?? [], of: device) }
    }
    complete()
  }

  /// Asks from time to time when the server has stored what was published after a moment.
  ///
  /// - Parameter last: the stream's last message at that moment.
  private func readClock(since begin: Double, after last: UInt64) {
    guard fault == nil, let device = lastDevice else { return }
    let log = NATSLog(client, existing: client.address.stream)
    // What was sent again has an older message. One of another gateway is as good.
    guard let message = try? log.last(of: subject(of: device)), message.number > last else { return }
    clock.answered(message.time, sent: begin, at: monotonicSeconds())
  }

  /// Sends the events of a device, in as many messages as their size needs.
  private func send(_ events: [DeviceEvent], of device: DeviceID) {
    let subject = subject(of: device)
    writer.removeAll()
    for event in events {
      var event = event
      // The time of arrival is the stream's, so that a message that is sent again is the same.
      event.time = event.timestamp
      writer.append(event)
      if writer.bytes.count > GatewayPublisher.messageLimit / 2 { flush(to: subject, of: device) }
    }
    flush(to: subject, of: device)
  }

  private func flush(to subject: String, of device: DeviceID) {
    guard !writer.isEmpty else { return }
    defer { writer.removeAll() }
    if onTheirWay.contains(device), let words = client.complete() { fail(words) }
    // The whole batch will be refused: what is left of it would only overtake what comes again.
    guard isGood else { return }
    onTheirWay.insert(device)
    var place = FNV1a()
    place.combine(subject)
    var content = FNV1a()
    writer.bytes.withMemoryRebound(to: UInt8.self) { content.combine($0) }
    let id = String(place.value, radix: 36) + String(content.value, radix: 36)
    counts.messages += 1
    counts.bytes += writer.bytes.count
    if !client.publish(writer.bytes, to: subject, id: id) { fail(client.words) }
  }

  private func fail(_ words: String) {
    if isGood { fault = words }
    isGood = false
  }

  /// Waits for the stream, and answers the open batches; returns whether it has taken them.
  @discardableResult
  private func complete() -> Bool {
    guard !open.isEmpty else { return true }
    if let words = client.complete() { fail(words) }
    if isGood { fault = nil }
    let count = open.reduce(0) { $0 + $1.events.count }
    if isGood { counts.events += count } else { counts.refused += count }
    for batch in open { batch.acknowledge?(isGood ? .accepted : .refused) }
    open = []
    lastDevice = onTheirWay.first
    onTheirWay = []
    defer { isGood = true }
    return isGood
  }

  private func refuse(_ batches: [LiveBatch], _ words: String) {
    fault = words
    for batch in batches {
      counts.refused += batch.events.count
      batch.acknowledge?(.refused)
    }
  }
}
