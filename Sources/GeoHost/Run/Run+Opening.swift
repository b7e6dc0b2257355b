package import Geo
package import GeoDelivery
package import GeoFeeds
import GeoFormats
package import GeoLua
package import GeoStore
import LuaBridge

/// What a run checks and opens before the first event.
extension Run {
  /// Checks that all files exist before anything is opened.
  func checkFiles() throws(GeoError) {
    try SourceWord.checkFiles(options.sources, for: "--from")
    try Run.checkRegionFiles(fences: options.fences, privacyZones: options.privacyZones)
    let names = ScriptNames(script)
    for sink in options.alerts + options.channels { try sink.checkFilters(names) }
    try options.geocoder.check(allowsNet: options.allowsNet)
    try options.router?.check(allowsNet: options.allowsNet)
    try checkAlertFiles()
    if let path = options.profileScript { try ScriptProfile.check(path, replaces: options.replaces) }
  }

  /// Alerts are appended to no file that the run reads, or writes for something else.
  ///
  /// - Errors: ``GeoError`` `usage`.
  private func checkAlertFiles() throws(GeoError) {
    let others = inputs + options.tables.map(\.path)
    for case .ndjson(let path?) in (options.alerts + options.channels).map(\.kind)
    where others.contains(where: { $0 == path || areSameFile($0, path) }) {
      throw GeoError(.usage, "is used twice in this run: name another file for the alerts", at: path)
    }
  }

  /// Why the script, or a file that it runs with, cannot be used; nil if all can.
  var inputFault: GeoError? {
    if let fault = script.syntaxFault { return fault }
    do throws(GeoError) {
      for path in options.fences {
        _ = try FenceFile.read(
          path, desiredAccuracy: options.fenceAccuracy, timeZones: FenceFile.systemTimeZones)
      }
      _ = try PrivacyZones(files: options.privacyZones)
      if let path = options.settings { _ = try SettingsFile(path: path) }
      return nil
    } catch {
      return error
    }
  }

  /// The files that the run reads.
  private var inputs: [String] {
    options.sources + options.fences + options.privacyZones + [options.script]
      + [options.settings, options.groupBy].compactMap { $0 }
  }

  /// - Errors: ``GeoError`` `noInput` for a file that does not exist.
  static func checkRegionFiles(fences: [String], privacyZones: [String]) throws(GeoError) {
    for (option, paths) in [("--fences", fences), ("--privacy-zone", privacyZones)] {
      for path in paths { try MissingFile.check(path, "file", endings: fenceEndings, for: option) }
    }
  }

  /// The endings that a user may leave out of a source's path.
  static let sourceEndings = FileForm.endings.flatMap { [$0.ending, $0.ending + ".gz"] }

  /// The same for fences.
  private static let fenceEndings = [".geojson", ".json", ".kml", ".kmz", ".wkt", ".otrw"]

  /// The capabilities that the script requires.
  ///
  /// - Errors: ``GeoError`` `data` for an invalid list, `unavailable` if the profile lacks a capability:
  ///   the run reads nothing for devices that would not start.
  package func requirements() throws(GeoError) -> RequiredDeviceCapabilities {
    let requirements = RequiredDeviceCapabilities(of: script.source, called: script.name)
    if let error = requirements.diagnostics.first(where: { $0.severity == .error }) {
      throw GeoError(.data, error.description)
    }
    let missing = requirements.missing(on: options.profile)
    guard missing.isEmpty else {
      throw GeoError(.unavailable, options.profile.lack(missing), at: script.name)
    }
    return requirements
  }

  /// The sinks of `--alerts` and `--channel` with what the run says of all of them.
  package var sinkOptions: [AlertSinkOption] {
    let sinks = (options.alerts + options.channels).map { sink in
      // HO-83: times are those of the run's zone, unless the address says otherwise; a line for a person has that of
      // its alert's place if zones follow devices.
      if options.followsZones, sink.kind == .text, sink.shape.template == nil { return sink }
      var sink = sink
      sink.shape.style.zone = sink.shape.style.zone ?? options.timeZone
      return sink
    }
    return options.json ? sinks.filter { $0.kind != .text } : sinks
  }

  /// - Errors: those of ``AlertSinks/init(_:supplies:patience:outbox:onWake:)``.
  package func alertSinks(
    _ outbox: (any AlertOutbox)?, _ sinks: [AlertSinkOption],
    onWake: (@Sendable (_ isChange: Bool) -> Void)? = nil
  ) throws(GeoError) -> AlertSinks {
    try AlertSinks(
      sinks,
      supplies: SinkSupplies(
        headers: options.alertHeaders, secrets: options.alertSecrets, drawing: MapPicture.drawing),
      patience: options.alertTimeout, outbox: outbox, onWake: onWake)
  }

  /// Starts what is shown to Home Assistant.
  ///
  /// - Errors: ``GeoError`` of an address.
  package func mirrors(_ output: Output) throws(GeoError) -> [HomeAssistantMirror] {
    var mirrors: [HomeAssistantMirror] = []
    for case .homeAssistant(let address) in options.alerts.map(\.kind) {
      mirrors.append(
        try HomeAssistantMirror(address, folder: options.state) { [weak output] in output?.repeatWarning($0) }
      )
    }
    for mirror in mirrors { mirror.start() }
    return mirrors
  }

  /// - Errors: those of ``RunTables/init(_:replaces:inputs:store:)``.
  func tables(_ store: StateStore?) throws(GeoError) -> RunTables {
    try RunTables(options.tables, replaces: options.replaces, inputs: inputs, store: store)
  }

