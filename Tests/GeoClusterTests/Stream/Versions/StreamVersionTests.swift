import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoCluster
@testable import GeoHost

/// What a version of a script holds (SC-50).
@Suite struct StreamVersionTests {
  let folder = TemporaryDirectory()

  private func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    if let slash = name.lastIndex(of: "/") { mkdir("\(folder.path)/\(name[..<slash])", 0o700) }
    _ = try folder.write(name, bytes)
  }

  private func options() throws -> RunOptions {
    try write("fleet.lua", "require 'lib.walk'\nrequire 'MapKit'\n")
    try write("lib/walk.lua", "return require 'deep'\n")
    try write("deep.lua", "return 1\n")
    try write("north/depots.geojson", "{}")
    try write("south/depots.geojson", "{\"a\":\"ü\"}")
    try write("vans.csv", "device,limit\n*,5\n")
    var options = RunOptions(script: "\(folder.path)/fleet.lua")
    options.fences = ["\(folder.path)/north/depots.geojson", "\(folder.path)/south/depots.geojson"]
    (options.fenceAccuracy, options.settings) = (12.5, "\(folder.path)/vans.csv")
    return options
  }

  @Test func itHasTheFilesThatTheScriptNeeds() throws {
    let version = try StreamVersion(try options())
    #expect(
      version.files.map(\.path) == [
        "fleet.lua", "lib/walk.lua", "deep.lua", "fences/1/depots.geojson", "fences/2/depots.geojson",
        "settings/vans.csv",
      ])
    let copy = try StreamVersion(json: version.json)
    #expect(copy == version)
    #expect((copy.script, copy.fenceAccuracy, copy.settings) == ("fleet.lua", 12.5, "settings/vans.csv"))
    #expect(String(decoding: copy.files[4].bytes, as: UTF8.self) == "{\"a\":\"ü\"}")
  }

  @Test func aMissingModuleOrABinaryFileIsRefused() throws {
    var options = try options()
    try write("deep.lua", "require 'gone'\n")
    #expect { try StreamVersion(options) } throws: {
      "\($0)".contains("gone.lua")
    }
    try write("deep.lua", "return 1\n")
    try write("packed.kmz", [0x50, 0x4B, 3, 4, 0xFF, 0xFE])
    options.fences = ["\(folder.path)/packed.kmz"]
    #expect { try StreamVersion(options) } throws: { "\($0)".contains("publish KML instead of KMZ") }
  }

  /// Whoever may write to the stream must not write elsewhere.
  @Test(arguments: ["../up.lua", "/etc/x.lua", "a//b.lua", "a/../../b.lua", ""])
  func pathsStayInTheFolder(_ path: String) throws {
    var version = try StreamVersion(try options())
    version.files.append((path, []))
    #expect(throws: GeoError.self) { try StreamVersion(json: version.json) }
  }

  @Test(arguments: ["", "{}", "[1]", "{\"script\":\"a.lua\",\"fences\":[],\"files\":{}}"])
  func somethingElseIsNoVersion(_ text: String) {
    #expect(throws: GeoError.self) { try StreamVersion(json: text) }
  }
}
