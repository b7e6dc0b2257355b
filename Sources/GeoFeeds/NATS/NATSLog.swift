import CNats
public import Geo
import Glibc

/// A stream of which single messages are stored and read, by number or subject.
///
/// Owner: the thread of its client. Each call waits for the server's answer.
public struct NATSLog {
  public let name: String
  public let client: NATSClient

  /// A message and its number in the stream.
  public struct Message {
    public var number: UInt64
    public var bytes: [UInt8]
    /// When the server stored it, in seconds since 1970.
    public var time: TimeInterval
  }

  /// Milliseconds within which a message must be stored.
  private static let patience: Int64 = 2000

  /// Makes the stream if it is missing.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server refuses.
  public init(_ client: NATSClient, name: String, subjects: [String]) throws(GeoError) {
    (self.name, self.client) = (name, client)
    try client.makeStream(name, subjects)
  }

  /// A stream that is there.
  public init(_ client: NATSClient, existing name: String) { (self.name, self.client) = (name, client) }

  /// Stores a message; returns its number.
  ///
  /// - Parameter last: the number that the last message of the subject must have, 0 for none; nil if it does not matter.
  /// - Errors: ``GeoError`` `cannotCreate` if somebody has written to the subject since then; `unavailable` if the stream is
  ///   full, or the server does not answer: then the message may still be stored.
  public func append(_ bytes: [UInt8], to subject: String, after last: UInt64? = nil) throws(GeoError)
    -> UInt64
  {
    var number: UInt64 = 0
    let outcome = bytes.withUnsafeBytes { bytes in
      var expected = last ?? 0
      return withUnsafePointer(to: &expected) {
        cn_store(
          client.handle, subject, bytes.baseAddress, bytes.count, last == nil ? nil : $0, NATSLog.patience,
          &number)
      }
    }
    switch outcome {
    case cn_stored: return number
    case cn_overtaken:
      throw GeoError(.cannotCreate, "somebody else has written to \(subject)", at: name)
    case cn_full:
      throw GeoError(
        .unavailable,
        "the stream is full (\(client.words)): raise its limits or those of the server, or remove old messages",
        at: name)
    default: throw GeoError(.unavailable, "cannot write to \(subject): \(client.words)", at: name)
    }
  }

  /// The message of a number; nil if the stream does not have it.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not answer.
  public func message(_ number: UInt64) throws(GeoError) -> Message? {
    try fetch("message \(number)") { cn_fetch(client.handle, name, nil, number, &$0) }
  }

  /// The last message of a subject, which may have wildcards.
  ///
  /// - Errors: ``GeoError`` `unavailable` if the server does not answer.
  public func last(of subject: String) throws(GeoError) -> Message? {
    try fetch(subject) { cn_fetch(client.handle, name, subject, 0, &$0) }
  }

  private func fetch(_ what: String, _ read: (inout cn_copy) -> Bool) throws(GeoError) -> Message? {
    var copy = cn_copy()
    guard read(&copy) else {
      throw GeoError(.unavailable, "cannot read \(what): \(client.words)", at: name)
    }
    guard let data = copy.data else { return nil }
    defer { free(data) }
    return Message(
      number: copy.number, bytes: Array(UnsafeRawBufferPointer(start: data, count: copy.length)),
      time: Double(copy.time) * 1e-9)
  }

  /// Removes the messages of a subject before a number; returns whether the server did.
  @discardableResult
  public func purge(_ subject: String, before number: UInt64) -> Bool {
    cn_purge(client.handle, name, subject, number)
  }
}
