import Foundation
import Geo
import Glibc
import Testing

@testable import GeoFormats

/// HO-116.
@Suite struct FenceEditorTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "fences-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("depots.geojson").path }

  private static let file = """
    {"type":"FeatureCollection","crs":null,"features":[
    {"type":"Feature","id":"depot","color":"red","properties":{"radius":150,"dwell":600,"note":"gate 2"},
     "geometry":{"type":"Point","coordinates":[13.4,52.5]}},
    {"type":"Feature","properties":{"name":"road","width":40},
     "geometry":{"type":"LineString","coordinates":[[13.40,52.50],[13.41,52.51]]}},
    {"type":"Feature","id":"lamp","properties":{},"geometry":{"type":"Point","coordinates":[13.4,52.6]}}
    ],"name":"ours"}
    """

  private func editor(_ text: String = FenceEditorTests.file, mode: mode_t = 0o640) throws -> FenceEditor {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, mode)
    return try FenceEditor(path)
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(text) }

  private func read() throws -> [MonitoredRegion] { try FenceFile.read(path, desiredAccuracy: 0).regions }

  @Test func aChangedFenceKeepsItsOtherValues() throws {
    let editor = try editor()
    defer { clean() }
    let (id, kept) = try editor.save(
      json(
        #"{"id":"depot","properties":{"radius":200,"dwell":1,"evil":1},"geometry":{"type":"Point","coordinates":[13.5,52.5]}}"#
      ))
    #expect(id == "depot" && kept == "depots.geojson.old")
    let regions = try read()
    #expect(regions.map(\.identifier) == ["depot", "road"])
    #expect(regions[0].radius == 200 && regions[0].center.longitude == 13.5)
    #expect(regions[0].options.dwell == 600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // What is not a region, and members that nobody knows, stay.
    for part in [#""color":"red""#, #""note":"gate 2""#, #""id":"lamp""#, #""crs":null"#, #""name":"ours""#] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("evil"))
    #expect(try String(contentsOfFile: path + ".old", encoding: .utf8) == FenceEditorTests.file)
    for name in [path, path + ".old"] {
      var status = stat()
      #expect(stat(name, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func noOlderCopyIsReplaced() throws {
    let editor = try editor()
    defer { clean() }
    try "mine".write(toFile: path + ".old", atomically: false, encoding: .utf8)
    func save(_ radius: Int) throws -> String? {
      let point = #"{"type":"Point","coordinates":[13.5,52.5]}"#
      return try editor.save(json(#"{"id":"depot","properties":{"radius":\#(radius)},"geometry":\#(point)}"#))
        .kept
    }
    #expect(try save(200) == "depots.geojson.old.1")
    #expect(try save(300) == "depots.geojson.old.2")
    // Nothing new is no change, so there is nothing to keep.
    #expect(try save(300) == nil)
    #expect(try editor.remove("depot") == "depots.geojson.old.3")
    func text(_ ending: String) throws -> String {
      try String(contentsOfFile: path + ending, encoding: .utf8)
    }
    #expect(try text(".old") == "mine")
    #expect(try text(".old.1") == FenceEditorTests.file)
    #expect(try text(".old.2").contains("200") && !text(".old.2").contains("300"))
    #expect(try text(".old.3").contains("300"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
  }

  @Test func newOnesComeLast() throws {
    let editor = try editor(#"{"type":"FeatureCollection","features":[]}"#)
    defer { clean() }
    for shape in [
      #"{"id":"a","properties":{"radius":50},"geometry":{"type":"Point","coordinates":[8,47]}}"#,
      #"{"id":"b","properties":{},"geometry":{"type":"Polygon","coordinates":[[[8,47],[8.1,47],[8.1,47.1],[8,47]]]}}"#,
      #"{"id":"c","properties":{"width":30},"geometry":{"type":"LineString","coordinates":[[8,47],[8.1,47]]}}"#,
    ] { _ = try editor.save(json(shape)) }
    #expect(try read().map(\.identifier) == ["a", "b", "c"])
    #expect(try editor.regions().features.map { $0["id"]?.text } == ["a", "b", "c"])
    try editor.remove("b")
    #expect(try read().map(\.identifier) == ["a", "c"])
    // An identifier may stand in the properties.
    #expect(throws: GeoError.self) { try editor.remove("b") }
  }

  @Test func aNameInThePropertiesCounts() throws {
    let editor = try editor()
    defer { clean() }
    let line = #"{"type":"LineString","coordinates":[[8,47],[8.1,47]]}"#
    _ = try editor.save(json(#"{"id":"road","properties":{"width":80},"geometry":\#(line)}"#))
    let regions = try read()
    #expect(regions.map(\.identifier) == ["depot", "road"] && regions[1].center.latitude < 48)
    try editor.remove("road")
    #expect(try read().map(\.identifier) == ["depot"])
  }

  @Test(arguments: [
    (#"{"properties":{"radius":1},"geometry":{"type":"Point","coordinates":[8,47]}}"#, "needs a name"),
    (
      #"{"id":"a\nb","properties":{"radius":1},"geometry":{"type":"Point","coordinates":[8,47]}}"#,
      "needs a name"
    ),
    (#"{"id":"a","properties":{},"geometry":{"type":"Point","coordinates":[8,47]}}"#, "radius"),
    (#"{"id":"a","properties":{"radius":-1},"geometry":{"type":"Point","coordinates":[8,47]}}"#, "radius"),
    (#"{"id":"a","properties":{},"geometry":{"type":"Polygon","coordinates":[[[8,47],[8,47]]]}}"#, ""),
    (#"{"id":"a","properties":{}}"#, ""),
  ])
  func whatIsNoFenceChangesNothing(_ feature: String, _ message: String) throws {
    let editor = try editor()
    defer { clean() }
    #expect {
      _ = try editor.save(json(feature))
    } throws: { fault in
      (fault as? GeoError)?.code == .data && (message.isEmpty || "\(fault)".contains(message))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == FenceEditorTests.file)
    #expect(!FileManager.default.fileExists(atPath: path + ".old"))
  }

  @Test(arguments: ["<kml/>", "", "{", #"{"type":"Feature"}"#, #"{"type":"FeatureCollection"}"#])
  func otherFilesAreRefused(_ text: String) throws {
    defer { clean() }
    #expect { try editor(text) } throws: { ($0 as? GeoError)?.code == .usage }
  }

  @Test func aLinkIsFollowed() throws {
    _ = try editor()
    defer { clean() }
    let link = folder.appendingPathComponent("link.geojson").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try FenceEditor(link).remove("depot")
    #expect(try read().map(\.identifier) == ["road"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }
}
