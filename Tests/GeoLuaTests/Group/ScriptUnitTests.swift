import LuaBridge
import Testing

@testable import GeoLua

/// GR-1 and GR-2: what one instance stands for is read before the script runs.
@Suite struct ScriptUnitTests {
  @Test(
    arguments: [
      ("local app = geoscript.app{ per = \"group\" }", ScriptUnit.group),
      ("-- a comment\napp = geoscript.app({ per = 'run' })", .run),
      ("geoscript.app{ per = \"device\" }\nlocal f = 1", .device),
      ("print(1)", .device), ("local x = = 1", .device), ("print('geoscript.app')", .device),
      ("local app = geoscript.app{ per = \"group\" }\nfunction app:didAppear() end", .group),
    ] as [(String, ScriptUnit)])
  func aLiteralTableIsRead(script: String, unit: ScriptUnit) {
    let found = ScriptUnit.declared(in: script, called: "s.lua")
    #expect(found.unit == unit)
    #expect(found.fault == nil)
  }

  /// GR-19: `check` knows what a restarted group loses, and what the functions of an app get.
  @Test func checkKnowsGroups() {
    let script = """
      local app = geoscript.app{ per = "group" }
      count = 0
      function app:didEnterRegion(device, region)
        count = count + 1
        print(device.store, device.nam, region.identifier, region.nam)
      end
      function app:didChangeOccupancy(region, inside, device, unknown) print(inside[1].name, unknown[1].nam) end
      function app:didFallSilent(device, since) print(device.battery, since.timeIntervalSince1970) end
      """
    let found =
      LuaChecker(catalog: GeoLibrary.catalog).check(script, name: "s.lua")
      + ScriptUnit.findings(in: script, called: "s.lua")
    let expected = [
      "5: unknown member 'nam' of CLRegion",
      "7: unknown member 'nam' of GroupDevice", "4: variable 'count' is lost when the script starts again",
    ]
    #expect(found.count == expected.count, "\(found)")
    for (finding, words) in zip(found, expected) {
      #expect("\(finding.line): \(finding.message)".hasPrefix(words))
    }
    let single = script.replacing("\"group\"", with: "\"device\"")
    #expect(ScriptUnit.findings(in: single, called: "s.lua").isEmpty)
  }

  @Test(arguments: [
    ("print(1)\nlocal a = geoscript.app{ per = \"group\" }", "s.lua:2", "it must be the first statement"),
    ("if true then end\nlocal a = geoscript.app{ per = \"group\" }", "s.lua:2", "first statement"),
    ("do local a = geoscript.app{ per = \"group\" } end", "s.lua:1", "first statement"),
    ("local f = geoscript.app", "s.lua:1", "first statement"),
    ("local t = { per = \"group\" }\nlocal a = geoscript.app(t)", "s.lua:2", "first statement"),
    ("local a = geoscript.app(t)", "s.lua:1", "a literal table"),
    ("local a = geoscript.app{ \"group\" }", "s.lua:1", "a literal table"),
    ("local a = geoscript.app{ per = unit }", "s.lua:1", "a quoted string"),
    ("local a = geoscript.app{ per = \"team\" }", "s.lua:1", "got \"team\""),
    ("local a = geoscript.app{ pre = \"group\" }", "s.lua:1", "did you mean 'per'?"),
    ("local a = geoscript.app{}", "s.lua:1", "'per' is missing"),
    (
      "local a = geoscript.app{ per = \"run\" }\nlocal b = geoscript.app{ per = \"run\" }", "s.lua:2",
      "call it once"
    ),
  ])
  func anythingElseIsAnError(script: String, place: String, words: String) throws {
    let fault = try #require(ScriptUnit.declared(in: script, called: "s.lua").fault)
    #expect(fault.description.hasPrefix(place))
    #expect(fault.severity == .error)
    #expect(fault.message.contains(words), "\(fault.message)")
    #expect(fault.message.contains("(write geoscript.app{ per = \"group\" })"))
  }
}
