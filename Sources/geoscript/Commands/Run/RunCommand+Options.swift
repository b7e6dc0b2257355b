import ArgumentParser
import Geo
import GeoFeeds
import GeoFormats
import GeoHost
import GeoLua

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
    if !output.alerts.isEmpty {
      options.alerts = try output.alerts.flatMap { try AlertSinkOption.alerts($0) }
    }
    options.channels = try output.channel.flatMap { try AlertSinkOption.channel($0) }
    options.alertHeaders = try headers(for: options.alerts + options.channels)
    options.alertSecrets = try secrets(for: options.alerts + options.channels)
    options.alertTimeout = output.alertTimeout
    if let text = output.alertMaxAge { options.alertMaxAge = try AlertLimits.age(text) }
    if let text = output.alertQueue { options.alertQueue = try AlertLimits.size(text) }
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

  /// The time zone, and what depends on it.
  private func setZone(_ options: inout RunOptions) throws {
    options.timeZone = try input.table.timeZone?.zone(of: options.sources, options.feed) ?? ZoneInfo.system
    options.followsZones = try input.table.timeZone?.follows(options.sources) ?? false
    options.hasTimeZone = input.table.timeZone != nil
    options.pictures?.timeZone = options.timeZone
    options.alertRule.zone = options.timeZone
    options.alertRule.quiet = try output.quietHours.map { try QuietHours($0, in: options.timeZone) }
    options.alertRule.group = try output.groupAlerts.map {
      try AlertLimits.seconds($0, of: "--group-alerts", example: "30s or 5m")
    }
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

  private func feedOptions() throws -> FeedOptions {
    var feed = FeedOptions()
    input.table.apply(to: &feed)
    feed.start = try input.start.map { try FeedOptions.time($0, in: feed.timeZone, for: "--start") }
    feed.end = try input.end.map { try FeedOptions.time($0, in: feed.timeZone, for: "--end") }
    if let start = feed.start, let end = feed.end, start > end {
      throw GeoError(.usage, "--start is after --end")
    }
    feed.groupField = try input.groupBy.flatMap { (words) throws(GeoError) in try Grouping(words).field }
    feed.keepsPublishes = input.otr
    feed.interval = input.interval
    feed.pace = input.pace
    feed.deviceBy = input.deviceBy
    feed.distortion = try distortion.distortion(seed: phone.seed)
    if let path = input.owntracksKey {
      try MissingFile.check(path, "file", endings: [], for: "--owntracks-key")
      feed.ownTracksKeys = try OwnTracksKeys(path: path)
    }
    return feed
  }

  private func headers(for alerts: [AlertSinkOption]) throws -> [String] {
    let hooks = Set(alerts.compactMap(\.origin))
    guard !output.alertHeader.isEmpty else { return [] }
    guard !hooks.isEmpty else { throw GeoError(.usage, "--alert-header needs --alerts https://…") }
    guard hooks.count == 1 else {
      throw GeoError(
        .usage, "--alert-header goes to every web hook, and these are on several servers: a secret would leak"
      )
    }
    return try AlertHeaders.read(output.alertHeader)
  }

  private func secrets(for alerts: [AlertSinkOption]) throws -> [SigningSecret] {
    guard output.alertSecret.isEmpty || alerts.contains(where: { $0.origin != nil }) else {
      throw GeoError(.usage, "--alert-secret needs --alerts https://…: it signs messages to web hooks")
    }
    return try SigningSecret.read(output.alertSecret)
  }

  private func factor() throws -> Double? {
    if input.speed == "max" { return nil }
    guard let factor = Double(input.speed), factor > 0, factor.isFinite else {
      throw GeoError(.usage, "--speed takes a number above 0 or max, got '\(input.speed)'")
    }
    return factor
  }
}
