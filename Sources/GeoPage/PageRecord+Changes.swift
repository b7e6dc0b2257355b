import Geo
import GeoDelivery

/// What a page that is served has of a device.
///
/// The record keeps only what may still change: fixes that are not decided, and the numbers of regions.
extension PageRecord {
  struct HandedOver {
    /// Fixes below this number.
    var fixes = 0
    /// Those of them that the engine has decided since.
    var decided: Set<Int32> = []
    var regions = 0
    var watched = RegionSet.empty
    /// Whether the record waits to be handed over.
    var isChanged = false

    mutating func noteChange(of fix: PageFix) { if fix.number < fixes { decided.insert(fix.number) } }
  }

  /// The most fixes that wait for a decision: few where there are many devices.
  private var mostUndecided: Int { track.device.index < 100 ? 512 : 32 }

  func noteChange() {
    guard handedOver?.isChanged == false else { return }
    handedOver?.isChanged = true
    onChange?(self)
  }

  /// Returns what has changed since the last call, and forgets it; nil if nothing has.
  func takeChanges() -> PageTrack? {
    guard var handed = handedOver else { return nil }
    endBatch()
    if let decided = handedOver?.decided { handed.decided = decided }
    var part = PageTrack(device: track.device, name: track.name, shard: track.shard)
    part.fixCount = track.fixCount
    for fix in track.fixes where Int(fix.number) >= handed.fixes || handed.decided.contains(fix.number) {
      var fix = fix
      let own = track.decisions[Int(fix.first)..<Int(fix.first + fix.count)]
      fix.first = Int32(part.decisions.count)
      part.decisions += own
      part.fixes.append(fix)
    }
    (part.states, part.texts) = (track.states, track.texts)
    (part.entries, part.moreEntries, part.shortened) = (track.entries, track.moreEntries, track.shortened)
    part.entryBytes = allBytes
    (part.maps, part.pictures) = (maps.take(now: monotonicSeconds()), track.pictures)
    part.entryBytes += part.maps.reduce(0) { $0 + $1.size } + part.pictures.reduce(0) { $0 + $1.size }
    part.firstRegion = handed.regions
    part.regions = Array(track.regions[handed.regions...])
    let watched = device?.monitoredSet ?? .empty
    let isWatchedNew = watched != handed.watched
    if isWatchedNew { part.watched = privacy?.masked(watched) ?? watched }
    handed.watched = watched
    forget(&handed)
    handedOver = handed
    let isEmpty = part.fixes.isEmpty && part.states.isEmpty && part.entries.isEmpty && !isWatchedNew
    let hasMaps = !part.maps.isEmpty || !part.pictures.isEmpty
    return isEmpty && !hasMaps && part.regions.isEmpty ? nil : part
  }

  private func forget(_ handed: inout HandedOver) {
    track.fixes.removeAll { $0.isDecided }
    if track.fixes.count > mostUndecided { track.fixes.removeFirst(track.fixes.count - mostUndecided) }
    // Their sentences are forgotten; what decides about them brings its own.
    for index in track.fixes.indices {
      (track.fixes[index].first, track.fixes[index].count, track.fixes[index].text) = (0, 0, 0)
    }
    (track.decisions, track.states, track.texts, track.entries) = ([], [], [], [])
    textNumbers = [:]
    (track.moreEntries, track.shortened, track.pictures) = (0, 0, [])
    (bytes, allBytes) = (0, 0)
    // A script that makes a new region at each place would fill the memory.
    if track.regions.count > PageRecord.mostRegions + 2 * handed.watched.count {
      (track.regions, regionNumbers, lastStates) = ([], [:], [:])
    }
    handed.regions = track.regions.count
    handed.fixes = track.fixCount
    handed.decided = []
    handed.isChanged = false
  }

  /// The most numbers of regions that nobody watches any more.
  private static let mostRegions = 512
}
