package import Geo
import GeoFeeds
import Glibc

/// `geoscript run --watch` over files: the run begins anew whenever one of its files changes, until a signal.
///
/// - Source: HO-105.
package struct RepeatedRun {
  private var options: RunOptions
  private let modules: RunModules
  private let rule: ReloadRule

  /// Nil for a run that does not watch its files, or takes changes over while it lasts.
  ///
  /// - Errors: ``GeoError`` `usage` for a run that cannot begin anew.
  package init?(_ options: RunOptions, modules: RunModules) throws(GeoError) {
    guard let rule = options.reload, rule.watches else { return nil }
    for source in options.sources {
      let address = try SourceAddress(source)
      if address.isLive { return nil }
    }
    if options.sources.contains("-") {
      throw GeoError(.usage, "--watch reads its sources again, and standard input cannot be: name a file")
    }
    if options.state != nil {
      throw GeoError(.usage, "--watch begins again, and --state continues: leave one of them out")
    }
    // A stream is no file: it cannot begin anew.
    (self.options, self.modules, self.rule) = (options, RunModules(pages: modules.pages), rule)
  }

  /// Runs until a signal comes while nothing runs, or ends a run; returns the exit code.
  ///
  /// - Errors: ``GeoError`` `usage` of the first run: no file can mend it.
  package mutating func run() throws(GeoError) -> Int32 {
    var isFirst = true
    while true {
      do throws(GeoError) {
        let code = try Run(options, modules: modules).run()
        if Signals.stop != 0 { return code }
        // From now on its files are those of an earlier run.
        options.replaceFiles()
      } catch {
        if isFirst, error.code == .usage { throw error }
        say(error)
      }
      isFirst = false
      Signals.install()
      options.watchAll()
      guard waitForChange() else { return 128 + Signals.stop }
    }
  }

  /// Waits until the options can be read again after a change; false if a signal came.
  private mutating func waitForChange() -> Bool {
    while Signals.stop == 0 {
      guard rule.files.isChanged else {
        usleep(UInt32(FileWatch.interval * 1e6 / 4))
        continue
      }
      rule.files.takeChange()
      do throws(GeoError) {
        var next = try rule.read().options
        next.reload = rule
        if options.replaces { next.replaceFiles() }
        options = next
        return true
      } catch { say(error) }
    }
    return false
  }

  private func say(_ error: GeoError) { Console(options).say(.error, "\(error)", label: "error: ") }
}

extension RunOptions {
  /// From now on output files with contents are replaced.
  fileprivate mutating func replaceFiles() {
    replaces = true
    pictures?.replaces = true
    page?.replaces = true
  }
}
