import ArgumentParser
import Geo
import GeoFeeds
import GeoHost

/// Turns the command line into the options of a run.
extension RunCommand {
  /// The options of a run for another command; its words are named as its user's.
  ///
  /// - Errors: ``GeoError`` `usage` for words that `run` does not take.
  static func options(of words: [String]) throws -> RunOptions {
    do { return try parse(words).options() } catch let error as GeoError { throw error } catch {
      throw GeoError(.usage, message(for: error))
    }
  }

  /// - Errors: ``GeoError`` `usage` for options that do not fit together.
  func options() throws -> RunOptions {
    try checkThatSourcesFit()
    var options = RunOptions(script: script)
    options.arguments = arguments
    options.sources = try SourcePaths.expanded(input.sources, takesLive: true)
    if !options.sources.isEmpty {
      try SourceFit.check(options.sources, deviceBy: input.deviceBy, input.table)
    }
    options.feed = try feedOptions()
    options.speed = try factor()
    options.reorderWindow = input.reorderWindow
    options.groupBy = input.groupBy
    options.settings = input.settings
    options.staleAfter = input.staleAfter
    options.hasRecorderHooks = input.otr
    options.takesWaypoints = input.owntracksWaypoints || input.otr
    options.httpKeys = try http.keys()
    options.fences = regions.fences
    options.privacyZones = regions.privacyZone
    options.fenceAccuracy = regions.fenceAccuracy
    options.explain = regions.explain
    try setAlerts(&options)
    options.tables = try output.table.map { try TableOption($0) }
    options.replaces = output.force
    options.json = output.json
    options.strict = output.strict
    options.keepsGoing = output.keepGoing
    options.profileScript = output.profileScript
    options.isQuiet = output.quiet
    options.isVerbose = output.verbose
    options.metrics = try output.metrics.map { try ListenAddress($0) }
    options.logLevel = output.logLevel
    options.logFormat = output.logFormat
    try keeping.apply(to: &options)
    options.mapSize = pictures.mapSize?.size
    options.pictures = try pictures.options()
    try setZone(&options)
    options.pictures?.replaces = output.force
    options.page = try page.options()
    options.page?.replaces = output.force
    options.changes = try page.changes(options.feed)
    let baseMap = try pictures.style.baseMap(for: options.page, hasPictures: pictures.path != nil)
    options.page?.baseMap = baseMap
    options.profile = try ProfileFile.profile(phone.profile)
    options.runsInBackground = phone.background
    options.seed = phone.seed
    if let router = phone.router { options.router = try RouterOption(router) }
    if let geocoder = phone.geocoder { options.geocoder = try GeocoderOption(geocoder) }
    setLimits(&options)
    let drawsFences = options.page?.controls == true && !options.fences.isEmpty
    options.reload = try reload.rule(for: script, isAsked: drawsFences)
    let whatIf = try RunCommand.whatIf(options)
    options.page?.whatIf = whatIf
    return options
  }

  private func setLimits(_ options: inout RunOptions) {
    options.jobs = limits.jobs
    options.maxMemory = limits.maxMemory << 20
    options.maxMemoryDevice = limits.maxMemoryDevice << 20
    options.maxInstructions = Int64(limits.maxInstructions)
    options.readable = limits.allowRead
    options.writable = limits.allowWrite
    options.allowsNet = limits.allowNet
  }
}
