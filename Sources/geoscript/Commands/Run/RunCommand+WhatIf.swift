import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoPage
import GeoWorkshop

/// `--what-if`.
extension RunCommand {
  /// Prints which alerts come and go; with a file for the page, writes it as the changed run shows it.
  func answerWhatIf(_ options: RunOptions) throws {
    if case .server? = options.page?.place {
      throw GeoError(.usage, "--what-if plays files: give --page a file, or leave it out")
    }
    guard options.state == nil, !options.records else {
      throw GeoError(.usage, "--what-if writes nothing: leave --state and --record out")
    }
    let answer = try WhatIf(options)
    print(options.json ? "\(answer.json)\n" : answer.text(in: options.timeZone), terminator: "")
    guard options.page != nil else { return }
    var shown = options
    (shown.alerts, shown.channels, shown.tables, shown.pictures) = ([], [], [], nil)
    (shown.writable, shown.allowsNet, shown.json, shown.explain) = ([], false, false, nil)
    (shown.isQuiet, shown.isSilent) = (true, true)
    let code = try Run(shown, modules: RunModules(pages: Pages())).run()
    if code != 0 { throw ExitCode(code) }
  }

  /// What a served page answers; nil for a run whose files cannot be played again.
  ///
  /// - Source: WY-8.
  static func whatIf(_ options: RunOptions) throws(GeoError) -> PageOptions.WhatIfAnswer? {
    // Under a zone the answers would tell distances: from what radius on an alert comes.
    guard case .server? = options.page?.place, options.privacyZones.isEmpty else { return nil }
    var again = options
    (again.page, again.reload, again.metrics) = (nil, nil, nil)
    let addresses = try options.sources.map { (path) throws(GeoError) in try SourceAddress(path) }
    if addresses.isEmpty || addresses.contains(where: \.isLive) || options.sources.contains("-") {
      guard let recording = options.recordExact ?? options.record, options.recordRotation == nil else {
        return nil
      }
      (again.sources, again.feed) = ([recording], FeedOptions())
    }
    let options = again
    return { (changes) throws(GeoError) in
      var options = options
      options.changes = changes
      return try WhatIf(options).json
    }
  }
}
