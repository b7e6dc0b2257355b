import Geo
import GeoFeeds
import GeoHost
import GeoLua
import GeoStore

/// The state of one partition, as its owner keeps it in streams of the server.
///
/// A commit stores what has changed, then a record that names it and holds the alerts. The server takes the record only if
/// nobody has written another one for this partition since the last of this owner, so the record is the commit, the outbox
/// and the fence. What a commit without an answer has become is not asked: its partition is opened again from here.
///
/// Owner: the loop, on its thread.
///
/// - Source: SC-34, SC-35.
final class PartitionLog: CommitLog {
  private let streams: StateStreams
  private let stream: String
  private let partition: Int
  private let epoch: UInt64
  /// The number of the last record.
  private var last: UInt64 = 0
  /// The number of the newest piece of the state.
  private var head: UInt64 = 0
  /// The bytes of the last image, the commits since then, and their bytes.
  private var image = 0
  private var since = (commits: 0, bytes: 0)
  /// The images that this owner has made, and the first piece of one that no commit has named yet.
  private var generation = 0
  private var unnamed: UInt64?
  /// The note of devices that have hung a worker, which the next commit makes part of the state.
  private var hung: UInt64?
  /// When the next commit may be made, unless it is due; on the monotonic clock.
  private(set) var nextCommit = -Double.infinity

  /// A new image is made after as many commits, or when their bytes are as many as those of the last one, and these.
  private static let (mostCommits, leastBytes) = (256, 1 << 20)
  /// Seconds between two commits of a partition that waits.
  private static let pause = 0.1

  /// Makes this worker the owner of a partition: an earlier owner can commit nothing any more.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if a later lease has it, `unavailable` if the server does not answer, `data` if
  ///   what is there cannot be used.
  init(_ streams: StateStreams, stream: String, partition: Int, epoch: UInt64) throws(GeoError) {
    (self.streams, self.stream, self.partition, self.epoch) = (streams, stream, partition, epoch)
    for _ in 0..<10 {
      let found = try streams.out.last(of: subject)
      let earlier = try check(found)
      let claim = CommitRecord(
        .claim, stream: stream, partition: partition, epoch: epoch, sequence: earlier?.sequence ?? 0,
        state: earlier?.state ?? 0)
      do throws(GeoError) {
        last = try streams.out.append(Array(claim.line.utf8), to: subject, after: found?.number ?? 0)
        head = claim.state
        return
      } catch {
        // A commit of the last owner was on its way.
        guard error.code == .cannotCreate else { throw error }
      }
    }
    throw GeoError(.cannotCreate, "other workers write to \(subject)", at: streams.out.name)
  }

  private var subject: String { StateStreams.commits(of: partition) }
  private var pieces: String { StateStreams.pieces(of: partition) }

  /// The last record of the partition; nil for a new one.
  private func check(_ found: NATSLog.Message?) throws(GeoError) -> CommitRecord? {
    guard let found else {
      guard try streams.snapshots.last(of: "\(pieces).>") == nil else {
        throw GeoError(
          .data,
          "has no message of \(subject) any more, so the state of partition \(partition) is lost: \(StateStore.streamAdvice)",
          at: streams.out.name)
      }
      return nil
    }
    let record = try StateStreams.named(found.number, in: streams.out) { () throws(GeoError) in
      try CommitRecord(message: found.bytes)
    }
    guard record.stream == stream, record.partition == partition else {
      throw GeoError(
        .data,
        "message \(found.number) is of partition \(record.partition) of \(record.stream), not \(partition) of \(stream): "
          + "one account of a server keeps the states of one stream", at: streams.out.name)
    }
    guard record.epoch <= epoch else {
      throw GeoError(.cannotCreate, "partition \(partition) has another worker now", at: streams.out.name)
    }
    return record
  }

  // MARK: State

