public import Geo
public import LuaBridge

/// What a test asks of the run that it tests.
public enum TestVerb: String, Sendable, CaseIterable {
  case track, events, sim, walk, fix, event, tap, wait, geocode, finish
  case expectAlert, expectNoAlert, expectState, expectCall, expectSent, expectPrint, expectPicture
  case expectFailure, expectNothingElse
}

/// Plays what a test asks for, and answers what it expects.
public protocol TestStage: AnyObject {
  /// - Parameters:
  ///   - arguments: as JSON; null for those left out.
  ///   - device: the device that is meant; nil where the test named none.
  /// - Errors: ``LuaMessage`` for wrong arguments and for what was expected and did not happen.
  func perform(_ verb: TestVerb, _ arguments: [JSONValue], on device: String?) throws
}

/// Takes what a test file declares.
public protocol TestPlan: AnyObject {
  /// - Parameter place: where the file says so: `home_test.lua:4: `.
  /// - Errors: ``LuaMessage``.
  func setScript(_ path: String, _ options: JSONValue, at place: String) throws
  func addTest(_ name: String, _ body: LuaFunction, at place: String) throws
  func setWorlds(_ count: Int, _ options: JSONValue, at place: String) throws
  func setTimeZone(_ name: String, at place: String) throws
}

/// The run that a test plays: `run` in `t.test(name, function(run) … end)`.
public final class TestRun {
  private weak var stage: (any TestStage)?
  /// The device that is meant; nil for the run's main one.
  let device: String?

  public init(_ stage: any TestStage, device: String? = nil) { (self.stage, self.device) = (stage, device) }

  /// - Errors: those of ``TestStage/perform(_:_:on:)``.
  func perform(_ verb: TestVerb, _ arguments: TestValue?...) throws {
    guard let stage else { throw LuaMessage("this run is over: use the run of the test that is running") }
    try stage.perform(verb, arguments.map { $0?.json ?? .null }, on: device)
  }

  func onDevice(_ name: String) throws -> TestRun {
    guard let stage else { throw LuaMessage("this run is over: use the run of the test that is running") }
    guard !name.isEmpty else { throw LuaMessage("run:device: the name is empty") }
    return TestRun(stage, device: name)
  }
}

/// Any value that JSON has, as an argument of a test's words.
struct TestValue: LuaValue {
  static let luaType = "any"
  let json: JSONValue

  static func read(_ stack: LuaStack, _ index: Int32) throws -> TestValue {
    do { return TestValue(json: try ScriptJSON.value(stack, index)) } catch let error as LuaMessage {
      // What cannot be JSON, such as a function.
      let what = "\(error)".replacing(" cannot be encoded as JSON", with: "")
      guard what != "\(error)" else { throw error }
      throw LuaMismatch("a text, number, boolean or table of these expected, got \(what)")
    }
  }

  func push(_ stack: LuaStack) { ScriptJSON.push(json, stack) }
}
