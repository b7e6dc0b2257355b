import Foundation
import Geo
import GeoFormats
import Testing

@testable import GeoFeeds

@Suite struct SourcePathsTests {
  private let folder: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent("paths-\(UUID().uuidString)")
    folder = base.path
    for path in [
      "b.gpx", "a.GPX.gz", "sub/2026-01.rec", "notes.txt", ".hidden.gpx", "sub/.git/x.gpx", "empty/x.png",
    ] {
      let file = base.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "x".write(to: file, atomically: false, encoding: .utf8)
    }
    // A link in a circle.
    try FileManager.default.createSymbolicLink(
      at: base.appendingPathComponent("sub/up"), withDestinationURL: base)
  }

  private func expanded(_ words: String...) throws -> [String] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try SourcePaths.expanded(
      words.map { $0.replacingOccurrences(of: "@", with: folder) }, takesLive: true
    )
    .map { $0.replacingOccurrences(of: folder, with: "@") }
  }

  @Test func aFolderStandsForItsFilesInOrder() throws {
    #expect(try expanded("@", "-") == ["@/a.GPX.gz", "@/b.gpx", "@/sub/2026-01.rec", "-"])
  }

  /// An archive of watches and phones, with a link to nothing and a pipe among its files.
  @Test func aFolderHasFilesOfAllFormats() throws {
    let names = FileForm.endings.map { "ride" + $0.ending } + ["ride.kmz", "ride.fit.gz"]
    for name in names { try "x".write(toFile: "\(folder)/empty/\(name)", atomically: false, encoding: .utf8) }
    symlink("\(folder)/none", "\(folder)/empty/dangling.gpx")
    mkfifo("\(folder)/empty/pipe.gpx", 0o600)
    let found = try expanded("@/empty")
    for ending in ["gpx", "kml", "kmz", "tcx", "fit", "fit.gz", "csv", "ndjson", "rec", "nmea"] {
      #expect(found.contains("@/empty/ride.\(ending)"))
    }
    #expect(!found.contains { $0.contains("dangling") || $0.contains("pipe") })
  }

  @Test func aPatternMatchesLikeAShell() throws {
    #expect(
      try expanded("@/*.[gG]*", "sim:still?at=1,2", "http://127.0.0.1:80") == [
        "@/a.GPX.gz", "@/b.gpx", "sim:still?at=1,2", "http://127.0.0.1:80",
      ])
  }

  @Test(arguments: [
    ("@/empty", "has no file that geoscript reads"), ("@/*.nmea", "no file has a name like this"),
  ])
  func whatStandsForNothingIsSaid(word: String, message: String) {
    #expect { try expanded(word) } throws: {
      ($0 as? GeoError)?.code == .noInput && "\($0)".contains(message)
    }
  }

  @Test(arguments: [
    "gpsd://localhost", "mqtt://u@h/x", "http://127.0.0.1:80", "nats://h", "udp://0.0.0.0:5000",
  ])
  func aLiveSourceIsNotAmongFiles(_ word: String) {
    #expect { try SourcePaths.expanded(["a.gpx", word]) } throws: {
      let error = $0 as? GeoError
      return error?.code == .usage && error?.description.hasPrefix("\(word): is a live source") == true
    }
  }

  @Test func aMissingFileIsLeftToTheReader() throws { #expect(try expanded("@/none.gpx") == ["@/none.gpx"]) }
}
