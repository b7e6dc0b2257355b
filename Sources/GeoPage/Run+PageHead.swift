import Geo
import GeoFeeds
import GeoFormats
import GeoHost

extension Run {
  /// What the page says of the run: the script, its sources, and the zone of its times.
  var pageHead: [(name: String, value: JSONValue)] {
    // An address may have a password, which its name leaves out.
    let sources = options.sources.map { (try? SourceAddress($0))?.name ?? $0 }
    return [
      ("script", .string(script.name)), ("sources", .array(sources.map { .string($0) })),
      ("zone", .string(options.timeZone.name)),
      ("replay", .array(options.replayWords(from: sources).map { .string($0) })),
      ("changes", .array(options.changes.map { .string($0.word) })),
    ]
  }
}

extension RunOptions {
  /// The options of a command line that decides as this run did. What only delivers or writes is not among them, and
  /// neither are secrets.
  fileprivate func replayWords(from sources: [String]) -> [String] {
    func given(_ option: String, _ values: [String]) -> [String] { values.flatMap { [option, $0] } }
    var words = given("--from", sources) + given("--fences", fences)
    if fenceAccuracy > 0 { words += ["--fence-accuracy", "\(fenceAccuracy)"] }
    words +=
      given("--group-by", [groupBy].compactMap { $0 }) + given("--settings", [settings].compactMap { $0 })
    if hasTimeZone { words += ["--time-zone", timeZone.name] }
    if let reorderWindow { words += ["--reorder-window", "\(reorderWindow)"] }
    if runsInBackground { words.append("--background") }
    if seed != 0 { words += ["--seed", "\(seed)"] }
    return words + (arguments.isEmpty ? [] : ["--"] + arguments)
  }
}
