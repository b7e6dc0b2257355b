/// The words of `geoscript run`, in which several sources may follow one `--from`, as a shell writes `*.gpx`.
enum RunWords {
  private static let option = "--from"

  /// Puts the option before each of its sources.
  ///
  /// - Shapes: `walk.lua --from a.gpx b.gpx`; the script may also stand among or behind them, if its name ends with
  ///   `.lua`. What stands behind `--` stays.
  static func expanded(_ words: [String]) -> [String] {
    var result: [String] = []
    var rest = words[...]
    // The first word after `run` is the script unless it is an option.
    var hasScript = rest.dropFirst().first.map { !$0.hasPrefix("-") } ?? false
    while let word = rest.popFirst(), word != "--" {
      result.append(word)
      hasScript = hasScript || word.hasSuffix(".lua")
      guard word == option || word.hasPrefix(option + "=") else { continue }
      if word == option, let source = rest.popFirst() { result.append(source) }
      let more = rest.prefix { $0 == "-" || !$0.hasPrefix("-") }
      rest = rest.dropFirst(more.count)
      let isNamed = hasScript || more.contains { $0.hasSuffix(".lua") }
      for source in more {
        if isNamed, !source.hasSuffix(".lua") { result.append(option) }
        result.append(source)
      }
      hasScript = isNamed
    }
    return result + words.suffix(words.count - words.prefix { $0 != "--" }.count)
  }
}