  /// The state as the last commit has left it, without the devices that have hung a worker since then.
  ///
  /// - Errors: ``GeoError`` `data` if a message of it is missing or damaged, `unavailable` if the server does not answer.
  func restore() throws(GeoError) -> StateStore {
    let store = try assemble()
    if let note = try streams.snapshots.last(of: StateStreams.hung(partition)) {
      try store.takeQuarantine(note.bytes)
      hung = note.number
    }
    return store
  }

  private func assemble() throws(GeoError) -> StateStore {
    let name = "partition \(partition) of \(stream)"
    let quarantine: StateStore.Quarantine = { [partition, address = streams.out.client.address] in
      StateStreams.quarantine($0, isGroup: $1, partition: partition, address)
    }
    guard head > 0 else {
      let store = try StateStore(inMemory: name, quarantine: quarantine) { try? ZoneInfo.rules($0) }
      try keepImage(of: store)
      return store
    }
    let assembly = try streams.assembly(of: partition, from: head)
    let found = assembly.image ?? []
    let changes = assembly.changes
    image = found.count
    since = (changes.count, changes.reduce(0) { $0 + $1.count })
    let store = try StateStore(inMemory: name, image: found, changes: changes, quarantine: quarantine) {
      try? ZoneInfo.rules($0)
    }
    if !StateStore.isCurrent(found) { try keepImage(of: store) }
    return store
  }

  /// Stores bytes as pieces after the newest one; returns the numbers of the first and of the last.
  private func keep(
    _ bytes: [UInt8], as kind: StatePiece.Kind, under subject: String
  ) throws(GeoError) -> (first: UInt64, last: UInt64) {
    let parts = StatePiece.parts(of: bytes)
    var numbers: (first: UInt64, last: UInt64)?
    for (index, part) in parts.enumerated() {
      let piece = StatePiece(
        kind, of: partition, after: numbers?.last ?? head, index, of: parts.count, part)
      let number = try streams.snapshots.append(
        piece.message, to: kind == .image ? "\(subject).\(index)" : subject)
      numbers = (numbers?.first ?? number, number)
    }
    return numbers ?? (head, head)
  }

  private func keepImage(of store: StateStore) throws(GeoError) {
    let bytes = try store.image()
    generation += 1
    let kept = try keep(bytes, as: .image, under: "\(pieces).\(epoch).\(generation)")
    // Nothing is before the first image, and a server of 2.9 takes «before 1» for «all».
    unnamed = head > 0 ? kept.first : nil
    head = kept.last
    (image, since) = (bytes.count, (0, 0))
  }

  /// Makes an image if it is time. Without a server the next commit tries again.
  func keepImageIfDue(of store: StateStore) {
    guard
      since.commits >= PartitionLog.mostCommits || since.bytes >= max(image, PartitionLog.leastBytes)
    else { return }
    try? keepImage(of: store)
  }

  // MARK: Commits

  /// Keeps what has changed, and the alerts, up to a position.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if another worker owns the partition; `unavailable` if the server does not answer
  ///   or has no room. The partition is to be opened again then.
  func commit(_ position: StreamPosition, _ alerts: [String], _ changes: [UInt8]) throws(GeoError) {
    let newest = try keep(changes, as: .changes, under: "\(pieces).\(epoch).changes").last
    var record = CommitRecord(
      .commit, stream: stream, partition: partition, epoch: epoch, sequence: position.sequence, state: newest)
    var texts = CommitRecord.parts(of: alerts, most: StatePiece.most)
    let rest = texts.removeLast()
    for text in texts {
      record.parts.append(try streams.out.append(Array(text.utf8), to: "part.\(partition)"))
    }
    last = try streams.out.append(Array((record.line + rest).utf8), to: subject, after: last)
    head = newest
    since = (since.commits + 1, since.bytes + changes.count)
    nextCommit = monotonicSeconds() + PartitionLog.pause
    if let note = hung, streams.snapshots.purge(StateStreams.hung(partition), before: note + 1) { hung = nil }
    if let first = unnamed, streams.snapshots.purge("\(pieces).>", before: first) { unnamed = nil }
  }
}
