import CNats
public import Geo

/// Reads a stream of fixes in order, whole or one partition, without waiting.
///
/// Owner: the thread of its client. After a gap or a lost server it begins again by itself, or ends.
public final class NATSReader {
  /// What ``pull(most:_:_:)`` has done.
  public struct Pull {
    /// How many messages were there, and the number of the last one.
    public var count = 0
    public var sequence: UInt64 = 0
    /// Whether it can read no more; open another one.
    public var hasEnded = false

    public init(count: Int = 0, sequence: UInt64 = 0, hasEnded: Bool = false) {
      (self.count, self.sequence, self.hasEnded) = (count, sequence, hasEnded)
    }
  }

  private let reader: OpaquePointer
  private let client: NATSClient
  /// How many more messages the server had behind the last one.
  private var behind = 0

  /// Seconds between two signs of life of the server. Without them a reader begins again.
  ///
  /// - Source: ruling SC-31; the default of libnats 3.4 takes 19 s.
  public static let heartbeat = 1.0

  /// - Parameters:
  ///   - partition: which messages to read; nil for all.
  ///   - sequence: the first message to read.
  ///   - patience: seconds within which the server must answer.
  /// - Errors: ``GeoError`` `unavailable` if the server refuses.
  public init(
    _ client: NATSClient, partition: Int?, from sequence: UInt64, heartbeat: Double = NATSReader.heartbeat,
    patience: Double = NATSClient.patience
  ) throws(GeoError) {
    let subject = partition.map { PartitionSubject.all(of: $0) } ?? PartitionSubject.everything
    guard
      let reader = cn_read(
        client.handle, client.address.stream, subject, sequence, Int64(heartbeat * 1e9),
        Int64(patience * 1000))
    else {
      let what = partition.map { "partition \($0) of " } ?? ""
      throw client.fault("cannot read \(what)\(client.address.stream)")
    }
    (self.reader, self.client) = (reader, client)
  }

  deinit { cn_close_reader(reader) }

  /// How many messages are behind those that ``pull(most:_:_:)`` has given: here and on the server.
  public var waitingCount: Int { behind + Int(cn_queued(reader)) }

  /// Takes the messages that are there.
  ///
  /// - Parameters:
  ///   - most: how many to take.
  ///   - isWanted: whether a partition's messages are given to `body`.
  public func pull(most: Int, _ isWanted: (Int) -> Bool, _ body: (NATSMessage) -> Void) -> Pull {
    var pull = Pull()
    while pull.count < most {
      var found = cn_message()
      switch cn_next(reader, &found) {
      case cn_nothing: return pull
      case cn_found:
        pull.count += 1
        (pull.sequence, behind) = (found.sequence, Int(clamping: found.waiting))
        if isWanted(Int(found.partition)) { body(NATSMessage(found)) } else { cn_release(found.owner) }
      default:
        pull.hasEnded = true
        return pull
      }
    }
    return pull
  }
}

extension NATSMessage {
  fileprivate convenience init(_ found: cn_message) {
    // `p.5.fix.…`, `p.5.tick`, `p.5.control` or `p.5.request`.
    let kind: Kind =
      switch UInt8(bitPattern: found.kind) {
      case UInt8(ascii: "f"): .events
      case UInt8(ascii: "c"): .control
      case UInt8(ascii: "r"): .request
      default: .other
      }
    self.init(
      partition: Int(found.partition), kind: kind,
      sequence: found.sequence, time: Double(found.time) * 1e-9,
      bytes: UnsafeRawBufferPointer(start: found.data, count: found.length), owner: found.owner,
      mark: found.mark.map { String(cString: $0) })
  }
}
