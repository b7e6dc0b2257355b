extension Sequence<UInt8> {
  /// Whether the bytes begin with the byte order mark of UTF-8, which is three bytes long.
  package var beginsWithMark: Bool { starts(with: [0xef, 0xbb, 0xbf]) }
}
