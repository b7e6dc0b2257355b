import Geo
import LuaBridge
import Testing

@testable import GeoLua

/// The system's time zones, against another reader of the same database.
@Suite struct TimeZoneTests {
  @Test func offsetsAreThoseOfPython() throws {
    for row in TimeZoneTable.rows {
      let rules = try ZoneInfo.rules(row.zone)
      #expect(rules.offset(at: Double(row.time)) == row.offset, "\(row.zone) at \(row.time)")
    }
  }

  @Test(arguments: [
    "", ".", "..", "../zoneinfo/UTC", "/etc/passwd", "Europe/../../etc/passwd", "Europe//Berlin", "Europe/",
    "Europe/Berlin\0", "posixrules.", "Ünited", "tzdata.zi ", String(repeating: "a", count: 101),
  ])
  func namesOutsideTheFolderAreRejected(_ name: String) {
    #expect(!ZoneInfo.isName(name))
    #expect(throws: LuaMismatch.self) { try ZoneInfo.rules(name) }
  }

  @Test(arguments: ["localtime", "posixrules", "right/UTC", "right/Europe/Berlin"])
  func machineDependentAndLeapSecondZonesAreRejected(_ name: String) {
    #expect(throws: LuaMismatch.self) { try ZoneInfo.rules(name) }
  }

  @Test func foldersAndOtherFilesAreRejected() {
    #expect(throws: LuaMismatch.self) { try ZoneInfo.rules("Europe") }
    #expect(throws: LuaMismatch.self) { try ZoneInfo.rules("leapseconds") }
    #expect(throws: LuaMismatch.self) { try ZoneInfo.rules("Europe/Atlantis") }
  }
}
