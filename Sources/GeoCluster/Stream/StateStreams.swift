import Geo
import GeoDelivery
import GeoFeeds
import GeoHost
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

  /// Makes the streams if they are missing.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server refuses, or takes small messages only.
  init(_ client: NATSClient) throws(GeoError) {
    guard client.mostBytes >= StatePiece.leastPayload else {
      throw GeoError(
        .unavailable,
        "the server takes messages of at most \(grouped(client.mostBytes)) bytes (expected \(grouped(StatePiece.leastPayload))): "
          + "write max_payload: 1MB in its configuration", at: client.address.name)
    }
    out = try NATSLog(client, name: StateStreams.names[0], subjects: ["out.*", "part.*"])
    snapshots = try StateStreams.snapshots(client)
  }

  /// The streams of a server that has them already.
  init(existing client: NATSClient) {
    out = NATSLog(client, existing: StateStreams.names[0])
    snapshots = NATSLog(client, existing: StateStreams.names[1])
  }

  private static func snapshots(_ client: NATSClient) throws(GeoError) -> NATSLog {
    try NATSLog(client, name: names[1], subjects: ["snap.>", "hung.*"])
  }

  // MARK: Reading

  static func commits(of partition: Int) -> String { "out.\(partition)" }
  static func pieces(of partition: Int) -> String { "snap.\(partition)" }

  /// The image of a partition's state and the changes since then, from the newest piece on.
  ///
  /// - Errors: ``GeoError`` `data` if a message of it is missing or damaged, `unavailable` if the server does not answer.
  func assembly(of partition: Int, from head: UInt64) throws(GeoError) -> StateAssembly {
    var assembly = StateAssembly(partition: partition)
    var next: UInt64? = head
    while let number = next {
      guard let message = try snapshots.message(number) else {
        throw GeoError(
          .data,
          "message \(number), a part of the state of partition \(partition), is missing: \(StateStore.streamAdvice)",
          at: snapshots.name)
      }
      next = try StateStreams.named(number, in: snapshots) { () throws(GeoError) in
        try assembly.add(try StatePiece(message.bytes))
      }
    }
    return assembly
  }

  /// Reads a message; an error names it.
  static func named<Result>(
    _ number: UInt64, in log: NATSLog, _ read: () throws(GeoError) -> Result
  ) throws(GeoError) -> Result {
    do throws(GeoError) { return try read() } catch {
      throw GeoError(
        error.code, "message \(number) \(error.message): \(StateStore.streamAdvice)", at: log.name)
    }
  }

  // MARK: Privacy zones

  /// The subject of the zones, beside the states.
  private static let zones = "snap.privacy"

  /// Keeps the zones of the workers for `geoscript state show`, or notes that there are none.
  func keep(_ privacy: PrivacyZones?) throws(GeoError) {
    let bytes = privacy.map { Array($0.text.utf8) } ?? []
    let last = try snapshots.last(of: StateStreams.zones)
    guard bytes != last?.bytes ?? [] else { return }
    let number = try snapshots.append(bytes, to: StateStreams.zones)
    // A server of 2.9 takes «before 1» for «all».
    if last != nil { snapshots.purge(StateStreams.zones, before: number) }
  }

  /// The zones of the workers; nil if they have none.
  func privacy() throws(GeoError) -> PrivacyZones? {
    guard let bytes = try snapshots.last(of: StateStreams.zones)?.bytes, !bytes.isEmpty else { return nil }
    let folder = try TemporaryFolder.make()
    defer { TemporaryFolder.remove(folder) }
    try AtomicFile.write(bytes, to: "\(folder)/zones.geojson")
    return try PrivacyZones(files: ["\(folder)/zones.geojson"])
  }

  // MARK: Devices that have hung a worker

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
