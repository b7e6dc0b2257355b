import Geo
import GeoFeeds
import GeoStore

/// The streams in which workers keep the states of their partitions: `--state nats`.
///
/// - Source: SC-34.
struct StateStreams {
  /// The commits of each partition, with its alerts.
  let out: NATSLog
  /// Images of the states, and what each commit has changed.
  let snapshots: NATSLog

  static let names = ["OUT", "SNAPSHOTS"]
  /// The least that a server must take in a message: a piece, or lines of alerts, with what is around it.
  static let leastPayload = 1 << 20

  /// Makes the streams if they are missing.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server refuses, or takes small messages only.
  init(_ client: NATSClient) throws(GeoError) {
    guard client.mostBytes >= StateStreams.leastPayload else {
      throw GeoError(
        .unavailable,
        "the server takes messages of at most \(grouped(client.mostBytes)) bytes (expected \(grouped(StateStreams.leastPayload))): "
          + "write max_payload: 1MB in its configuration", at: client.address.name)
    }
    out = try NATSLog(client, name: StateStreams.names[0], subjects: ["out.*", "part.*"])
    snapshots = try StateStreams.snapshots(client)
  }

  private static func snapshots(_ client: NATSClient) throws(GeoError) -> NATSLog {
    try NATSLog(client, name: names[1], subjects: ["snap.>", "hung.*"])
  }

  /// Notes a device whose script has hung this worker: the next owner of its partition leaves it alone.
  ///
  /// The process is about to end, and its connection may be in use, so this has its own.
  ///
  /// - Source: SC-39.
  static func quarantine(_ name: String, isGroup: Bool, partition: Int, _ address: NATSAddress) {
    guard let client = try? NATSClient(address, patience: 1), let log = try? snapshots(client) else { return }
    let subject = hung(partition)
    let earlier = (try? log.last(of: subject))?.bytes ?? []
    let line = StateStore.quarantineLine(of: name, isGroup: isGroup)
    _ = try? log.append(earlier + Array(line.utf8), to: subject)
  }

  /// The subject of devices whose script has hung a worker, since the last commit of their partition.
  static func hung(_ partition: Int) -> String { "hung.\(partition)" }

  var isConnected: Bool { out.client.isConnected }
}

/// Where a worker keeps the states of its partitions.
enum StateHome {
  /// A directory with one for each partition.
  case folder(String)
  case streams(StateStreams)

  /// What to do about a state that does not follow its stream.
  var advice: String {
    switch self {
    case .folder: "begin with another --state directory"
    case .streams: "remove the streams OUT and SNAPSHOTS to begin again"
    }
  }
}
