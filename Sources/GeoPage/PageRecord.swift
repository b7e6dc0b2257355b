import Geo
import GeoDelivery
import GeoHost
import GeoLua

/// Records what a page shows of one device, while it runs.
///
/// The engine decides about a fix after it came, sometimes much later: decisions find their fix by its timestamp.
final class PageRecord: PageListener {
  var track: PageTrack
  private let limit: PageRecorder.Limit
  let privacy: PrivacyZones?
  var textNumbers: [String: Int32] = [:]
  /// The numbers of regions by identifier; a region that is registered anew may get another.
  var regionNumbers: [String: Int32] = [:]
  var lastStates: [Int32: PageState.Kind] = [:]
  /// The decisions about the fix of that time, until those about the next one come.
  private var batch: [RegionDecision] = []
  private var batchTime = TimeInterval.nan
  private var store: String?
  var maps: PageMaps
  /// About the bytes of long entries.
  var bytes = 0
  /// About the bytes of all entries.
  var allBytes = 0
  /// The device, while it runs.
  weak var device: Device?
  /// How many alerts came too late.
  var lateAlerts = 0
  /// What a served page has; nil for a page that is written at the end.
  var handedOver: HandedOver?
  /// Called at the first change after each handover.
  var onChange: ((PageRecord) -> Void)?

  init(
    _ device: DeviceID, name: String, shard: Int = 0, limit: PageRecorder.Limit,
    _ privacy: PrivacyZones? = nil, isServed: Bool = false
  ) {
    track = PageTrack(device: device, name: name, shard: shard)
    (self.limit, self.privacy) = (limit, privacy)
    maps = PageMaps(most: limit.maps, isServed: isServed)
  }

  /// Takes a fix as it came, unless it has no place: the device refuses that.
  func add(_ fix: Fix, at timestamp: TimeInterval) {
    guard CLLocationCoordinate2DIsValid(fix.coordinate) else { return }
    noteChange()
    let masked = privacy?.masked(fix)
    var shown = PageFix(masked?.fix ?? fix, timestamp, number: track.fixCount, zone: masked?.zone.words)
    // Without regions nothing else is decided about it.
    shown.text = number(of: shown.zone ?? "")
    track.fixes.append(shown)
    track.fixCount += 1
    if track.fixes.count > limit.fixes { thin() }
  }

  func add(_ explanation: Explanation, of device: Device, sequence: Int) {
    noteChange()
    switch explanation.subject {
    case .fix(let fate): judge(fate, at: explanation.timestamp ?? explanation.time)
    case .region(let decision):
      noteState(decision, at: explanation.timestamp ?? explanation.time, of: device)
      guard let timestamp = explanation.timestamp else { return }
      if timestamp != batchTime || batch.contains(where: { $0.identifier == decision.identifier }) {
        endBatch()
      }
      batchTime = timestamp
      batch.append(decision)
    case .alert(let decision):
      addSuppressed(
        decision.reason, of: decision.key, decision.region, at: explanation.time, sequence)
    }
  }

  /// Adds a record unless it only says what the fixes say.
  func add(_ record: ScriptRecord) {
    if case .explanation = record.content { return }
    if case .call(let name, _) = record.content, name.hasPrefix("didUpdate") { return }
    add(record.json, at: record.time, record.sequence)
  }

  /// Adds the script's store if it has changed.
  func add(store text: String, at time: TimeInterval, sequence: Int) {
    guard text != store else { return }
    store = text
    guard let value = try? JSONParser.parse(text) else { return }
    add(
      .object([
        ("time", .time(time)), ("device", .string(track.name)), ("type", .string("store")), ("store", value),
      ]), at: time, sequence)
  }

  /// Adds an alert that was not raised, or does not repeat any more.
  func addSuppressed(
    _ reason: String, of key: String?, _ region: String? = nil, at time: TimeInterval, _ sequence: Int
  ) {
    var members: [(name: String, value: JSONValue)] = [
      ("time", .time(time)), ("device", .string(track.name)), ("type", .string("suppressed")),
    ]
    if let key { members.append(("key", .string(key))) }
    if let region { members.append(("region", .string(region))) }
    add(.object(members + [("reason", .string(reason))]), at: time, sequence)
  }

  private func add(_ json: JSONValue, at time: TimeInterval, _ sequence: Int) {
    noteChange()
    guard track.entries.count < limit.entries else {
      track.moreEntries += 1
      return
    }
    let whole = json.size
    let json = whole > PageRecorder.longestText ? json.withTexts(of: PageRecorder.longestText) : json
    let size = json.size
    guard bytes + max(size - PageRecorder.shortEntry, 0) <= limit.bytes else {
      track.moreEntries += 1
      return
    }
    if size < whole { track.shortened += 1 }
    allBytes += size
    bytes += max(size - PageRecorder.shortEntry, 0)
    track.entries.append(PageEntry(time: time, sequence: sequence, json: json))
  }

  /// Ends the record.
  func summary(watched: RegionSet) -> PageTrack {
    endBatch()
    track.watched = watched
    track.maps = maps.kept
    return track
  }

  // MARK: Fixes

  /// The most fixes between a fix and what is decided about it.
  private static let farthest = 20_000

