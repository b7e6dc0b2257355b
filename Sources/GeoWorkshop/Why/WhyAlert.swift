package import Geo
package import GeoDelivery
package import GeoHost
package import GeoLua
import LuaBridge

/// Why an alert was raised: what led to it, step by step.
package struct WhyAlert: Sendable {
  /// A line of the script that ran in the event that raised the alert.
  package struct Line: Sendable {
    package let file: String
    package let number: Int
    package let text: String
    package let runs: Int
  }

  package let alert: Alert
  /// Where the script raised it, `home.lua:4`; empty if the host did.
  package let place: String
  /// What happened before it on its device, and the alert itself: fixes with their decisions, calls, printed lines.
  package let records: [ScriptRecord]
  package let lines: [Line]
  package let destinations: [AlertDestination]
  /// Until when quiet hours hold it; nil for not at all.
  package let quietEnd: TimeInterval?

  /// The most records that are shown.
  private static let most = 12

  /// Runs the script once more up to the alert, a little behind the run that searches for it.
  ///
  /// - Errors: ``GeoError`` `data` if the run raises no such alert.
  package init(_ question: WhyQuestion, _ options: RunOptions) throws(GeoError) {
    let (search, progress, isOver) = (try AlertSearch(question, options), SearchProgress(), AtomicFlag())
    let searching = WorkerThread<Result<AlertSearch.Found, GeoError>> {
      Result { () throws(GeoError) in try search.found(progress) { isOver.isSet } }
    }
    // No two threads may hold the files when the caller goes on.
    defer {
      isOver.set()
      _ = searching.join()
    }
    var explained = options
    (explained.explain, explained.json, explained.countsLines) = ("all", true, true)
    let replay = try WhyReplay(explained)
    defer { replay.run.close() }
    var rest = try WhyAlert.follow(progress, replay)
    guard let found = try searching.join()?.get() else {
      throw GeoError(.internal, "the search for the alert has no result")
    }
    let script = try ScriptFile(path: options.script)
    var history: [ScriptRecord] = []
    var before: [LuaLineCounts] = []
    func step(_ play: () -> Void) -> Bool {
      before = replay.run.lineCounts
      play()
      history += replay.run.takeRecords().records
      return history.contains { $0.alertID == found.alert.id }
    }
    // The alert has the lines of the timer or the fix that raised it, and not those of what came before or next; where
    // no later event belongs before that, which windows would put in order.
    func reach(before later: ArraySlice<DeviceEvent>) -> Bool {
      let time = found.alert.time
      guard replay.count >= found.event - WhyReplay.most, let next = later.first, next.time >= time,
        later.allSatisfy({ $0.timestamp >= time })
      else { return false }
      return step { replay.reach(time.nextDown) } || next.time > time && step { replay.reach(time) }
    }
    var isFound = false
    while !isFound, !rest.isEmpty {
      let share = rest.prefix(found.share(after: replay.count))
      let later = rest
      rest = rest.dropFirst(share.count)
      let isNear = replay.count >= found.event - AlertSearch.lookback
      replay.run.watch(isNear, found.alert.region ?? "all")
      isFound = reach(before: later)
      if isFound { break }
      isFound = isNear ? step { replay.play(share) } : WhyAlert.pass(share, replay)
      if history.count > 4000 { history.removeFirst(2000) }
      if rest.isEmpty { rest = try replay.read()?[...] ?? [] }
    }
    isFound = isFound || (replay.latest >= found.alert.time && step { replay.reach(found.alert.time) })
    if !isFound { _ = step { replay.end() } }
    alert = found.alert
    place = replay.run.place(ofAlert: alert.id)
    records = WhyAlert.chain(history, to: alert)
    lines = WhyAlert.lines(replay.run.lineCounts, since: before, of: script)
    destinations = options.destinations(of: alert)
    quietEnd = options.quietEnd(for: alert)
  }

  /// Plays the events that come long before the alert, while the search is past them; returns those read and not
  /// played.
  private static func follow(_ progress: SearchProgress, _ replay: WhyReplay) throws(GeoError) -> ArraySlice<
    DeviceEvent
  > {
    while let batch = try replay.read() {
      var rest = batch[...]
      while !rest.isEmpty {
        let share = rest.prefix(WhyReplay.most)
        guard progress.waits(past: replay.count + share.count + AlertSearch.lookback) else { return rest }
        rest = rest.dropFirst(share.count)
        replay.run.watch(false)
        _ = pass(share, replay)
      }
    }
    return []
  }

  /// Plays events whose records nobody needs.
  private static func pass(_ events: ArraySlice<DeviceEvent>, _ replay: WhyReplay) -> Bool {
    replay.play(events)
    _ = replay.run.takeRecords()
    return false
  }

  private static func chain(_ history: [ScriptRecord], to alert: Alert) -> [ScriptRecord] {
    guard let end = history.lastIndex(where: { $0.alertID == alert.id }) else { return [] }
    let own = history[...end].filter { record in
      if let group = alert.group { return record.group == group }
      return record.device == alert.device
    }
    return own.telling(most)
  }

  private static func lines(
    _ after: [LuaLineCounts], since before: [LuaLineCounts], of script: ScriptFile
  ) -> [Line] {
    after.flatMap { file in
      let old = before.first { $0.file == file.file }?.counts ?? [:]
      // Modules are named by their path in the script's folder.
      let source =
        file.file == script.name
        ? script.source : (try? ScriptFile(path: "\(script.folder)/\(file.file)"))?.source ?? ""
      let texts = source.split(separator: "\n", omittingEmptySubsequences: false)
      return file.counts.sorted { $0.key < $1.key }.compactMap { number, count -> Line? in
        let runs = count - (old[number] ?? 0)
        guard runs > 0 else { return nil }
        return Line(
          file: file.file, number: number,
          text: number <= texts.count ? String(texts[number - 1]) : "", runs: runs)
      }
    }
  }
}

extension ScriptRecord {
  /// The id of the alert that it is; nil for other records.
  var alertID: String? { if case .alert(let alert) = content { alert.id } else { nil } }
}
