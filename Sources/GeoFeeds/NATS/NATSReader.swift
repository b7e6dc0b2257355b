import CNats
public import Geo

/// Reads one partition of a stream in order, without waiting.
///
/// Owner: the thread of its client. After a gap or a lost server it begins again by itself, or ends.
public final class NATSReader {
  /// A message; its bytes are valid until the next call of ``next()``.
  public struct Message {
    public enum Kind: Sendable {
      /// Lines of the event log.
      case events
      /// A version that is in force from here on.
      case control
      /// Only the time.
      case other
    }

    public var kind: Kind
    public var bytes: UnsafeRawBufferPointer
    /// Its number in the stream, from 1.
    public var sequence: UInt64
    /// When the server stored it, in seconds since 1970.
    public var time: TimeInterval
    /// How many more messages of the partition the server had then.
    public var waiting: Int
  }

  /// What ``next()`` finds.
  public enum Outcome {
    case message(Message)
    /// No message is there yet.
    case nothing
    /// It cannot read any more; open another one. The words say why.
    case ended(String)
  }

  private let reader: OpaquePointer
  private let client: NATSClient
  /// The bytes of a subject before the kind: `p.5.`.
  private let prefix: Int

  /// Seconds between two signs of life of the server. Without them a reader begins again.
  ///
  /// - Source: ruling SC-31; the default of libnats 3.4 takes 19 s.
  static let heartbeat = 1.0

  /// - Parameter sequence: the first message to read.
  /// - Errors: ``GeoError`` `unavailable` if the server refuses.
  public init(_ client: NATSClient, partition: Int, from sequence: UInt64) throws(GeoError) {
    let subject = PartitionSubject.all(of: partition)
    prefix = subject.utf8.count - 1
    guard
      let reader = cn_read(
        client.handle, client.address.stream, subject, sequence, Int64(NATSReader.heartbeat * 1e9))
    else { throw client.fault("cannot read partition \(partition) of \(client.address.stream)") }
    (self.reader, self.client) = (reader, client)
  }

  deinit { cn_close_reader(reader) }

  /// How many messages have come that ``next()`` has not returned yet.
  public var queuedCount: Int { Int(cn_queued(reader)) }

  public func next() -> Outcome {
    var found = cn_message()
    switch cn_next(reader, &found) {
    case cn_nothing: return .nothing
    case cn_found:
      // `p.5.fix.…`, `p.5.tick` or `p.5.control`.
      let letter = found.subject.map { UInt8(bitPattern: $0[prefix]) }
      let kind: Message.Kind =
        letter == UInt8(ascii: "f") ? .events : letter == UInt8(ascii: "c") ? .control : .other
      return .message(
        Message(
          kind: kind,
          bytes: UnsafeRawBufferPointer(start: found.data, count: found.length),
          sequence: found.sequence, time: Double(found.time) * 1e-9, waiting: Int(found.waiting)))
    default: return .ended(client.words)
    }
  }
}
