import ArgumentParser
import Geo
import GeoHost
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
    let code = try Run(shown).run()
    if code != 0 { throw ExitCode(code) }
  }
}
