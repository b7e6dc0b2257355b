import Geo
import GeoHost

/// The words of a command that takes those of `geoscript run`, in any order.
struct ScriptWords {
  /// The script; nil if no word names it.
  private(set) var script: String?
  /// The word beside the script that is neither an option nor a value: the alert of `why`.
  private(set) var name: String?
  /// The others, without the script.
  private(set) var rest: [String]

  /// - Parameters:
  ///   - takesName: whether a word beside the script is wanted, which comes first if neither is a `.lua` file.
  ///   - isFile: whether there is such a file: only that makes a word behind `--from SOURCE` a further source, if it
  ///     could be a name.
  init(
    _ words: [String], takesName: Bool = false, options: [ConfigurationOption], isFile: (String) -> Bool
  ) {
    let places = Configuration.places(in: words, options: options)
    var names = places.filter { place in
      if words[place].hasSuffix(".lua") { return true }
      return !ScriptWords.followsSource(place, places, words)
        || takesName && !words[place].contains("://") && !isFile(words[place])
    }
    var taken: Set<Int> = []
    if let place = names.first(where: { words[$0].hasSuffix(".lua") }) {
      (script, names) = (words[place], names.filter { $0 != place })
      taken.insert(place)
    }
    if takesName, let place = names.first {
      (name, names) = (words[place], Array(names.dropFirst()))
      taken.insert(place)
    }
    if script == nil, let place = names.first {
      script = words[place]
      taken.insert(place)
    }
    rest = words.indices.filter { !taken.contains($0) }.map { words[$0] }
  }

  /// The words of `run`, with one `--from` for each source.
  var expanded: [String] {
    Array(RunWords.expanded(["run"] + (script.map { [$0] } ?? []) + rest).dropFirst())
  }

  /// Whether a word stands in the list behind `--from`.
  private static func followsSource(_ place: Int, _ places: [Int], _ words: [String]) -> Bool {
    var start = place
    while places.contains(start - 1) { start -= 1 }
    guard start > 0 else { return false }
    return words[start - 1].hasPrefix("--from=") || start > 1 && words[start - 2] == "--from"
  }
}