  package func output(_ sinks: AlertSinks, _ addresses: [SourceAddress]) -> Output {
    // Without sources the wall clock ticks; with a pace or a pipe, somebody may be watching.
    let isLive =
      options.sources.isEmpty || options.speed != nil || options.sources.contains("-")
      || isLive(addresses)
    return Output(options, sinks: sinks, isLive: isLive)
  }

  /// What all workers share, apart from state and recording.
  ///
  /// - Errors: ``GeoError`` of a fence file.
  package func plan(
    _ requirements: RequiredDeviceCapabilities, _ unit: ScriptUnit, _ output: Output,
    _ addresses: [SourceAddress], _ tables: RunTables
  ) throws(GeoError) -> WorkerPlan {
    let isLive = isLive(addresses)
    let privacy = try PrivacyZones(files: options.privacyZones)
    let fences = try self.fences(output)
    var plan = WorkerPlan(
      script: script, requirements: requirements, options: options, fences: fences,
      directory: DeviceDirectory(limit: isLive ? LiveLoop.deviceLimit : DeviceDirectory.noLimit),
      order: order(isLive: isLive),
      tiles: TileFetcher(cachePath: TileFetcher.standardCache) { [weak output] in output?.warn($0) },
      geocoding: GeocodingFetcher.made(for: options.geocoder, state: options.state) { [weak output] in
        output?.warn($0)
      }, advice: ScriptAdvice(script, isOurs: !options.hasRecorderHooks),
      files: RunFiles(options, script), tables: tables)
    plan.routing = options.router.map { _ in
      Fetcher<RoutePageRequest>(
        cachePath: nil, turns: ServerRateLimiter(folder: ServerRateLimiter.standardFolder)
      ) { [weak output] in output?.warn($0) }
    }
    plan.answers = try RecordedAnswers(options.sources)
    plan.privacy = privacy
    plan.options.pictures?.privacy = privacy
    plan.changes = RegionChanges(options.changes)
    plan.unit = unit
    plan.declaresUnit = declaresUnit
    plan.grouping = try options.groupBy.map { (words) throws(GeoError) in try Grouping(words) }
    plan.settings = try options.settings.map { (path) throws(GeoError) in try SettingsFile(path: path) }
    return plan
  }

  /// What one instance of the script stands for.
  ///
  /// - Errors: ``GeoError`` `data` if the script says it in a way that cannot be read, `usage` for options that do
  ///   not go with groups.
  func scriptUnit() throws(GeoError) -> ScriptUnit {
    let unit = try declaredUnit()
    guard unit != .device else { return unit }
    if options.sources.isEmpty { throw GeoError(.usage, "a group script needs devices: add --from SOURCE") }
    if options.runsInBackground {
      throw GeoError(.usage, "--background is for scripts for each device: remove it, or \(unit.words)")
    }
    return unit
  }

  /// - Errors: ``GeoError`` `data` if the script says it in a way that cannot be read.
  package func declaredUnit() throws(GeoError) -> ScriptUnit {
    let (unit, fault) = ScriptUnit.declared(in: script.source, called: script.name)
    if let fault { throw GeoError(.data, fault.description) }
    if options.hasRecorderHooks { return .run }
    return unit
  }

  private func order(isLive: Bool) -> ReorderWindow.Policy {
    if isLive { return ReorderWindow.Policy(width: options.reorderWindow ?? 0, isLive: true) }
    let isFile = options.sources.contains { $0 != "-" }
    let usual: ReorderWindow.Policy = isFile ? .file : .recorded
    return options.reorderWindow.map { ReorderWindow.Policy(width: $0, isLive: false) } ?? usual
  }

  /// Whether the script may say what one instance stands for.
  var declaresUnit: Bool { options.hasRecorderHooks || script.source.contains("geoscript.app") }

  func fences(_ output: Output) throws(GeoError) -> RegionSet {
    var set = RegionSet.empty
    for path in options.fences {
      let (regions, skips) = try FenceFile.read(
        path, desiredAccuracy: options.fenceAccuracy, timeZones: FenceFile.systemTimeZones)
      output.warn(of: skips)
      if regions.isEmpty {
        if skips.total > 0 {
          output.unusable(GeoError(.data, "contains no usable region: geoscript skipped all of it", at: path))
        } else {
          output.warn("\(path) contains no region")
        }
      }
      set = set.adding(contentsOf: regions)
    }
    return set
  }

  package func pool(_ plan: WorkerPlan, _ output: Output) throws(GeoError) -> WorkerPool {
    do {
      return try WorkerPool(plan, output, jobs: options.sources.isEmpty ? 1 : options.jobs)
    } catch {
      throw script.fault(error)
    }
  }
}

extension ScriptFile {
  /// Why it cannot be compiled; nil if it can.
  package var syntaxFault: GeoError? {
    // The checker words the error like Lua and adds a suggestion.
    if let flaw = ScriptSet.flaw(of: self) { return GeoError(.data, "\(name):1: \(flaw)") }
    return LuaChecker.syntaxError(in: source, name: name).map { GeoError(.data, $0.description) }
  }

  /// What the user hears of an error while the script is compiled.
  package func fault(_ error: any Error) -> GeoError {
    switch error {
    case let error as GeoError: error
    case let error as LuaError: syntaxFault ?? GeoError(.data, error.message)
    default: GeoError(.internal, "\(error)")
    }
  }
}
