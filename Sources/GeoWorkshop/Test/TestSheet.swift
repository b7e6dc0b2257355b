import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua
import LuaBridge

/// Takes what a test file declares while it is loaded.
final class TestSheet: TestPlan {
  private let folder: String
  private var script: TestedScript?
  private(set) var tests: [(declaration: TestFile.Declaration, body: LuaFunction)] = []
  private(set) var worlds: TestWorlds?
  private(set) var timeZone = TimeZoneRules.utc

  init(folder: String) { self.folder = folder }

  func setScript(_ path: String, _ options: JSONValue, at place: String) throws {
    guard !path.isEmpty else { throw LuaMessage("t.script: the path is empty: write t.script \"home.lua\"") }
    var script = TestedScript(path: resolved(path))
    do {
      let source = try ScriptFile(path: script.path)
      script.hasGroups = ScriptUnit.declared(in: source.source, called: source.name).unit != .device
    } catch { throw LuaMessage("t.script: \(error)") }
    try Self.each(options, of: "t.script", Self.optionNames) { name, value in
      switch name {
      case "groupBy": script.groupBy = try Self.groupBy(try Self.text(value, "t.script: groupBy"), in: folder)
      case "settings": script.settings = resolved(try Self.text(value, "t.script: settings"))
      case "staleAfter": script.staleAfter = try Self.silence(value, script)
      case "fences": script.fences = try Self.texts(value, "t.script: fences").map { resolved($0) }
      case "args": script.arguments = try Self.texts(value, "t.script: args")
      case "waypoints":
        guard case .bool(let takes) = value else { throw LuaMessage("t.script: waypoints is true or false") }
        script.takesWaypoints = takes
      default:
        let word = try Self.text(value, "t.script: profile")
        do { script.profile = try ProfileFile.profile(word.hasSuffix(".json") ? resolved(word) : word) } catch
        {
          throw LuaMessage("t.script: \(error)")
        }
      }
    }
    self.script = script
  }

  func addTest(_ name: String, _ body: LuaFunction, at place: String) throws {
    let name = PlainText.line(name)
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw LuaMessage("t.test: a test needs a name that says what holds: t.test(\"alerts at the gate\", …)")
    }
    guard !tests.contains(where: { $0.declaration.name == name }) else {
      throw LuaMessage("t.test: two tests are called \"\(name)\": a name stands for one test")
    }
    tests.append((.init(name: name, line: Self.line(of: place), script: script), body))
  }

  func setWorlds(_ count: Int, _ options: JSONValue, at place: String) throws {
    guard (1...TestWorlds.most).contains(count) else {
      throw LuaMessage("t.worlds: the number of worlds must be 1 to \(TestWorlds.most), got \(count)")
    }
    var distortion = Distortion()
    var atLeast = count
    try Self.each(options, of: "t.worlds", Distortion.names + ["atLeast"]) { name, value in
      if name == "atLeast" {
        guard case .integer(let least) = value, (1...Int64(count)).contains(least) else {
          throw LuaMessage("t.worlds: atLeast must be a number of worlds from 1 to \(count), got \(value)")
        }
        atLeast = Int(least)
      } else {
        do { try distortion.set(name, try Self.text(value, name), called: name) } catch let error as GeoError
        {
          throw LuaMessage("t.worlds: \(error.message)")
        }
      }
    }
    guard distortion.isActive else {
      throw LuaMessage(
        "t.worlds: all worlds are alike: add for example { jitter = \"8m\", dropout = \"5%\" }")
    }
    worlds = TestWorlds(count: count, atLeast: atLeast, distortion: distortion)
  }

  func setTimeZone(_ name: String, at place: String) throws {
    do { timeZone = try ZoneInfo.rules(name) } catch { throw LuaMessage("t.timeZone: \(error.message)") }
  }

  private static let optionNames = [
    "fences", "args", "profile", "waypoints", "groupBy", "settings", "staleAfter",
  ]

  /// The rule of `--group-by`, whose file is one of the test's folder.
  private static func groupBy(_ words: String, in folder: String) throws -> String {
    let path = TestPaths.resolved(words, in: folder)
    do { return try Grouping(path).isFile ? path : words } catch {
      throw LuaMessage("t.script: \(error.message)")
    }
  }

  private static func silence(_ value: JSONValue, _ script: TestedScript) throws -> TimeInterval {
    guard script.hasGroups else {
      throw LuaMessage("t.script: staleAfter is for group scripts: play the silence itself with run:event")
    }
    let seconds = try Quantity.seconds(try text(value, "t.script: staleAfter"), "staleAfter")
    guard seconds > 0 else { throw LuaMessage("t.script: staleAfter must be above 0, got \(value)") }
    return seconds
  }

  private func resolved(_ path: String) -> String { TestPaths.resolved(path, in: folder) }

  // MARK: Values

  /// Calls `body` with each member of an options table.
  ///
  /// - Errors: ``LuaMessage`` for a name that is not among `names`, and for anything but a table.
  static func each(
    _ options: JSONValue, of word: String, _ names: [String], _ body: (String, JSONValue) throws -> Void
  ) throws {
    switch options {
    case .null: return
    case .array(let elements) where elements.isEmpty: return
    case .object(let members):
      for (name, value) in members {
        guard names.contains(name) else {
          let advice = NearestName.advice(name, among: names)
          throw LuaMessage(
            "\(word): '\(name)' is not known\(advice) (expected \(names.joined(separator: ", ")))")
        }
        try body(name, value)
      }
    default: throw LuaMessage("\(word): a table of options expected, got \(shown(options))")
    }
  }

  /// A text, or a number as text.
  static func text(_ value: JSONValue, _ label: String) throws -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return JSONValue.text(of: number)
    default: throw LuaMessage("\(label): a text expected, got \(shown(value))")
    }
  }

  /// A value in a message: what is left out is nothing.
  static func shown(_ value: JSONValue) -> String {
    if case .null = value { "nothing" } else { "\(value)" }
  }

  /// A text, or several.
  static func texts(_ value: JSONValue, _ label: String) throws -> [String] {
    guard case .array(let values) = value else { return [try text(value, label)] }
    return try values.map { try text($0, label) }
  }

  /// The line that a message of this file begins with; 0 for none.
  static func line(at name: String, in message: String) -> Int {
    guard message.hasPrefix(name + ":") else { return 0 }
    return Int(message.dropFirst(name.count + 1).prefix { $0.isNumber }) ?? 0
  }

  /// The number in `home_test.lua:12: `; 0 for none.
  static func line(of place: String) -> Int {
    let parts = place.split(separator: ":")
    return parts.count > 1 ? parts.lazy.reversed().compactMap { Int($0) }.first ?? 0 : 0
  }
}

/// Paths in test files, which are relative to the file's folder.
enum TestPaths {
  static func resolved(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") || folder == "." || folder.isEmpty ? path : folder + "/" + path
  }
}
