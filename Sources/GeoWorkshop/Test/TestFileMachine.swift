import Geo
import GeoFormats
import GeoHost
import GeoLua
import LuaBridge

/// A test file on one thread: its virtual machine, apart from that of the script, and its compiled text.
final class TestFileMachine {
  private let source: ScriptFile
  private let machine: LuaMachine
  private let chunk: LuaChunk

  /// What has been loaded: it must live while a test of it runs.
  struct Loaded {
    let environment: LuaEnvironment
    let script: RunningScript
    let sheet: TestSheet
    let printed: Printed
  }

  /// The first lines that a test file prints, and the number of all.
  final class Printed {
    var lines: [String] = []
    var count = 0
    static let most = 20
    /// The most letters of one line in a report.
    static let width = 300
  }

  /// - Errors: ``GeoError`` `data` for a file that does not compile.
  init(_ source: ScriptFile, _ options: TestOptions) throws(GeoError) {
    self.source = source
    machine = GeoLibrary.machine(memoryLimit: TestOptions.memory)
    machine.instructionBudget = options.instructions
    do { chunk = try LuaChunk(source.source, name: source.name, machine: machine) } catch {
      throw source.fault(error)
    }
  }

  /// Runs the file from its top in an environment that no test has used.
  ///
  /// - Errors: ``LuaError``, ``LuaMessage``.
  func load(seed: UInt64) throws -> Loaded {
    let environment = LuaEnvironment(machine: machine, memoryLimit: TestOptions.memory, seed: seed)
    var options = ScriptOptions()
    options.folder = source.folder
    let device = Device(id: DeviceID(index: 0), name: source.name, now: TestOptions.usualStart)
    let script = RunningScript(device: device, environment: environment, options: options)
    let printed = Printed()
    script.onRecord = { record in
      if case .print(let text) = record.content {
        printed.count += 1
        if printed.lines.count < Printed.most { printed.lines.append(String(text.prefix(Printed.width))) }
      }
    }
    let sheet = TestSheet(folder: source.folder)
    do { try script.load(tests: chunk, into: sheet) } catch {
      environment.finish()
      throw error
    }
    return Loaded(environment: environment, script: script, sheet: sheet, printed: printed)
  }

  /// Calls a test's function.
  ///
  /// - Errors: ``LuaError``.
  func call(_ body: LuaFunction, _ run: TestRun, in loaded: Loaded) throws {
    try loaded.environment.enter { try machine.withLongBudget { try body.call(run) } }
  }

  /// The message of an error in a test file, whose limits no option sets.
  static func message(of error: LuaError) -> String {
    error.message.replacing(" (--max-instructions)", with: ": a test file must come to an end")
      .replacing(
        "the script's values exceed the limit (--max-memory-device, --max-memory)",
        with: "the test file's values exceed \(TestOptions.memory >> 20) MiB")
  }

  /// The place in the test file that called the host.
  var place: String { machine.place(machine.stack) }
}

/// What the command line says about all tests.
package struct TestOptions: Sendable {
  /// The part of a name that tests must have; `^` and `$` stand for its beginning and end.
  package var filter: String?
  /// The world to run, from 1; nil for all.
  package var world: Int?
  package var jobs = 1
  package var seed: UInt64 = 0
  /// Whether pictures are written instead of compared.
  package var updates = false
  package var countsLines = false
  /// Whether each failed test leaves a recording, also without worlds.
  package var records = false
  /// The most seconds of computing for one test in one world.
  package var timeLimit = 30.0

  /// The instructions of one call in a test file; a test itself may take ten times as many.
  let instructions: Int64 = 20_000_000
  /// Bytes of a test file's values.
  static let memory = 256 << 20
  /// 2026-01-05T08:00:00Z, a Monday morning: where a clock begins that no event sets.
  static let usualStart: TimeInterval = 1_767_600_000

  package init() {}

  /// Whether a test's name is among those to run.
  func selects(_ name: String) -> Bool {
    guard var part = filter.map({ Substring($0) }) else { return true }
    let isStart = part.hasPrefix("^")
    if isStart { part = part.dropFirst() }
    let isEnd = part.hasSuffix("$")
    if isEnd { part = part.dropLast() }
    switch (isStart, isEnd) {
    case (true, true): return name == part
    case (true, false): return name.hasPrefix(part)
    case (false, true): return name.hasSuffix(part)
    case (false, false): return part.isEmpty || name.contains(part)
    }
  }
}
