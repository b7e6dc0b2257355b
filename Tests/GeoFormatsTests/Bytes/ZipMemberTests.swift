import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// KMZ: a KML in a zip archive.
@Suite struct ZipMemberTests {
  static func kml(_ latitude: Int) -> [UInt8] {
    Array(
      """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Placemark><name>ride</name><gx:Track>
      <when>2026-01-01T00:00:00Z</when><gx:coord>13 \(latitude)</gx:coord></gx:Track></Placemark></kml>
      """.utf8)
  }

  @Test(arguments: ["walk.kmz", "walk", "walk.zip"], [true, false])
  func theKMLOfAKMZIsRead(name: String, packs: Bool) throws {
    let bytes = zip([("files/icon.png", [1, 2, 3]), ("doc.kml", Self.kml(52))], packs: packs)
    let recording = try Recording(name, bytes)
    #expect(recording.fixes.map(\.coordinate.latitude) == [52])
    #expect(recording.devices == ["walk"] && recording.notes == [])
  }

  @Test func theFirstKMLCounts() throws {
    // OGC 12-007r2, annex C: doc.kml, else the first at the top.
    let files: [(name: String, bytes: [UInt8])] = [
      ("in/b.kml", Self.kml(1)), ("__MACOSX/._a.kml", [0]), ("a.kml", Self.kml(2)), ("doc.kml", Self.kml(3)),
    ]
    let all = try Recording("a.kmz", zip(files))
    #expect(all.fixes.map(\.coordinate.latitude) == [3])
    #expect(all.notes == ["a.kmz: doc.kml is read, 2 other .kml of the archive are not: in/b.kml, a.kml"])
    #expect(try Recording("a.kmz", zip(Array(files.dropLast()))).fixes.map(\.coordinate.latitude) == [2])
  }

  @Test func anArchiveWithoutKMLSaysWhatItHolds() throws {
    let error = try #require(throws: GeoError.self) {
      _ = try Recording("a.zip", zip([("Records.json", [1])]))
    }
    #expect(
      error.code == .data && error.message.contains("without a .kml")
        && error.message.contains("Records.json"))
  }

  @Test func aBombIsDefused() throws {
    // 64 MiB of spaces pack to 64 KiB: a thousandth.
    let bytes = zip([("doc.kml", Array("<kml>".utf8) + [UInt8](repeating: 0x20, count: 1 << 26))])
    #expect(bytes.count < 1 << 17)
    let error = try #require(try Recording("a.kmz", bytes).error)
    #expect(error.code == .data)
    #expect(error.message.contains("unpacks to more than") && error.message.contains("unpack it"))
  }

  @Test(arguments: [10, 60, 100, 200])
  func aTruncatedKMZIsRefused(count: Int) throws {
    let error = try #require(
      try Recording("a.kmz", Array(zip([("doc.kml", Self.kml(1))]).prefix(count))).error)
    #expect(error.code == .data && error.message.contains("damaged zip archive"))
  }

  @Test func fencesAndShapesReadKMZ() throws {
    let kml = """
      <kml><Placemark><name>depot</name><ExtendedData><Data name="radius"><value>150</value></Data></ExtendedData>
      <Point><coordinates>13,52</coordinates></Point></Placemark></kml>
      """
    let folder = TemporaryDirectory()
    let path = try folder.write("a.kmz", zip([("doc.kml", Array(kml.utf8))]))
    #expect(try FenceFile.read(path, desiredAccuracy: 0).regions.map(\.identifier) == ["depot"])
    guard case .shapes(let shapes, _) = try ShapeFile.read(path) else {
      throw GeoError(.internal, "no shapes")
    }
    #expect(shapes.map(\.title) == ["depot"])
  }

  @Test func anEmptyArchiveAndOneBehindOtherBytesAreCalledSo() throws {
    let empty = [UInt8]("PK".utf8) + [5, 6] + [UInt8](repeating: 0, count: 18)
    #expect(try Recording("a.kmz", empty).error?.message == "is an empty zip archive")
    let moved = try #require(try Recording("a.kmz", Array("#!/bin/sh\nPK".utf8) + [3, 4, 20, 0]).error)
    #expect(moved.message.contains("has other bytes before its zip archive"))
  }
}
