import Geo
import GeoLua
import Glibc
import LuaBridge

/// The profile that `--profile-script` writes: folded stacks, as flamegraph.pl and speedscope read them.
///
/// - Source: HO-106; the format is that of github.com/brendangregg/FlameGraph: frames joined by `;`, a blank, a number.
struct ScriptProfile {
  private let profile: LuaProfile
  /// The lines of each file, for the names of functions.
  private var lines: [String: [Substring]] = [:]

  /// - Parameter script: its modules lie in its folder.
  init(_ profile: LuaProfile, of script: ScriptFile) {
    self.profile = profile
    lines[script.name] = Self.lines(script.source)
    for file in Set(profile.stacks.keys.joined().map(\.file)) where lines[file] == nil {
      guard let text = try? TextFile.read("\(script.folder)/\(file)") else { continue }
      lines[file] = Self.lines(text)
    }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The file: each stack with its instructions, then each with its microseconds.
  var text: String {
    let stacks = profile.stacks.map { (folded: folded($0.key), cost: $0.value) }
      .sorted { $0.folded < $1.folded }
    var text = ""
    for (folded, cost) in stacks where cost.instructions > 0 {
      text += "\(Self.units[0]);\(folded) \(cost.instructions)\n"
    }
    for (folded, cost) in stacks where cost.nanoseconds >= 500 {
      text += "\(Self.units[1]);\(folded) \((cost.nanoseconds + 500) / 1000)\n"
    }
    return text
  }

  /// The first frame of each line.
  private static let units = ["instructions", "microseconds"]

  private func folded(_ stack: [LuaProfile.Function]) -> String { stack.map(label).joined(separator: ";") }

  /// Such as `didEnterRegion home.lua:12`.
  private func label(_ function: LuaProfile.Function) -> String {
    let place = "\(PlainText.line(function.file).replacing(";", with: ":")):\(function.line)"
    guard function.line > 0 else { return "main chunk \(place.dropLast(2))" }
    return name(of: function).map { "\($0) \(place)" } ?? place
  }

  /// The name that a function's line gives it; nil where it gives none, or several.
  private func name(of function: LuaProfile.Function) -> String? {
    guard let lines = lines[function.file], lines.indices.contains(function.line - 1) else { return nil }
    let line = lines[function.line - 1]
    guard line.ranges(of: "function").count == 1 else { return nil }
    if let match = line.firstMatch(of: /function\s+(?:[\w.]+[.:])?(\w+)\s*\(/) {
      return String(match.output.1)
    }
    return line.firstMatch(of: /(\w+)\s*=\s*function\b/).map { String($0.output.1) }
  }

  /// What the functions that the host calls have taken, with all that they called: the costliest first.
  var callbacks: [(name: String, seconds: Double, share: Double)] {
    var sums: [LuaProfile.Function: UInt64] = [:]
    for (stack, cost) in profile.stacks {
      if let first = stack.first { sums[first, default: 0] += cost.nanoseconds }
    }
    let all = max(1, sums.values.reduce(0, +))
    return sums.map { (label($0.key), Double($0.value) / 1e9, Double($0.value) / Double(all)) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The line of the summary; nil where no script has run.
  var summary: String? {
    let three = callbacks.prefix(3).map { name, seconds, share in
      "\(name) \(hundredths(seconds)) s (\(Int((share * 100).rounded())) %)"
    }
    return three.isEmpty ? nil : "costliest callbacks: \(three.joined(separator: ", "))"
  }

  // MARK: The file

  /// Refuses to replace a file that is not a profile.
  static func check(_ path: String, replaces: Bool) throws(GeoError) {
    try ReplacedFile.check(path, is: "a profile", replaces: replaces) { head in
      let text = String(decoding: head, as: UTF8.self)
      return units.contains { text.hasPrefix("\($0);") }
    }
  }
}

extension Run {
  /// Writes the profile; returns the line of the summary, and the fault if it cannot be written.
  func writeProfile(_ stage: RunResources) -> (line: String?, fault: GeoError?) {
    guard let path = options.profileScript else { return (nil, nil) }
    var all = LuaProfile()
    for profile in stage.pool.each({ $0.profile }) { all.add(profile) }
    let profile = ScriptProfile(all, of: script)
    do throws(GeoError) {
      try AtomicFile.write(Array(profile.text.utf8), to: path)
      return (profile.summary, nil)
    } catch { return (profile.summary, error) }
  }
}
