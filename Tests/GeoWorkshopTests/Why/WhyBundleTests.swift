import Foundation
import Geo
import GeoHost
import Testing

@testable import GeoWorkshop

/// `geoscript why --bundle`. That a bundle raises the alert again, `scripts/checks/why.py` checks with real archives.
@Suite struct WhyBundleTests {
  private func bundle(_ folder: ScriptFolder, _ name: String, title: String = "left garden") throws -> String
  {
    var question = WhyQuestion()
    question.alert = title
    let options = WhyAlertTests.options(folder)
    let alert = try WhyAlert(question, options).alert
    return try WhyBundle(folder.path(name), question, options, [], alert: alert).write()
  }

  @Test func theSliceEndsWithTheAlert() throws {
    let folder = try ScriptFolder(["walk.ndjson": WhyAlertTests.walk])
    var question = WhyQuestion()
    question.alert = "left garden"
    let options = WhyAlertTests.options(folder)
    let alert = try WhyAlert(question, options).alert
    let slice = try WhySlice(question, options, alert: alert)
    #expect(slice.modules.isEmpty && !slice.hasGroups)
    let text = String(decoding: slice.bytes, as: UTF8.self)
    #expect(text.contains("\"recording\""), "\(text.prefix(200))")
  }

  @Test func itHasTheScriptTheEventsAndTheOptions() throws {
    let folder = try ScriptFolder(["walk.ndjson": WhyAlertTests.walk])
    let line = try bundle(folder, "left.zip")
    #expect(line.contains("4 files"), "\(line)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("left.zip")))
    #expect(bytes.prefix(4) == Data([0x50, 0x4b, 3, 4]))
    // Nothing else is left behind.
    #expect(folder.files(in: "") == ["home.lua", "left.zip", "walk.ndjson"])
  }

  @Test func aFileThatIsThereIsNotReplaced() throws {
    let folder = try ScriptFolder(["walk.ndjson": WhyAlertTests.walk, "left.zip": "mine"])
    let error = #expect(throws: GeoError.self) { try bundle(folder, "left.zip") }
    #expect(error?.code == .cannotCreate)
    let other = #expect(throws: GeoError.self) { try bundle(folder, "left.tar") }
    #expect(other?.code == .usage)
    #expect(other?.message.contains("left.tar.zip") == true)
  }
}
