import CommandTesting
import Foundation
import LuaBridge
import Testing

@testable import GeoHost

/// `--profile-script` (HO-106).
@Suite struct ScriptProfileTests {
  private static let script = """
    local app = {}
    local function spin(count) for _ = 1, count do end end
    function app.didUpdateToLocation() spin(3000) end
    app.didFailWithError = function() spin(1) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    geoscript.every(10, function() spin(1000) end)
    """

  private func profile(_ stacks: [([Int], UInt64, UInt64)]) -> ScriptProfile {
    var profile = LuaProfile()
    for (lines, instructions, nanoseconds) in stacks {
      var cost = LuaProfile.Cost()
      (cost.instructions, cost.nanoseconds) = (instructions, nanoseconds)
      profile.add(cost, to: lines.map { LuaProfile.Function(file: "s.lua", line: $0) })
    }
    return ScriptProfile(profile, of: ScriptFile(source: Self.script, called: "s.lua"))
  }

  @Test func stacksAreFolded() {
    let made = profile([
      ([3, 2], 9000, 2_000_600), ([3], 0, 1_000_000), ([0], 1000, 400), ([6], 10, 500_000),
    ])
    #expect(
      made.text == """
        instructions;didUpdateToLocation s.lua:3;spin s.lua:2 9000
        instructions;main chunk s.lua 1000
        instructions;s.lua:6 10
        microseconds;didUpdateToLocation s.lua:3 1000
        microseconds;didUpdateToLocation s.lua:3;spin s.lua:2 2001
        microseconds;s.lua:6 500

        """)
    // The callback counts with all that it called.
    #expect(
      made.summary
        == "costliest callbacks: didUpdateToLocation s.lua:3 0.00 s (86 %), s.lua:6 0.00 s (14 %), "
        + "main chunk s.lua 0.00 s (0 %)")
    #expect(
      profile([([4], 0, 3_000_000_000)]).summary
        == "costliest callbacks: didFailWithError s.lua:4 3.00 s (100 %)")
    #expect(profile([]).summary == nil)
  }

  /// The numbers behind the lines of a folded profile, by their frames.
  private static func numbers(_ text: String) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let blank = try #require(line.lastIndex(of: " "))
      let number: Int = try #require(Int(line[line.index(after: blank)...]))
      found[String(line[..<blank])] = number
    }
    return found
  }

  @Test func instructionsAreThoseThatRan() throws {
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(2000)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--profile-script", "p.folded")
    #expect(result.code == 0)
    #expect(result.errors.contains("costliest callbacks: didUpdateToLocation s.lua:3 "), "\(result.errors)")
    let text = command.read("p.folded")
    let numbers = try Self.numbers(text)
    // Lua 5.4 runs one FORLOOP for each turn of an empty loop (lopcodes.h).
    let fixes = Double(numbers["instructions;didUpdateToLocation s.lua:3;spin s.lua:2"] ?? 0)
    #expect(abs(fixes / (2000 * 3000) - 1) < 0.02, "\(fixes)")
    // Calls of a thousand instructions have one sample or none, and their share all the same.
    let ticks = Double(numbers["instructions;s.lua:6;spin s.lua:2"] ?? 0)
    #expect(abs(ticks / (2000 * 1000) - 1) < 0.05, "\(ticks)")
    #expect(numbers["microseconds;didUpdateToLocation s.lua:3;spin s.lua:2"] ?? 0 > 0)
    // Again the same samples; the profile replaces the one before.
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--profile-script", "p.folded").code == 0)
    let again = try Self.numbers(command.read("p.folded"))
    #expect(
      again.filter { $0.key.hasPrefix("instructions") } == numbers.filter { $0.key.hasPrefix("instructions") }
    )
  }

  @Test(arguments: ["1", "2"]) func devicesAndThreadsAreAddedUp(jobs: String) throws {
    let names = (0..<8).map { "d\($0)" }
    let command = try Command(["s.lua": Self.script, "a.ndjson": Sample.log(200, devices: names)])
    let words = ["--from", "a.ndjson", "--profile-script", "p", "--jobs", jobs, "--quiet"]
    #expect(try command.start(["run", "s.lua"] + words).wait().code == 0)
    let numbers = try Self.numbers(command.read("p"))
    let fixes = Double(numbers["instructions;didUpdateToLocation s.lua:3;spin s.lua:2"] ?? 0)
    #expect(abs(fixes / (1600 * 3000) - 1) < 0.02, "\(fixes)")
  }

  @Test func anotherFileIsNotReplaced() throws {
    let command = try Command(["s.lua": "print('ran')", "a.ndjson": Sample.log(1)])
    func run(_ words: String...) throws -> Command.Result {
      try command.start(["run", "s.lua", "--from", "a.ndjson", "--profile-script"] + words).wait()
    }
    let refused = try run("a.ndjson")
    #expect(refused.code == 64 && refused.lines.isEmpty)
    #expect(refused.errors == "geoscript: a.ndjson: exists and is not a profile (-f replaces it)\n")
    #expect(try run("gone/p").code == 73)
    try "notes".write(toFile: command.path("p"), atomically: true, encoding: .utf8)
    #expect(try run("p", "-f").code == 0)
    #expect(command.read("p").contains("main chunk s.lua"))
  }
}
