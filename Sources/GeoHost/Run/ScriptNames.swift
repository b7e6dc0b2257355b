import Geo
import LuaBridge

/// What the text of a script says of names: a cheap look, without parsing.
struct ScriptNames {
  private let source: String

  init(_ script: ScriptFile) { source = script.source }

  /// The channels that the script names in `geoscript.send("lights", …)`.
  var channels: Set<String> { names(of: /geoscript\.send\s*\(\s*(?:"([^"\n]*)"|'([^'\n]*)')/) }

  /// The tables that the script names in `geoscript.row("trips", …)`.
  var tables: Set<String> { names(of: /geoscript\.row\s*\(\s*(?:"([^"\n]*)"|'([^'\n]*)')/) }

  private func names(of call: Regex<(Substring, Substring?, Substring?)>) -> Set<String> {
    Set(source.matches(of: call).compactMap { ($0.output.1 ?? $0.output.2).map(String.init) })
  }

  /// Whether the script loads other files, so that this text is not all of it.
  var hasModules: Bool { source.contains("require") }

  /// Whether a word stands in the text.
  func mentions(_ word: String) -> Bool {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    return source.ranges(of: word).contains { range in
      (range.lowerBound == source.startIndex || !isPart(source[source.index(before: range.lowerBound)]))
        && (range.upperBound == source.endIndex || !isPart(source[range.upperBound]))
    }
  }
}

/// What is said at the end of a run of options whose names the script never used.
struct UnusedNames {
  let names: ScriptNames

  /// - Parameter sent: the channels that messages went to.
  func notes(channels: Set<String>, sent: Set<String>) -> [String] {
    let silent = channels.subtracting(sent)
    // Reading the script with a pattern takes a part of a short run.
    guard !silent.isEmpty else { return [] }
    let known = names.channels
    return silent.subtracting(known).sorted().map { channel in
      "the script sent nothing to the channel '\(PlainText.line(channel))' of --channel"
        + NearestName.advice(channel, among: known.union(sent).sorted())
    }
  }

  /// - Parameter unwritten: the tables without a row.
  func notes(unwritten: [String]) -> [String] {
    guard !unwritten.isEmpty else { return [] }
    let known = names.tables
    return unwritten.filter { !known.contains($0) }.map { table in
      "the script wrote no row to the table '\(PlainText.line(table))' of --table"
        + NearestName.advice(table, among: known.sorted())
    }
  }
}
