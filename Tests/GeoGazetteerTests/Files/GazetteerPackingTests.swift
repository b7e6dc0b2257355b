import FeedTesting
import CZlib
import Geo
import Glibc
import Testing

@testable import GeoGazetteer

@Suite struct GazetteerPackingTests {
  private static let turku = Array(GeoNamesTests.turku.utf8)

  @Test func gzipIsUnpacked() throws {
    #expect(try GazetteerReading("FI.txt.gz", gzip(Self.turku)).places.count == 1)
  }

  @Test func aPipeIsRefusedInsteadOfReadTwice() throws {
    let folder = TemporaryDirectory()
    let path = try folder.write("places.csv", "")
    unlink(path)
    mkfifo(path, 0o600)
    let error = #expect(throws: GeoError.self) { try GazetteerFile(path: path) }
    #expect(error?.code == .data && error?.message.hasPrefix("is a pipe") == true)
  }

  @Test func aTruncatedGzipIsAnError() throws {
    let bytes = gzip((0..<2000).flatMap { _ in Self.turku })
    let reading = try GazetteerReading("FI.txt.gz", Array(bytes.prefix(bytes.count / 2)))
    #expect(
      reading.error?.code == .data && reading.error?.message.hasPrefix("is cut short: the gzip ends") == true)
  }

  @Test(arguments: [true, false]) func theFileOfAZipIsRead(isStored: Bool) throws {
    let zip = Self.zip([
      ("readme.txt", Array("Readme for GeoNames\n".utf8), false), ("iso-languagecodes.txt", [65, 10], true),
      ("FI.txt", Self.turku + Self.turku, isStored),
    ])
    let reading = try GazetteerReading("FI.zip", zip)
    #expect(reading.error == nil && reading.places.count == 2 && reading.format == .geonames)
    #expect(reading.source.name == "GeoNames FI" && reading.fraction == 1)
  }

  @Test func aZipOfSeveralFilesIsRefused() throws {
    let zip = Self.zip([("a.csv", Self.turku, false), ("b.csv", Self.turku, false)])
    let error = #expect(throws: GeoError.self) { try GazetteerReading("a.zip", zip) }
    #expect(
      error?.message == "is a zip archive of 2 files: a.csv, b.csv (unpack it and name the files to read)"
    )
  }

  @Test func aCutOrBrokenZipSaysSo() throws {
    let zip = Self.zip([("FI.txt", (0..<500).flatMap { _ in Self.turku }, false)])
    let cut = #expect(throws: GeoError.self) {
      try GazetteerReading("a.zip", Array(zip.prefix(zip.count / 2)))
    }
    #expect(cut?.message.hasPrefix("is a damaged zip archive: its directory is missing") == true)
    // Each bit flipped in turn: an error or records, but reading ends.
    for index in stride(from: 0, to: zip.count, by: 3) {
      var broken = zip
      broken[index] ^= 1 << UInt8(index % 8)
      _ = try? GazetteerReading("a.zip", broken)
    }
  }

  /// An archive in the form of `zip`.
  static func zip(_ files: [(name: String, bytes: [UInt8], isStored: Bool)]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      // Only gzip's ten-byte header and eight-byte trailer differ.
      let packed = file.isStored ? file.bytes : Array(gzip(file.bytes).dropFirst(10).dropLast(8))
      let common =
        half(20) + half(0) + half(file.isStored ? 0 : 8) + word(0) + word(0) + word(packed.count)
        + word(file.bytes.count) + half(file.name.utf8.count) + half(0)
      directory +=
        word(0x0201_4b50) + half(20) + common + half(0) + half(0) + half(0) + word(0) + word(archive.count)
        + Array(file.name.utf8)
      archive += word(0x0403_4b50) + common + Array(file.name.utf8) + packed
    }
    let start = archive.count
    archive += directory
    archive += word(0x0605_4b50) + half(0) + half(0) + half(files.count) + half(files.count)
    return archive + word(directory.count) + word(start) + half(0)
  }

  private static func half(_ value: Int) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8 & 0xff)] }
  private static func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}
