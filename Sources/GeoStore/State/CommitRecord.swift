public import Geo

/// The first line of a message of stream `OUT`: how far a partition has come, and where its state is.
///
/// The lines after it are the alerts of this commit.
///
/// - Source: SC-34.
public struct CommitRecord: Sendable, Hashable {
  public enum Kind: String, Sendable {
    /// A new owner, which changes nothing.
    case claim
    case commit
  }

  public var kind: Kind
  /// The stream of fixes.
  public var stream: String
  public var partition: Int
  /// The number of the lease under which it was written.
  public var epoch: UInt64
  /// The number of the last message of the stream that was handled.
  public var sequence: UInt64
  /// The number of the newest message of the state in `SNAPSHOTS`; 0 before the first commit.
  public var state: UInt64
  /// The numbers of the messages that hold the alerts before those of this one.
  public var parts: [UInt64] = []

  public init(
    _ kind: Kind, stream: String, partition: Int, epoch: UInt64, sequence: UInt64 = 0, state: UInt64 = 0
  ) {
    (self.kind, self.stream, self.partition) = (kind, stream, partition)
    (self.epoch, self.sequence, self.state) = (epoch, sequence, state)
  }

  /// The line, with its end.
  public var line: String {
    var members: [(name: String, value: JSONValue)] = [
      ("type", .string(kind.rawValue)), ("version", .integer(1)), ("stream", .string(stream)),
      ("partition", .integer(Int64(partition))), ("epoch", .integer(Int64(clamping: epoch))),
      ("sequence", .integer(Int64(clamping: sequence))), ("state", .integer(Int64(clamping: state))),
    ]
    if !parts.isEmpty {
      members.append(("parts", .array(parts.map { .integer(Int64(clamping: $0)) })))
    }
    return JSONValue.object(members).description + "\n"
  }

  /// Reads the first line of a message.
  ///
  /// - Errors: ``GeoError`` `data` for something else, or of a newer version.
  public init(message: [UInt8]) throws(GeoError) {
    let text = String(decoding: message.prefix { $0 != 0x0a }, as: UTF8.self)
    let json = try? JSONParser.parse(text)
    func number(_ name: String) -> UInt64? { json?[name]?.natural }
    guard let kind = json?["type"]?.text.flatMap(Kind.init), let version = number("version"),
      let stream = json?["stream"]?.text, let partition = number("partition"), let epoch = number("epoch"),
      let sequence = number("sequence"), let state = number("state")
    else { throw GeoError(.data, "is not a commit of a worker") }
    guard version == 1 else {
      throw GeoError(.data, "was written by a newer geoscript: use that one")
    }
    self.init(
      kind, stream: stream, partition: Int(clamping: partition), epoch: epoch, sequence: sequence,
      state: state)
    if case .array(let values)? = json?["parts"] { parts = values.compactMap(\.natural) }
  }

  /// Lines as the contents of messages of at most `most` bytes, except for single lines that are longer; the last one
  /// goes with the record.
  public static func parts(of lines: [String], most: Int) -> [String] {
    var parts = [""]
    for line in lines {
      if let last = parts.last, !last.isEmpty, last.utf8.count + line.utf8.count + 1 > most {
        parts.append("")
      }
      parts[parts.count - 1] += line + "\n"
    }
    return parts
  }
}
