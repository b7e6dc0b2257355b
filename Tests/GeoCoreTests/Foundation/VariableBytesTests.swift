import Testing

@testable import GeoCore

@Suite struct VariableBytesTests {
  /// The examples of Protocol Buffers' «Encoding»: Base 128 varints, and the table of ZigZag.
  private static let varints: [(UInt64, [UInt8])] = [
    (0, [0]), (1, [1]), (150, [0x96, 0x01]), (127, [0x7f]), (128, [0x80, 0x01]),
    (UInt64.max, [UInt8](repeating: 0xff, count: 9) + [1]),
  ]
  private static let zigzags: [(Int, UInt64)] = [
    (0, 0), (-1, 1), (1, 2), (-2, 3), (0x7fff_ffff, 0xffff_fffe), (-0x8000_0000, 0xffff_ffff),
  ]

  @Test(arguments: varints)
  func numbers(_ value: UInt64, _ expected: [UInt8]) {
    var bytes = VariableBytes()
    bytes.add(value)
    #expect(bytes.bytes == expected)
  }

  @Test(arguments: zigzags)
  func differences(_ value: Int, _ zigzagged: UInt64) {
    var (bytes, expected) = (VariableBytes(), VariableBytes())
    bytes.add(difference: value)
    expected.add(zigzagged)
    #expect(bytes.bytes == expected.bytes)
  }
}
