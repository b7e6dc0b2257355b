import Geo
import Testing

@testable import GeoStore

/// Messages with parts of a state (SC-35).
@Suite struct StatePieceTests {
  private let piece = StatePiece(.changes, of: 63, after: 1 << 40, 1, of: 3, Array(0...255))

  @Test func aMessageIsReadBack() throws {
    #expect(try StatePiece(piece.message) == piece)
    let empty = StatePiece(.image, of: 0, after: 0, 0, of: 1, [])
    #expect(try StatePiece(empty.message) == empty)
  }

  /// CRC-32 finds each change of up to 32 bits in a row (RFC 1952; Koopman, 2002).
  @Test func eachDamagedByteIsFound() {
    let message = piece.message
    for place in message.indices {
      var damaged = message
      damaged[place] ^= 0x10
      #expect(throws: GeoError.self, "byte \(place)") { try StatePiece(damaged) }
    }
    for count in 0..<message.count {
      #expect(throws: GeoError.self, "\(count) bytes") { try StatePiece(Array(message[..<count])) }
    }
  }

  /// The checksum is that of Python's zlib.crc32, over the bytes after it.
  @Test func theMessageIsThatOfTheRuling() {
    let message = StatePiece(.image, of: 5, after: 7, 0, of: 1, Array("geo".utf8)).message
    #expect(Array(message[..<4]) == Array("GSP1".utf8))
    #expect(message[4..<12].reversed().reduce(0) { $0 << 8 | UInt64($1) } == 0x2386_85e2)
    #expect(
      Array(message[12...]) == [1, 5] + zeros(7) + [7] + zeros(7) + zeros(8) + [1] + zeros(7)
        + Array("geo".utf8))
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func contentIsCutAt512KiB() {
    #expect(StatePiece.parts(of: []) == [[]])
    let bytes = [UInt8](repeating: 7, count: 2 * (512 << 10) + 1)
    #expect(StatePiece.parts(of: bytes).map(\.count) == [512 << 10, 512 << 10, 1])
    #expect(StatePiece.parts(of: Array(bytes[..<(512 << 10)])).count == 1)
  }

  // MARK: Assembly

  /// An image of two pieces, changes of one, changes of two; by the numbers of their messages.
  private let chain: [UInt64: StatePiece] = [
    10: StatePiece(.image, of: 5, after: 0, 0, of: 2, [1]),
    12: StatePiece(.image, of: 5, after: 10, 1, of: 2, [2]),
    15: StatePiece(.changes, of: 5, after: 12, 0, of: 1, [3]),
    16: StatePiece(.changes, of: 5, after: 15, 0, of: 2, [4]),
    19: StatePiece(.changes, of: 5, after: 16, 1, of: 2, [5]),
  ]

  private func assembled(_ chain: [UInt64: StatePiece], from head: UInt64) throws -> StateAssembly {
    var assembly = StateAssembly(partition: 5)
    var next: UInt64? = head
    while let number = next { next = try assembly.add(try #require(chain[number])) }
    return assembly
  }

  @Test func aStateIsPutTogetherFromItsNewestPiece() throws {
    let all = try assembled(chain, from: 19)
    #expect(all.image == [1, 2] && all.changes == [[3], [4, 5]])
    let first = try assembled(chain, from: 12)
    #expect(first.image == [1, 2] && first.changes.isEmpty)
  }

  @Test(arguments: [10, 16] as [UInt64])
  func aPartAloneIsRefused(_ head: UInt64) {
    #expect(throws: GeoError.self) { try assembled(chain, from: head) }
  }

  @Test func whatDoesNotBelongThereIsRefused() throws {
    for wrong in [
      StatePiece(.changes, of: 4, after: 12, 0, of: 1, [3]),
      StatePiece(.changes, of: 5, after: 0, 0, of: 1, [3]),
      StatePiece(.changes, of: 5, after: 10, 0, of: 1, [3]),
      StatePiece(.image, of: 5, after: 12, 0, of: 2, [3]),
    ] {
      var damaged = chain
      damaged[15] = wrong
      #expect(throws: GeoError.self) { try assembled(damaged, from: 19) }
    }
  }
}
