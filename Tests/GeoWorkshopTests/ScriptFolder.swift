import Foundation

@testable import GeoWorkshop

/// A temporary folder with scripts and their tests.
final class ScriptFolder {
  let url: URL

  /// A script that alerts at the edge of a garden of 50 m, and when a minute has passed outside.
  static let home = """
    local app, timer = {}, nil
    function app.didExitRegion(_, region)
      geoscript.alert{ title = "left " .. region.identifier, count = 1 }
      timer = geoscript.after(60, function() geoscript.alert{ title = "out for a minute" } end)
    end
    function app.didEnterRegion(_, region)
      if timer then timer:cancel() end
      geoscript.alert{ title = "back in " .. region.identifier }
    end
    local manager = CLLocationManager.new{ delegate = app }
    manager:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
    """

  /// The files are written; `home.lua` is there too.
  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("geoscript-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files.merging(["home.lua": ScriptFolder.home], uniquingKeysWith: { one, _ in one }) {
      try text.write(to: url.appendingPathComponent(name), atomically: false, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }

  /// Runs the tests of the folder.
  func report(_ options: TestOptions = TestOptions()) throws -> TestReport {
    try TestRunner([url.path], options).run()
  }

  /// Runs one test with this body; `t` and `run` are there.
  static func run(_ body: String, top: String = "", _ files: [String: String] = [:]) throws -> TestReport {
    let test = """
      local t = geoscript.test
      t.script "home.lua"
      \(top)
      t.test("holds", function(run)
      \(body)
      end)
      """
    let folder = try ScriptFolder(files.merging(["home_test.lua": test], uniquingKeysWith: { one, _ in one }))
    return try folder.report()
  }

  /// The events of a walk out of the garden: inside at 10:00:00, 200 m north at 10:01:00.
  static let walk = """
    {"type":"location","time":"2026-05-04T10:00:00Z","latitude":52.5,"longitude":13.4}
    {"type":"location","time":"2026-05-04T10:01:00Z","latitude":52.502,"longitude":13.4}

    """
}
