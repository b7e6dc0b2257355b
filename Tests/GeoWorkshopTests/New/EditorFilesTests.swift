import Foundation
import Geo
import Testing

@testable import GeoWorkshop

/// `geoscript stubs --write` (TE-12).
@Suite struct EditorFilesTests {
  @Test func itWritesBothFilesAndKeepsAConfigurationThatNamesThem() throws {
    let folder = try ScriptFolder()
    #expect(
      try EditorFiles.write(to: folder.path("")) == [".geoscript/stubs/geoscript.lua", ".luarc.json"])
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.path(".luarc.json")))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["workspace.library"] as? [String] == [".geoscript/stubs"])
    let stubs = folder.path(".geoscript/stubs/geoscript.lua")
    #expect(try String(contentsOfFile: stubs, encoding: .utf8).contains("---@class CLLocationManager"))

    try "old".write(toFile: stubs, atomically: false, encoding: .utf8)
    let own = "{ \"workspace.library\": [\".geoscript/stubs\"] } // mine"
    try own.write(toFile: folder.path(".luarc.json"), atomically: false, encoding: .utf8)
    #expect(try EditorFiles.write(to: folder.path("")) == [".geoscript/stubs/geoscript.lua"])
    #expect(try String(contentsOfFile: folder.path(".luarc.json"), encoding: .utf8) == own)
    #expect(try String(contentsOfFile: stubs, encoding: .utf8) != "old")
  }

  @Test func aConfigurationThatDoesNotNameTheDefinitionsStopsIt() throws {
    let folder = try ScriptFolder([".luarc.json": "{}"])
    #expect {
      _ = try EditorFiles.write(to: folder.path(""))
    } throws: { error in
      guard let error = error as? GeoError else { return false }
      return error.code == .cannotCreate && error.message.contains(".geoscript/stubs")
    }
    #expect(try String(contentsOfFile: folder.path(".luarc.json"), encoding: .utf8) == "{}")
    #expect(folder.files(in: ".geoscript").isEmpty)
  }
}
