import Foundation
import Testing

@testable import GeoWorkshop

/// Which tests run again after a change.
@Suite struct TestWatchTests {
  private static func test(_ track: String) -> String {
    "local t = geoscript.test t.script 'home.lua' t.test('x', function(run) run:track '\(track)' end)"
  }

  @Test func aChangeNamesTheTestsThatItTouches() throws {
    let folder = try ScriptFolder([
      "a_test.lua": Self.test("a.ndjson"), "b_test.lua": Self.test("b.ndjson"), "a.ndjson": ScriptFolder.walk,
      "b.ndjson": ScriptFolder.walk, "notes.txt": "",
    ])
    var watch = TestWatch([folder.url.path])
    #expect(watch.changed().isEmpty)
    func after(_ name: String, _ text: String) throws -> [String] {
      try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
      return watch.changed().map { String($0.split(separator: "/").last ?? "") }
    }
    #expect(try after("home.lua", "print(1)") == ["a_test.lua", "b_test.lua"])
    #expect(watch.changed().isEmpty)
    #expect(try after("b_test.lua", Self.test("a.ndjson")) == ["b_test.lua"])
    #expect(try after("a.ndjson", "") == ["a_test.lua", "b_test.lua"])
    #expect(try after("b.ndjson", "") == [])
    #expect(try after("notes.txt", "more").isEmpty)
    #expect(try after("c_test.lua", Self.test("b.ndjson")) == ["c_test.lua"])
    try FileManager.default.removeItem(atPath: folder.path("b.ndjson"))
    #expect(watch.changed().count == 1)
  }
}
