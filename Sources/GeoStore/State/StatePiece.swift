import CZlib
public import Geo
import SQLite

/// A message with a part of a state: of an image, or of what one commit has changed.
///
/// Each names the message before it, so that the newest one leads to all that its state is made of.
///
/// - Source: SC-35.
public struct StatePiece: Sendable, Hashable {
  public enum Kind: UInt8, Sendable {
    case image = 1
    case changes = 2
  }

  public var kind: Kind
  public var partition: Int
  /// The number of the message before it in its stream; 0 for the first.
  public var previous: UInt64
  /// Its place among the pieces of its image or commit, and how many there are.
  public var index: Int
  public var count: Int
  public var bytes: [UInt8]

  /// The most bytes of a piece.
  public static let most = 512 << 10
  /// The least that a server must take in a message: a piece, or lines of alerts, with what is around it.
  public static let leastPayload = 1 << 20
  /// `GSP1` in ASCII, and the bytes before the content.
  private static let mark: [UInt8] = [0x47, 0x53, 0x50, 0x31]
  private static let headLength = 4 + 8 + 1 + 4 * 8

  public init(
    _ kind: Kind, of partition: Int, after previous: UInt64, _ index: Int, of count: Int, _ bytes: [UInt8]
  ) {
    (self.kind, self.partition, self.previous) = (kind, partition, previous)
    (self.index, self.count, self.bytes) = (index, count, bytes)
  }

  /// The mark, a checksum of everything after it, the numbers, the content.
  public var message: [UInt8] {
    var rest = ByteWriter(capacity: StatePiece.headLength)
    rest.write(kind.rawValue)
    for number in [UInt64(partition), previous, UInt64(index), UInt64(count)] { rest.write(number) }
    let covered = rest.bytes + bytes
    var head = ByteWriter(capacity: 8)
    head.write(StatePiece.checksum(covered[...]))
    return StatePiece.mark + head.bytes + covered
  }

  /// - Errors: ``GeoError`` `data` for other bytes than those of ``message``.
  public init(_ message: [UInt8]) throws(GeoError) {
    func number(at place: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(message[place + $1]) << (8 * $1) }
    }
    guard message.count >= StatePiece.headLength, message.starts(with: StatePiece.mark),
      number(at: 4) == StatePiece.checksum(message[12...]), let kind = Kind(rawValue: message[12]),
      let partition = Int(exactly: number(at: 13)), let index = Int(exactly: number(at: 29)),
      let count = Int(exactly: number(at: 37)), index < count
    else { throw GeoError(.data, "is damaged") }
    self.init(
      kind, of: partition, after: number(at: 21), index, of: count, Array(message[StatePiece.headLength...]))
  }

  /// - Source: CRC-32 of zlib.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { UInt64(crc32(0, $0.baseAddress, UInt32($0.count))) }
  }

  /// Content as the contents of pieces; one even if it is empty.
  public static func parts(of bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > most else { return [bytes] }
    return stride(from: 0, to: bytes.count, by: most).map { Array(bytes[$0..<min($0 + most, bytes.count)]) }
  }
}

/// Puts the pieces of a state together, from the newest to the oldest.
public struct StateAssembly {
  /// The image; nil until its first piece has come.
  public private(set) var image: [UInt8]?
  /// The changes since the image, the newest first.
  private var newestFirst: [[UInt8]] = []
  /// The pieces of what is being put together, the last first.
  private var open: [StatePiece] = []
  private let partition: Int

  public init(partition: Int) { self.partition = partition }

  /// The changes of each commit since the image, in their order.
  public var changes: [[UInt8]] { newestFirst.reversed() }

  /// Adds the next older piece; returns the number of the message to read next, nil if the state is complete.
  ///
  /// - Errors: ``GeoError`` `data` for one that does not belong there.
  public mutating func add(_ piece: StatePiece) throws(GeoError) -> UInt64? {
    let isNext =
      if let later = open.last {
        piece.kind == later.kind && piece.count == later.count && piece.index == later.index - 1
      } else { piece.index == piece.count - 1 }
    guard isNext, piece.partition == partition else {
      throw GeoError(.data, "is not the part of partition \(partition) that belongs there")
    }
    open.append(piece)
    if piece.index == 0 {
      let whole = open.reversed().reduce(into: [UInt8]()) { $0 += $1.bytes }
      open = []
      if piece.kind == .image {
        image = whole
        return nil
      }
      newestFirst.append(whole)
    }
    guard piece.previous > 0 else { throw GeoError(.data, "leads to no snapshot of partition \(partition)") }
    return piece.previous
  }
}
