import Geo
import GeoFeeds
import GeoHost

/// What the words of the command line mean for a run.
extension RunCommand {
  /// - Errors: ``GeoError`` `usage` for words that make no sense together.
  func options() throws -> RunOptions {
    try checkThatSourcesFit()
    var options = RunOptions(script: script)
    options.arguments = arguments
    options.sources = sources
    options.feed = try feedOptions()
    options.speed = try factor()
    options.reorderWindow = reorderWindow
    options.record = record
    options.recordRotation = try recordRotate.map { try RecordRotation($0) }
    options.staleAfter = staleAfter
    options.jobs = jobs
    options.seed = seed
    options.profile = try ProfileFile.profile(profile)
    options.mapSize = mapSize?.size
    options.pictures = try pictures.options()
    options.fences = fences
    options.fenceAccuracy = fenceAccuracy
    options.takesWaypoints = owntracksWaypoints
    if !alerts.isEmpty { options.alerts = try alerts.map { try AlertSinkOption($0) } }
    options.alertHeaders = try headers(for: options.alerts)
    options.alertTimeout = alertTimeout
    options.json = json
    options.explain = explain
    options.runsInBackground = background
    options.strict = strict
    options.isQuiet = quiet
    options.maxMemory = maxMemory << 20
    options.maxMemoryDevice = maxMemoryDevice << 20
    options.maxInstructions = maxInstructions
    options.readable = allowRead
    options.writable = allowWrite
    options.allowsNet = allowNet
    if let geocoder { options.geocoder = try GeocoderOption(geocoder) }
    options.state = state
    options.httpKeys = try http.keys()
    options.checkpointInterval = checkpoint
    return options
  }

  /// What says something of sources that are not there would do nothing.
  private func checkThatSourcesFit() throws {
    let addresses = try sources.map { try SourceAddress($0) }
    let server = [("--http-token", http.httpToken != nil), ("--http-users", http.httpUsers != nil)]
    if let word = server.first(where: \.1)?.0, !addresses.contains(where: \.isServer) {
      throw GeoError(.usage, "\(word) needs --from http://…: it says who may send there")
    }
    let ownTracks = [("--owntracks-key", owntracksKey != nil), ("--owntracks-waypoints", owntracksWaypoints)]
    if let word = ownTracks.first(where: \.1)?.0, !addresses.contains(where: \.canBringOwnTracks) {
      throw GeoError(
        .usage, "\(word) is for messages of OwnTracks: --from mqtt://…, http://…, a .rec or an event log")
    }
  }

  private func feedOptions() throws -> FeedOptions {
    var feed = FeedOptions()
    feed.start = try start.map { try FeedOptions.time($0) }
    feed.end = try end.map { try FeedOptions.time($0) }
    if let start = feed.start, let end = feed.end, start > end {
      throw GeoError(.usage, "--start is after --end")
    }
    feed.interval = interval
    feed.pace = pace
    feed.deviceBy = deviceBy
    feed.deviceColumn = deviceColumn
    feed.distortion = try distortion.distortion(seed: seed)
    if let owntracksKey { feed.ownTracksKeys = try OwnTracksKeys(path: owntracksKey) }
    return feed
  }

  private func headers(for alerts: [AlertSinkOption]) throws -> [String] {
    let hooks = Set(alerts.compactMap(\.origin))
    guard !alertHeader.isEmpty else { return [] }
    guard !hooks.isEmpty else { throw GeoError(.usage, "--alert-header needs --alerts https://…") }
    guard hooks.count == 1 else {
      throw GeoError(
        .usage, "--alert-header goes to every web hook, and these are of several servers: a secret would leak"
      )
    }
    return try AlertHeaders.read(alertHeader)
  }

  private func factor() throws -> Double? {
    if speed == "max" { return nil }
    guard let factor = Double(speed), factor > 0, factor.isFinite else {
      throw GeoError(.usage, "--speed takes a number above 0 or max, got '\(speed)'")
    }
    return factor
  }
}
