import Geo
import GeoCluster
import GeoDelivery
import GeoHost
import GeoLua
import GeoStore

/// Where a command finds states: in a state directory, or in the streams of workers with `--state nats`.
struct StateSource {
  /// A state, and its partition if it is that of a stream.
  struct Part {
    var partition: Int?
    var store: StateStore
  }

  /// The directory or the address.
  let name: String
  /// Nil for a directory.
  let streams: StreamStates?

  init(_ word: String) throws {
    streams = StreamStates.isAddress(word) ? try StreamStates(word) : nil
    name = streams?.name ?? word
  }

  /// Calls `body` with each state, of a stream those that have a device or a group.
  ///
  /// Each state is released before the next is read.
  func each(device: String? = nil, group: String? = nil, _ body: (Part) throws -> Void) throws {
    guard let streams else {
      return try body(Part(store: StateStore(reading: name) { try? ZoneInfo.rules($0) }))
    }
    let one = group.map(streams.partition(ofGroup:)) ?? device.map(streams.partition(ofDevice:))
    for number in one.map({ $0..<($0 + 1) }) ?? 0..<streams.partitions {
      if let store = try streams.copy(of: number) { try body(Part(partition: number, store: store)) }
    }
  }

  /// The states as ``each(device:group:_:)`` has them.
  func all(device: String? = nil, group: String? = nil) throws -> [Part] {
    var found: [Part] = []
    try each(device: device, group: group) { found.append($0) }
    return found
  }

  /// The zones of the last run, or of the workers; nil if they had none.
  func privacy() throws -> PrivacyZones? {
    if let streams { try streams.privacy() } else { try PrivacyZones.kept(in: name) }
  }
}

extension SinkQueue {
  /// Adds what another partition has for the same sink.
  mutating func add(_ other: SinkQueue) {
    counts.merge(other.counts, uniquingKeysWith: +)
    bytes += other.bytes
    isNamed = isNamed || other.isNamed
    if pause.isEmpty { pause = other.pause }
  }
}
