/// Packs files as a zip archive, as PKWARE's APPNOTE 6.3.10 has it; packed by deflate, or only stored.
package func zip(_ files: [(name: String, bytes: [UInt8])], packs: Bool = true) -> [UInt8] {
  func half(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
  func word(_ value: Int) -> [UInt8] { half(value & 0xffff) + half(value >> 16) }
  var archive: [UInt8] = []
  var directory: [UInt8] = []
  for (name, bytes) in files {
    // A gzip is a header of ten bytes, what deflate made, a checksum and a length.
    let whole = gzip(bytes)
    let packed = packs ? Array(whole.dropFirst(10).dropLast(8)) : bytes
    let checksum = Array(whole.suffix(8).prefix(4))
    let common =
      half(20) + half(0) + half(packs ? 8 : 0) + half(0) + half(0) + checksum + word(packed.count)
      + word(bytes.count) + half(name.utf8.count) + half(0)
    directory +=
      word(0x0201_4b50) + half(20) + common + half(0) + half(0) + half(0) + word(0) + word(archive.count)
      + Array(name.utf8)
    archive += word(0x0403_4b50) + common + Array(name.utf8) + packed
  }
  return archive + directory + word(0x0605_4b50) + half(0) + half(0) + half(files.count) + half(files.count)
    + word(directory.count) + word(archive.count) + half(0)
}
