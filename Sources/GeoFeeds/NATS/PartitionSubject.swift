/// The subjects of a stream of fixes, and which partition a group belongs to.
///
/// - Source: SC-11.
public enum PartitionSubject {
  /// What a stream of fixes holds.
  ///
  /// A server of 2.9 gives a consumer one filter, which must be within one subject of the stream.
  public static let all = ["p.*.>"]

  /// All messages of a stream of fixes, whatever else it holds: a server of 2.9 begins such a reader at once. With another
  /// filter it first counts the messages by their subjects, of which each device has one.
  static let everything = ">"

  /// All messages of a partition.
  public static func all(of partition: Int) -> String { "p.\(partition).>" }

  /// The subject of messages that only tell the time.
  public static func tick(_ partition: Int) -> String { "p.\(partition).tick" }

  /// The subject of messages that take a version of script and fences into force.
  public static func control(_ partition: Int) -> String { "p.\(partition).control" }

  /// The subject of what commands ask of a partition's worker.
  public static func request(_ partition: Int) -> String { "p.\(partition).request" }

  /// The subject of a device's fixes.
  public static func fix(group: String, device: String, partitions: Int) -> String {
    let group = token(group)
    return "p.\(partition(of: group, among: partitions)).fix.\(group).\(token(device))"
  }

  /// The partition of a group, by its token in subjects.
  ///
  /// - Source: nats-server 2.9, server/subject_transform.go, `getHashPartition`: FNV-1a of 32 bits, modulo the number.
  public static func partition(of token: String, among count: Int) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in token.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(count))
  }

  /// A name as one token of a subject: percent-encoded outside of letters, digits, `-` and `_`.
  public static func token(_ name: String) -> String {
    guard !name.isEmpty else { return "%" }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
    default: false
    }
  }
}
