import Geo
import GeoLua
package import LuaBridge
import Synchronization

/// What `geoscript check` knows about lines of the script, for the errors of a run.
///
/// - Shape: the script is checked when its first error comes, once for all workers.
package final class ScriptAdvice: Sendable {
  private let script: ScriptFile
  private let found = Mutex<[LuaDiagnostic]?>(nil)
  /// What may be nil, line by line.
  private let foundNil = Mutex<[LuaDiagnostic]?>(nil)

  /// - Parameter isOurs: whether the script is written for geoscript; `check` knows nothing of others.
  init(_ script: ScriptFile, isOurs: Bool) {
    self.script = script
    guard !isOurs else { return }
    found.withLock { $0 = [] }
    foundNil.withLock { $0 = [] }
  }

  /// Returns a traceback with what `check` says of the failing line above it.
  func added(to traceback: String, of message: String) -> String {
    let lines = hints(for: message, traceback)
    return (lines + (traceback.isEmpty ? [] : [traceback])).joined(separator: "\n")
  }

  /// What `check` would rather not see: why a script that fails nowhere does not do what it should.
  package var warnings: [LuaDiagnostic] { diagnostics.filter { $0.severity == .warning } }

  /// Whether it has nothing but blanks and comments.
  var isEmpty: Bool { LuaLexer.isEmpty(script.source) }

  /// The names in its text.
  var names: ScriptNames { ScriptNames(script) }

  /// Whether the script has functions for crossings.
  var awaitsCrossings: Bool { ["didEnterRegion", "didExitRegion"].contains(where: script.source.contains) }

  /// What `check` says of delegate functions that the host never calls.
  ///
  /// - Shape: most scripts start a service for each of their functions; these are not checked here, and need no catalog.
  var neverCalled: [LuaDiagnostic] {
    let source = script.source
    let mayHaveSome = GeoLibrary.starters.contains { function, starters in
      source.contains(function) && !starters.contains(where: source.contains)
    }
    return mayHaveSome ? warnings.filter { $0.message.contains(LuaDiagnostic.isNeverCalled) } : []
  }

  /// Why a function for silent devices is never called in a run without `--stale-after`; nil if it may be.
  var neverSilent: String? {
    let source = script.source
    guard source.contains("didFallSilent"), !source.contains("staleAfter") else { return nil }
    return
      "'didFallSilent' \(LuaDiagnostic.isNeverCalled): no device is silent without --stale-after SECONDS, or staleAfter of "
      + "a device"
  }

  /// What `check` says of the failing line and the message does not.
  private func hints(for message: String, _ traceback: String) -> [String] {
    let findings =
      if let line = line(in: message) ?? line(in: traceback) {
        diagnostics(at: line)
      } else if message.hasPrefix("geoscript.store") {
        // Found when the store is saved, long after the line that put it there.
        diagnostics.filter { $0.message.hasPrefix("geoscript.store") && names($0.line, fieldOf: message) }
      } else if let mark = message.firstRange(of: LuaDiagnostic.mustBeFunction) {
        // The host found it when it called, long after the line that set it.
        diagnostics.filter { $0.message.hasPrefix(message[..<mark.upperBound]) }
      } else {
        [LuaDiagnostic]()
      }
    let lines = (findings + nilValues(message)).filter { !Self.repeats($0.message, message) }
      .map { "  geoscript check: line \($0.line): \($0.message)" }
    // A loop in a loop is two findings on one line.
    return lines.enumerated().filter { !lines[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// Whether a line has the name of the field that `geoscript.store.trips[2].name: …` is about.
  private func names(_ line: Int, fieldOf message: String) -> Bool {
    let path = message.prefix { $0 != ":" }.dropFirst("geoscript.store".count)
    guard let field = path.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).last,
      let text = script.source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1)
        .first
    else { return true }
    return Int(field) != nil || text.contains(field)
  }

  /// What may be nil on the line where a script used nil as an object.
  private func nilValues(_ message: String) -> [LuaDiagnostic] {
    guard message.contains("attempt to index a nil value"), let line = line(in: message) else { return [] }
    return foundNil.withLock { found in
      let all = found ?? GeoLibrary.checker().nilValues(in: script.source, name: script.name)
      found = all
      return all.filter { $0.line == line }
    }
  }

  /// Whether a message gives the same advice already.
  private static func repeats(_ finding: String, _ message: String) -> Bool {
    if let name = finding.split(separator: "'").dropFirst().first, !finding.hasSuffix(")"),
      finding.hasPrefix("unknown member '"),
      message.contains("has no member '\(name)'")
    {
      return true
    }
    for mark in [" (", ": "] {
      guard let start = finding.ranges(of: mark).last?.upperBound else { continue }
      if message.contains(finding[start...].drop { $0 == "(" }.dropLast(finding.hasSuffix(")") ? 1 : 0)) {
        return true
      }
    }
    return message.contains(finding)
  }

  /// The number after the script's name, where it first stands: `rex.lua:12:`.
  private func line(in text: String) -> Int? {
    guard let start = text.firstRange(of: script.name + ":")?.upperBound else { return nil }
    return Int(text[start...].prefix { $0.isNumber })
  }

  private func diagnostics(at line: Int) -> [LuaDiagnostic] { diagnostics.filter { $0.concerns(line) } }

  private var diagnostics: [LuaDiagnostic] {
    found.withLock { found in
      let all = found ?? GeoLibrary.checker().check(script.source, name: script.name)
      found = all
      return all
    }
  }
}

extension Run {
  /// Says at the start what the script waits for in vain.
  func warn(of advice: ScriptAdvice, isLive: Bool, _ output: Output) {
    if advice.isEmpty { output.note("the script is empty: it starts nothing") }
    // A live run has no end at which it could say why nothing happened.
    output.warn(of: isLive ? advice.warnings : advice.neverCalled)
    if options.staleAfter == nil, let silence = advice.neverSilent { output.note(silence) }
  }
}