  private func judge(_ fate: FixOutcome, at timestamp: TimeInterval) {
    guard let index = index(of: timestamp) else { return }
    let zone = track.fixes[index].zone.map { " (\($0))" } ?? ""
    track.fixes[index].text = number(of: "\(fate)\(zone)")
    track.fixes[index].outcome =
      switch fate {
      case .late: .late
      case .withheld, .unwatched: .ignored
      default: fate.isHeld ? .held : .dropped
      }
    // What is held is decided later.
    track.fixes[index].isDecided = !fate.isHeld
    handedOver?.noteChange(of: track.fixes[index])
  }

  /// The number of the last undecided fix with that timestamp.
  private func index(of timestamp: TimeInterval) -> Int? {
    for index in track.fixes.indices.suffix(PageRecord.farthest).reversed()
    where track.fixes[index].timestamp == timestamp && !track.fixes[index].isDecided {
      return index
    }
    return nil
  }

  /// Adds the decisions about one fix to it: those with a reason, and of the others the nearest.
  func endBatch() {
    defer { batch.removeAll(keepingCapacity: true) }
    guard !batch.isEmpty, let index = index(of: batchTime) else { return }
    // A region that is gone may have no number.
    let known = batch.filter { regionNumbers[$0.identifier] != nil }
    let quiet = known.filter { $0.rule == .unchanged }
      .sorted { abs($0.distance ?? .infinity) < abs($1.distance ?? .infinity) }
    let shown = known.filter { $0.rule != .unchanged } + quiet.prefix(PageRecord.mostQuiet)
    var outcome = PageFix.Outcome.used
    track.fixes[index].first = Int32(track.decisions.count)
    track.fixes[index].count = Int32(shown.count)
    for decision in shown {
      switch decision.rule {
      case .entered, .exited, .dwelled, .passed: outcome = max(outcome, .crossed)
      case .ignored: outcome = max(outcome, .ignored)
      case .held, .pending: outcome = max(outcome, .held)
      case .settled, .cancelled, .unchanged: break
      }
      track.decisions.append(
        PageDecision(
          region: regionNumbers[decision.identifier] ?? 0, rule: decision.rule, state: decision.state,
          distance: Float(decision.distance ?? .nan), text: number(of: decision.reason),
          due: decision.pending?.due ?? .nan))
    }
    // A crossing matters more than what another region held.
    if shown.contains(where: { [.entered, .exited, .dwelled, .passed].contains($0.rule) }) {
      outcome = .crossed
    }
    track.fixes[index].outcome = outcome
    track.fixes[index].text = number(of: track.fixes[index].zone ?? "")
    track.fixes[index].isDecided = true
    handedOver?.noteChange(of: track.fixes[index])
  }

  /// The most regions without an event that a fix names.
  private static let mostQuiet = 2

  /// Leaves out every second fix about which there is nothing to say, except for the newest.
  private func thin() {
    let newest = track.fixes.count - min(limit.fixes / 4, 512)
    var isKept = false
    var (fixes, decisions): ([PageFix], [PageDecision]) = ([], [])
    for (index, fix) in track.fixes.enumerated() {
      if index < newest, !fix.isRemarkable {
        isKept.toggle()
        if !isKept { continue }
      }
      var fix = fix
      let own = track.decisions[Int(fix.first)..<Int(fix.first + fix.count)]
      fix.first = Int32(decisions.count)
      decisions += own
      fixes.append(fix)
    }
    // If nearly all have something to say, the oldest go.
    if fixes.count > limit.fixes { fixes.removeFirst(fixes.count / 4) }
    (track.fixes, track.decisions) = (fixes, decisions)
  }

  private func number(of text: String) -> Int32 {
    guard !text.isEmpty else { return 0 }
    if let known = textNumbers[text] { return known }
    guard track.texts.count < PageRecorder.mostTexts else { return 0 }
    track.texts.append(text)
    textNumbers[text] = Int32(track.texts.count)
    return Int32(track.texts.count)
  }

  // MARK: Regions

  private func noteState(_ decision: RegionDecision, at time: TimeInterval, of device: Device) {
    // A region that is registered anew resolves its state anew.
    if regionNumbers[decision.identifier] == nil || decision.rule == .settled {
      noteRegion(decision.identifier, of: device)
    }
    guard let region = regionNumbers[decision.identifier] else { return }
    let last = lastStates[region]
    let kind: PageState.Kind
    switch decision.state {
    case .unknown: return
    case .outside: kind = decision.pending?.isEnter == true ? .entering : .outside
    case .inside:
      kind =
        decision.pending?.isEnter == false
        ? .exiting : decision.rule == .dwelled || last == .dwelled ? .dwelled : .inside
    }
    guard kind != last else { return }
    lastStates[region] = kind
    track.states.append(PageState(region: region, time: time, kind: kind))
  }

  private func noteRegion(_ identifier: String, of device: Device) {
    guard let slot = device.monitoredSet.slot(of: identifier) else { return }
    let watched = device.monitoredSet.region(at: slot)
    let region = privacy?.masked(watched) ?? watched
    if let known = regionNumbers[identifier], track.regions[Int(known)] == region { return }
    if let known = track.regions.firstIndex(of: region) {
      regionNumbers[identifier] = Int32(known)
    } else {
      track.regions.append(region)
      regionNumbers[identifier] = Int32(track.regions.count - 1)
    }
  }
}
