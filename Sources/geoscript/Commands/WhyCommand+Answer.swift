import Geo
import GeoFormats
import GeoHost
import GeoLua
import GeoWorkshop
import Glibc

/// Plays the run again and prints the answer.
extension WhyCommand {
  func run() throws {
    let known = RunConfiguration.options()
    var question = WhyQuestion()
    (question.region, question.time, question.device) = (not, at, device)
    if let within { question.margin = try Quantity.seconds(within, "--within") }
    // With --not there is an alert beside the script only by mistake.
    let takesAlert = not == nil || self.words.contains { $0.hasSuffix(".lua") }
    let words = ScriptWords(self.words, takesName: takesAlert, options: known) { access($0, F_OK) == 0 }
    question.alert = words.name
    if not != nil, let alert = words.name {
      throw GeoError(
        .usage, "--not asks why nothing fired, and '\(alert)' names an alert: leave one of them out")
    }
    if let bundle { try WhyBundle.check(bundle) }
    let configuration = try Configuration(words: words.expanded, options: known)
    guard configuration.script != nil else { throw GeoError(.usage, WhyCommand.advice(words.name)) }
    var options = try RunCommand.options(of: configuration.words)
    // What a configuration says of outputs is not for this.
    (options.record, options.recordExact) = (nil, nil)
    let restored = try RestoredSources(options)
    // Its folder lasts as long as it does.
    defer { withExtendedLifetime(restored) {} }
    options = restored.options
    if !restored.names.isEmpty {
      Geoscript.complain(
        "geoscript: as the run had them, from --state: \(restored.names.joined(separator: ", "))")
    }
    question.isChanged = try isChanged(options)
    let notes =
      RecordedState.notes(options.sources) + RecordedRun.masks(options.sources)
      + RecordedRun.reloads(options.sources, in: options.timeZone)
    for note in notes {
      Geoscript.complain("geoscript: \(note)")
    }
    var alert: Alert?
    if question.alert != nil {
      let answer = try WhyAlert(question, options)
      print(json ? "\(answer.json)\n" : answer.text(in: options.timeZone), terminator: "")
      alert = answer.alert
    } else {
      let answer = try WhyNot(question, options)
      print(json ? "\(answer.json)\n" : answer.text(in: options.timeZone), terminator: "")
      question.time = ISO8601.format(answer.time)
    }
    guard let bundle else { return }
    fflush(nil)
    Geoscript.complain(try WhyBundle(bundle, question, options, configuration.settings, alert: alert).write())
  }

  /// Whether the run differs from the one that was recorded; says so.
  ///
  /// - Errors: ``GeoError`` `data` if it does, without `--anyway`.
  private func isChanged(_ options: RunOptions) throws(GeoError) -> Bool {
    let differences = try RecordedRun.differences(options).joined(separator: "; ")
    guard !differences.isEmpty else { return false }
    guard anyway else {
      throw GeoError(
        .data,
        "the run was recorded otherwise: \(differences) (--state DIR has what ran, if the run had it; --anyway asks all the same)",
        at: options.sources.joined(separator: ", "))
    }
    Geoscript.complain("geoscript: the run was recorded otherwise: \(differences)")
    return true
  }

  /// What to write if no word names the script.
  private static func advice(_ alert: String?) -> String {
    guard let alert else {
      return
        "name an alert and a script: geoscript why ALERT home.lua --from FILE; or the script with --at TIME"
    }
    return "name the script as well: geoscript why '\(PlainText.line(alert))' home.lua --from FILE"
  }
}
