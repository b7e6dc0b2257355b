import CNats
public import Geo

/// A message of a stream of fixes, with its bytes as long as it lives.
///
/// Owner: the thread of its client.
public final class NATSMessage {
  public enum Kind: Sendable {
    /// Lines of the event log.
    case events
    /// A version that is in force from here on.
    case control
    /// What a command asks of the worker.
    case request
    /// Only the time.
    case other
  }

  public let partition: Int
  public let kind: Kind
  public let bytes: UnsafeRawBufferPointer
  /// Its number in the stream, from 1.
  public let sequence: UInt64
  /// When the server stored it, in seconds since 1970.
  public let time: TimeInterval
  /// What its sender has written to a tick; nil for other messages.
  public let mark: String?
  private let owner: UnsafeMutableRawPointer?

  /// - Parameter bytes: must live as long as the message, unless `owner` is what holds them.
  init(
    partition: Int, kind: Kind, sequence: UInt64, time: TimeInterval, bytes: UnsafeRawBufferPointer,
    owner: UnsafeMutableRawPointer? = nil, mark: String? = nil
  ) {
    (self.partition, self.kind, self.sequence, self.time) = (partition, kind, sequence, time)
    (self.bytes, self.owner, self.mark) = (bytes, owner, mark)
  }

  /// An empty message.
  package convenience init(partition: Int, sequence: UInt64, kind: Kind = .other, time: TimeInterval = 0) {
    self.init(
      partition: partition, kind: kind, sequence: sequence, time: time,
      bytes: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  deinit { if let owner { cn_release(owner) } }
}
