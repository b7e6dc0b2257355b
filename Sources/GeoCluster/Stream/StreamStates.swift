public import Geo
package import GeoDelivery
import GeoFeeds
import GeoHost
import GeoLua
public import GeoStore

/// The states that workers with `--state nats` keep in streams, as commands read them.
///
/// A command never writes a state: it asks the worker of the partition, by a message of the stream.
///
/// - Source: SC-47.
public struct StreamStates {
  private let client: NATSClient
  private let streams: StateStreams
  /// How many partitions there are.
  public let partitions: Int
  private let grouping: Grouping?

  /// How often to read a state anew whose pieces a worker removes meanwhile.
  private static let tries = 5

  /// Whether a word after `--state` is the address of a stream.
  public static func isAddress(_ word: String) -> Bool { word.hasPrefix("nats://") }

  /// - Parameter word: the address of the stream, as its workers have it.
  /// - Errors: ``GeoError`` `usage` for an invalid address, `unavailable` without a server, `noInput` if it keeps no states.
  public init(_ word: String) throws(GeoError) {
    let address = try NATSAddress(try SourceAddress(word))
    client = try NATSClient(address)
    guard let layout = try client.layoutOfStream() else {
      throw GeoError(.noInput, "has no stream \(address.stream)", at: address.name)
    }
    for name in StateStreams.names where try !client.has(name) {
      throw GeoError(
        .noInput, "has no stream \(name), in which workers with --state nats keep their states",
        at: address.name)
    }
    streams = StateStreams(existing: client)
    partitions = layout.partitions
    grouping = layout.groupBy == "device" ? nil : try Grouping(layout.groupBy)
  }

  public var name: String { client.address.name }
  public var stream: String { client.address.stream }

  /// The zones of the workers; nil if they have none.
  package func privacy() throws(GeoError) -> PrivacyZones? { try streams.privacy() }

  /// The partition of a device.
  public func partition(ofDevice name: String) -> Int {
    partition(ofGroup: grouping.map { GroupNaming($0).group(of: name) ?? Grouping.usual } ?? name)
  }

  public func partition(ofGroup name: String) -> Int {
    PartitionSubject.partition(of: PartitionSubject.token(name), among: partitions)
  }

  /// A copy of the state of a partition as of its last commit; nil if nothing was committed yet.
  ///
  /// - Errors: ``GeoError`` `data` if it is damaged or of another stream, `unavailable` if the server does not answer.
  public func copy(of partition: Int) throws(GeoError) -> StateStore? {
    for _ in 1..<StreamStates.tries {
      // Between two answers its worker may have stored a new image and removed the old one.
      do throws(GeoError) { return try read(partition) } catch {
        guard error.code == .data else { throw error }
      }
    }
    return try read(partition)
  }

  private func read(_ partition: Int) throws(GeoError) -> StateStore? {
    guard let last = try streams.out.last(of: StateStreams.commits(of: partition)) else { return nil }
    let record = try StateStreams.named(last.number, in: streams.out) { () throws(GeoError) in
      try CommitRecord(message: last.bytes)
    }
    guard record.stream == stream else {
      throw GeoError(
        .data, "the states are those of the stream \(record.stream): write ?stream=\(record.stream)", at: name
      )
    }
    guard record.state > 0 else { return nil }
    let assembly = try streams.assembly(of: partition, from: record.state)
    let store = try StateStore(
      inMemory: "partition \(partition) of \(stream) at \(name)", image: assembly.image ?? [],
      changes: assembly.changes, quarantine: { _, _ in }, zones: { try? ZoneInfo.rules($0) })
    // Its next owner takes this over.
    if let note = try streams.snapshots.last(of: StateStreams.hung(partition)) {
      try store.takeQuarantine(note.bytes)
    }
    return store
  }

  /// Asks the worker of a partition to change alerts; it follows when it reads that.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the stream does not take it.
  public func ask(_ partition: Int, _ kind: StateRequest.Kind, _ content: JSONValue) throws(GeoError) {
    try ask(partition, .alerts(kind, content))
  }

  /// Asks the worker of a partition to forget something.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the stream does not take it.
  public func ask(_ partition: Int, toForget request: ForgetRequest) throws(GeoError) {
    try ask(partition, .forget(request))
  }

  private func ask(_ partition: Int, _ request: StreamRequest) throws(GeoError) {
    let fixes = NATSLog(client, existing: stream)
    _ = try fixes.append(Array(request.line.utf8), to: PartitionSubject.request(partition))
  }
}
