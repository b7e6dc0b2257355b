/// Parts of what has changed, for readers that get less.
extension PageTrack {
  /// Leaves out what the script put out.
  mutating func leaveOutEntries() {
    moreEntries += entries.count
    (entries, entryBytes, maps, pictures) = ([], 0, [], [])
  }

  /// The newest positions alone: no reasons, regions, records or store.
  func withPositions(_ count: Int) -> PageTrack {
    var track = PageTrack(device: device, name: name)
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
