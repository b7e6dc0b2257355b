import Geo

/// Parts of what has changed, for readers that get less.
extension PageTrack {
  /// Leaves out what the script put out.
  mutating func leaveOutEntries() {
    moreEntries += entries.count
    (entries, entryBytes, maps, pictures) = ([], 0, [], [])
  }

  /// The newest positions alone: no reasons, regions, records or store.
  func withPositions(_ count: Int) -> PageTrack {
    var track = PageTrack(device: device, name: name, shard: shard)
    track.fixes = fixes.suffix(count).map { fix in
      var fix = fix
      (fix.first, fix.count, fix.text) = (0, 0, 0)
      if fix.outcome != .late, fix.outcome != .dropped { fix.outcome = .used }
      return fix
    }
    track.fixCount = fixCount
    return track
  }

  /// The same without what a page can do without.
  var withNewestFix: PageTrack {
    var track = self
    track.fixes = Array(fixes.suffix(1))
    for index in track.fixes.indices { (track.fixes[index].first, track.fixes[index].count) = (0, 0) }
    track.decisions = []
    return track
  }
}

/// Devices that change their group: each of two workers has recorded a part.
extension PageTrack {
  /// What both workers have recorded, in the order of its times.
  func joined(with other: PageTrack) -> PageTrack {
    let (regions, decisions) = (Int32(regions.count), Int32(decisions.count))
    let texts = Int32(texts.count)
    func text(_ number: Int32) -> Int32 { number > 0 ? number + texts : 0 }
    var track = self
    track.decisions += other.decisions.map { decision in
      var decision = decision
      (decision.region, decision.text) = (decision.region + regions, text(decision.text))
      return decision
    }
    track.fixes += other.fixes.map { fix in
      var fix = fix
      (fix.first, fix.text) = (fix.first + decisions, text(fix.text))
      return fix
    }
    track.fixes.sort { $0.timestamp < $1.timestamp }
    track.states += other.states.map { state in
      var state = state
      state.region += regions
      return state
    }
    track.states.sort { $0.time < $1.time }
    track.regions += other.regions
    track.texts += other.texts
    track.entries = (entries + other.entries).sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
    track.maps = (maps + other.maps).sorted { $0.time < $1.time }
    track.pictures += other.pictures
    track.fixCount += other.fixCount
    track.moreEntries += other.moreEntries
    track.shortened += other.shortened
    track.watched = watched.adding(contentsOf: other.watched)
    return track
  }
}
