import ArgumentParser
import Geo
import GeoHost
import GeoLua
import GeoWorkshop
import LuaBridge

/// `geoscript check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find mistakes in scripts without running them.",
    usage: "geoscript check <files> ... [<options>]",
    discussion: """
      Finds syntax errors, unknown names, misspelled members and delegate functions,
      wrong arguments, impossible values, globals that are read before they are
      assigned, and unknown capabilities. If there is an error, the exit code is 65;
      warnings alone exit with 0, or with --strict with 65.

      Examples:
        geoscript check my.lua
        geoscript check scripts --strict
        cat my.lua | geoscript check - --json
        geoscript check hooks.lua --otr
        geoscript check family.lua --privacy
        geoscript check scripts --sarif > findings.sarif
      """)

  @Argument(
    help: "Lua files, folders with Lua files, or - for standard input.",
    completion: .file(extensions: ["lua"]))
  var files: [String]

  @Flag(help: "Print one JSON object per finding.")
  var json = false

  @Flag(help: "Print all findings as one document of SARIF 2.1.0.")
  var sarif = false

  @Flag(help: "The scripts have hooks for OwnTracks Recorder, as with run --otr.")
  var otr = false

  @Flag(help: "Warn of calls that write positions, which run --privacy-zone does not mask.")
  var privacy = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  func validate() throws {
    guard !json || !sarif else {
      throw ValidationError("--json and --sarif both say what is printed: choose one")
    }
  }

  func run() throws {
    let checker = GeoLibrary.checker(forRecorderHooks: otr)
    var report = SARIFReport()
    var hasFailed = false
    for script in try ScriptSet.read(files) {
      let findings = findings(script, checker)
      hasFailed = hasFailed || findings.contains { strict || $0.severity == .error }
      if sarif {
        report.add(findings, in: script)
      } else {
        for finding in findings { print(json ? finding.json.description : finding.description) }
      }
    }
    if sarif { print(report.json) }
    if hasFailed { throw ExitCode(65) }
  }

  private func findings(_ script: ScriptFile, _ checker: LuaChecker) -> [LuaDiagnostic] {
    if let flaw = ScriptSet.flaw(of: script) {
      return [LuaDiagnostic(severity: .error, source: script.path, line: 1, column: 1, message: flaw)]
    }
    return checker.check(script.source, name: script.path)
      + RequiredDeviceCapabilities(of: script.source, called: script.path).diagnostics
      + ScriptUnit.findings(in: script.source, called: script.path)
      + (privacy ? WrittenPositions.warnings(in: script.source, called: script.path) : [])
  }
}

extension LuaDiagnostic {
  /// The finding as a line of `--json`.
  fileprivate var json: JSONValue {
    .object([
      ("file", .string(source)), ("line", .integer(Int64(line))), ("column", .integer(Int64(column))),
      ("severity", .string(severity == .error ? "error" : "warning")), ("message", .string(message)),
    ])
  }
}
