import Geo
import GeoFeeds

/// Reads the stream for the partitions of a worker, and keeps what has come until a partition takes it.
///
/// One reader of the whole stream serves all partitions. A second one brings those up that are behind it, such as those of a
/// worker that was killed. With many workers, each partition has its own reader: most of what a worker would read is of
/// others then.
///
/// Owner: the loop, on its thread.
///
/// - Source: SC-45.
final class StreamFeed {
  /// A reader and the partitions that it serves.
  private final class Source {
    let reader: any FeedReader
    /// Up to this message its members have got everything.
    var sequence: UInt64
    var members: Set<Int>

    init(_ reader: any FeedReader, after sequence: UInt64, _ members: Set<Int>) {
      (self.reader, self.sequence, self.members) = (reader, sequence, members)
    }
  }

  /// The messages of a partition that have come.
  private struct Queue {
    /// The last message that needs no reading any more.
    var last: UInt64
    private var newer: [NATSMessage] = []
    /// The older ones, the oldest at the end.
    private var older: [NATSMessage] = []

    init(last: UInt64) { self.last = last }

    var count: Int { newer.count + older.count }
    var bytes: Int { (newer + older).reduce(0) { $0 + $1.bytes.count } }

    var first: NATSMessage? { older.last ?? newer.first }

    mutating func append(_ message: NATSMessage) {
      newer.append(message)
      last = message.sequence
    }

    mutating func removeFirst() -> NATSMessage? {
      if older.isEmpty {
        older = newer.reversed()
        newer.removeAll(keepingCapacity: true)
      }
      return older.popLast()
    }
  }

  private let partitions: Int
  private let workers: () -> Int
  private let open: (_ partition: Int?, _ sequence: UInt64) -> (any FeedReader)?
  private var queues: [Int: Queue] = [:]
  /// Those that no reader serves yet.
  private var unplaced: Set<Int> = []
  /// The reader of the whole stream, and the one that brings up others to it.
  private var head: Source?
  private var tail: Source?
  /// The readers of single partitions.
  private var single: [Int: Source] = [:]
  private var isNarrow = false
  private var queued = (count: 0, bytes: 0)

  /// The number of workers from which on each partition has its own reader, and how many fewer end that.
  private static let (manyWorkers, margin) = (8, 2)
  /// The most messages of one pull, and the messages and bytes that may wait here.
  private static let (portion, mostMessages, mostBytes) = (1024, 8192, 32 << 20)

  /// - Parameters:
  ///   - workers: how many workers share the stream.
  ///   - open: Makes a reader of a partition, or of all, that begins with a message; nil if the server gives none now.
  init(
    partitions: Int, workers: @escaping () -> Int,
    open: @escaping (_ partition: Int?, _ sequence: UInt64) -> (any FeedReader)?
  ) {
    (self.partitions, self.workers, self.open) = (partitions, workers, open)
  }

  // MARK: Partitions

  /// Begins to read a partition with the message after a number.
  func add(_ partition: Int, after sequence: UInt64) {
    remove(partition)
    queues[partition] = Queue(last: sequence)
    unplaced.insert(partition)
  }

  func remove(_ partition: Int) {
    guard let queue = queues.removeValue(forKey: partition) else { return }
    queued = (queued.count - queue.count, queued.bytes - queue.bytes)
    unplaced.remove(partition)
    single[partition] = nil
    head?.members.remove(partition)
    tail?.members.remove(partition)
    if head?.members.isEmpty ?? false { (head, tail) = (tail, nil) }
    if tail?.members.isEmpty ?? false { tail = nil }
  }

  func reads(_ partition: Int) -> Bool { queues[partition] != nil }

  /// The next message of a partition that has come; nil if there is none.
  func next(of partition: Int) -> NATSMessage? {
    guard let message = queues[partition]?.removeFirst() else { return nil }
    queued = (queued.count - 1, queued.bytes - message.bytes.count)
    return message
  }

  /// When the server stored the oldest message of a partition that has come and was not taken; nil if there is none.
  func oldestTime(of partition: Int) -> TimeInterval? { queues[partition]?.first?.time }

  /// About how many messages of a partition wait, here and on the server. A reader of the whole stream does not know of
  /// which partition the messages are that it has not read yet.
  func waitingCount(of partition: Int) -> Int {
    guard let queue = queues[partition] else { return 0 }
    if let own = single[partition] { return queue.count + own.reader.waitingCount }
    let source = [head, tail].compactMap(\.self).first { $0.members.contains(partition) }
    return queue.count + ((source?.reader.waitingCount ?? 0) + partitions - 1) / partitions
  }

  // MARK: Reading

  /// Takes what has come; returns how many messages that were.
  func pull() -> Int {
    place()
    var count = 0
    if let tail { count += pull(tail, to: head?.sequence ?? .max) }
    if let head { count += pull(head) }
    for source in single.values { count += pull(source) }
    if let tail, let head, tail.sequence >= head.sequence {
      head.members.formUnion(tail.members)
      self.tail = nil
    }
    return count
  }

  private func pull(_ source: Source, to end: UInt64 = .max) -> Int {
    guard queued.count < StreamFeed.mostMessages, queued.bytes < StreamFeed.mostBytes, source.sequence < end
    else { return 0 }
    let pull = source.reader.pull(most: StreamFeed.portion, { source.members.contains($0) }) { message in
      // Another reader may have brought it.
      guard let last = queues[message.partition]?.last, message.sequence > last else { return }
      queues[message.partition]?.append(message)
      queued = (queued.count + 1, queued.bytes + message.bytes.count)
    }
    source.sequence = max(source.sequence, pull.sequence)
    if pull.hasEnded { close(source) }
    return pull.count
  }

  /// Ends a reader; its partitions get another one, which begins where this has come to.
  private func close(_ source: Source) {
    for member in source.members {
      if let last = queues[member]?.last { queues[member]?.last = max(last, source.sequence) }
      single[member] = nil
    }
    unplaced.formUnion(source.members)
    if tail === source { tail = nil }
    if head === source { (head, tail) = (tail, nil) }
  }

  /// Gives a reader to those that have none, one at a time: a server may take seconds for it.
  private func place() {
    let isNarrow = workers() >= StreamFeed.manyWorkers - (isNarrow ? StreamFeed.margin : 0)
    if isNarrow != self.isNarrow {
      self.isNarrow = isNarrow
      for source in isNarrow ? [head, tail].compactMap(\.self) : Array(single.values) { close(source) }
    }
    for partition in unplaced {
      guard !isNarrow, let last = queues[partition]?.last else { continue }
      let source = [head, tail].compactMap(\.self).first { $0.sequence <= last }
      guard let source else { continue }
      source.members.insert(partition)
      unplaced.remove(partition)
    }
    guard let first = unplaced.min(by: { (queues[$0]?.last ?? 0) < (queues[$1]?.last ?? 0) }),
      let last = queues[first]?.last, let reader = open(isNarrow ? first : nil, last + 1)
    else { return }
    guard !isNarrow else {
      single[first] = Source(reader, after: last, [first])
      unplaced.remove(first)
      return
    }
    // Those that the second one served get some messages again.
    let source = Source(reader, after: last, unplaced.union(tail?.members ?? []))
    if head == nil { head = source } else { tail = source }
    unplaced = []
  }
}

/// What a feed reads from.
protocol FeedReader: AnyObject {
  /// How many messages are behind those that it has given.
  var waitingCount: Int { get }
  /// Takes the messages that are there.
  func pull(most: Int, _ isWanted: (Int) -> Bool, _ body: (NATSMessage) -> Void) -> NATSReader.Pull
}

extension NATSReader: FeedReader {}
