import Geo
import Glibc

/// The place of a file in a zip archive.
///
/// - Source: PKWARE APPNOTE 6.3.10, §4.3.7 local header, §4.3.12 central directory, §4.3.16 its end, §4.3.14 Zip64.
package struct ZipMember {
  var name: String
  /// The first byte of its packed content, and its length.
  var start: Int
  var count: Int
  /// Whether it is stored, not deflated.
  var isStored: Bool
  /// The most bytes to unpack.
  var limit = UInt64.max
  /// What else the archive holds that may be missed: a sentence, or nil.
  var note: String?

  /// Which file of an archive to read.
  package enum Choice {
    /// The only data file.
    case dataFile
    /// The first KML of a KMZ.
    case kml
  }

  static let mark: [UInt8] = [0x50, 0x4b, 3, 4]
  /// The first bytes of an archive without a file.
  static let emptyMark: [UInt8] = [0x50, 0x4b, 5, 6]

  /// Whether an archive begins anywhere in the first bytes of a file: each file is asked, so this is fast.
  static func begins(inside bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var at = 0
      while at + mark.count <= bytes.count,
        let found = memchr(base + at, Int32(mark[0]), bytes.count - at - mark.count + 1)
      {
        if memcmp(found, mark, mark.count) == 0 { return true }
        at = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }

  /// Finds the only data file in an archive, ignoring read-mes, licenses and GeoNames' list of languages.
  ///
  /// - Errors: ``GeoError`` (`data`) for a damaged archive, or one with no or several data files.
  init(_ descriptor: Int32, size: Int, _ choice: Choice, at path: String) throws(GeoError) {
    guard size > 0 else {
      throw GeoError(.data, "is a zip archive, which geoscript reads only from a file", at: path)
    }
    let reader = ZipReader(descriptor: descriptor, size: size, path: path)
    var members = try reader.members()
    if members.isEmpty { throw GeoError(.data, "is an empty zip archive", at: path) }
    if choice == .kml {
      self = try ZipMember.kml(of: members, reader)
      return
    }
    members.removeAll { $0.count == 0 || ZipMember.isBeside($0.name) }
    guard let member = members.first, members.count == 1 else {
      let names = members.map(\.name).prefix(5).joined(separator: ", ")
      throw GeoError(
        .data,
        members.isEmpty
          ? "is a zip archive without a data file"
          : "is a zip archive of \(members.count) files: \(names) (unpack it and name the files to read)",
        at: path)
    }
    self = try reader.located(member)
  }

  fileprivate init(name: String, start: Int, count: Int, isStored: Bool) {
    (self.name, self.start, self.count, self.isStored) = (name, start, count, isStored)
  }

  /// The KML of a KMZ: `doc.kml`, else the first at the top of the archive, else the first.
  ///
  /// - Source: OGC 12-007r2, annex C, and developers.google.com/kml/documentation/kmzarchives: the first KML counts.
  private static func kml(of members: [ZipMember], _ reader: ZipReader) throws(GeoError) -> ZipMember {
    let found = members.filter { $0.name.lowercased().hasSuffix(".kml") && !isBeside($0.name) }
    let chosen =
      found.first { $0.name.lowercased() == "doc.kml" } ?? found.first { !$0.name.contains("/") }
      ?? found.first
    guard let chosen else {
      let names = members.map(\.name).prefix(5).joined(separator: ", ")
      throw GeoError(
        .data,
        "is a zip archive without a .kml, so not a KMZ (unpack it and name the file to read: \(names))",
        at: reader.path)
    }
    var member = try reader.located(chosen)
    member.limit = min(mostUnpacked, max(leastLimit, UInt64(chosen.count) * mostRatio))
    let others = found.filter { $0.name != chosen.name }.map(\.name)
    if !others.isEmpty {
      let names = others.prefix(5).joined(separator: ", ")
      member.note =
        "\(reader.path): \(chosen.name) is read, \(others.count) other .kml of the archive are not: \(names)"
    }
    return member
  }

  /// A KML of a KMZ unpacks to at most 512 MiB, and beyond 16 MiB to at most 256 times its packed size: deflate
  /// reaches 1,032 times, text with coordinates 20; HO-62.
  private static let mostUnpacked: UInt64 = 1 << 29
  private static let leastLimit: UInt64 = 1 << 24
  private static let mostRatio: UInt64 = 256

  private static func isBeside(_ path: String) -> Bool {
    guard !path.hasSuffix("/"), !path.hasPrefix("__MACOSX/") else { return true }
    let name = (path.split(separator: "/").last.map(String.init) ?? path).lowercased()
    return ["readme", "license", "licence", "iso-languagecodes", "."].contains { name.hasPrefix($0) }
  }
}

/// Reads an archive's directory.
private struct ZipReader {
  let descriptor: Int32
  let size: Int
  let path: String

  private func damaged(_ what: String) -> GeoError {
    GeoError(.data, "is a damaged zip archive: \(what)", at: path)
  }

  private func bytes(at offset: Int, _ count: Int) throws(GeoError) -> [UInt8] {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
      throw damaged("it ends too early")
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
    guard bytes.count == count else { throw damaged("it ends too early") }
    return bytes
  }

  /// All members, each at its local header.
  func members() throws(GeoError) -> [ZipMember] {
    // The end record has 22 bytes, followed by a comment of up to 65,535.
    let tail = try bytes(at: max(0, size - 65_557), min(size, 65_557))
    guard
      let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
        tail.word($0) == 0x0605_4b50
      })
    else { throw damaged("its directory is missing (was the download complete?)") }
    var (directory, count) = (tail.word(end + 16), tail.word(end + 12))
    if directory == 0xffff_ffff || count == 0xffff_ffff {
      guard end >= 20, tail.word(end - 20) == 0x0706_4b50 else { throw damaged("its directory is missing") }
      let wide = try bytes(at: tail.long(end - 12), 56)
      guard wide.word(0) == 0x0606_4b50 else { throw damaged("its directory is missing") }
      (directory, count) = (wide.long(48), wide.long(40))
    }
    guard count <= 1 << 24 else { throw damaged("its directory has \(count) bytes") }
    let list = try bytes(at: directory, count)
    var members: [ZipMember] = []
    var at = 0
    while at + 46 <= list.count, list.word(at) == 0x0201_4b50 {
      let (name, extra, comment) = (list.half(at + 28), list.half(at + 30), list.half(at + 32))
      guard at + 46 + name + extra <= list.count else { throw damaged("a name runs past its end") }
      let text = String(decoding: list[at + 46..<at + 46 + name], as: UTF8.self)
      let method = list.half(at + 10)
      var (packed, header) = (list.word(at + 20), list.word(at + 42))
      if packed == 0xffff_ffff || header == 0xffff_ffff {
        (packed, header) = wide(
          list, at + 46 + name, extra, packed, header, isWhole: list.word(at + 24) == 0xffff_ffff)
      }
      if method == 0 || method == 8, list.half(at + 8) & 1 == 0 {
        members.append(ZipMember(name: text, start: header, count: packed, isStored: method == 0))
      } else if !text.hasSuffix("/") {
        throw GeoError(
          .data, "\(text) is encrypted or packed with an unsupported method (unpack the archive)", at: path)
      }
      at += 46 + name + extra + comment
    }
    return members
  }

  /// The sizes that do not fit 32 bits, from the extra field of Zip64.
  private func wide(
    _ list: [UInt8], _ start: Int, _ count: Int, _ packed: Int, _ header: Int, isWhole: Bool
  ) -> (Int, Int) {
    var (packed, header) = (packed, header)
    var at = start
    while at + 4 <= start + count {
      let length = list.half(at + 2)
      if list.half(at) == 1, at + 4 + length <= start + count {
        // The unpacked size comes first, if present.
        var next = at + 4 + (isWhole ? 8 : 0)
        if packed == 0xffff_ffff, next + 8 <= at + 4 + length { (packed, next) = (list.long(next), next + 8) }
        if header == 0xffff_ffff, next + 8 <= at + 4 + length { header = list.long(next) }
      }
      at += 4 + length
    }
    return (packed, header)
  }

  /// The member at its content.
  func located(_ member: ZipMember) throws(GeoError) -> ZipMember {
    let header = try bytes(at: member.start, 30)
    guard header.starts(with: ZipMember.mark) else {
      throw damaged("\(member.name) is not where it should be")
    }
    var member = member
    member.start += 30 + header.half(26) + header.half(28)
    guard member.count >= 0, member.start <= size, member.count <= size - member.start else {
      throw damaged("\(member.name) ends too early")
    }
    return member
  }
}

extension [UInt8] {
  fileprivate func half(_ index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
  fileprivate func word(_ index: Int) -> Int { half(index) | half(index + 2) << 16 }
  /// Eight bytes as a number; negative if it cannot be a file offset.
  fileprivate func long(_ index: Int) -> Int {
    word(index + 4) >= 1 << 30 ? -1 : word(index) | word(index + 4) << 32
  }
}
