/// The overlays of a map from bottom to top, with their state.
///
/// Each has a number that grows toward the top of its level. With it the list finds an overlay, and sorts the
/// overlays found in a part of the map without visiting the others.
struct OverlayList {
  /// One overlay on the map.
  final class Entry {
    let overlay: any MKOverlay
    /// The value when the overlay was added.
    let boundingMapRect: MKMapRect
    fileprivate let key: Int
    fileprivate(set) var level: MKOverlayLevel
    fileprivate(set) var order = 0
    fileprivate(set) var isOnMap = true
    /// Whether the delegate was asked for the renderer; its answer, even nil, is final.
    var isAsked = false
    var renderer: MKOverlayRenderer?

    fileprivate init(_ overlay: any MKOverlay, key: Int, level: MKOverlayLevel) {
      self.overlay = overlay
      boundingMapRect = overlay.boundingMapRect
      self.key = key
      self.level = level
    }

    static func isBelow(_ a: Entry, _ b: Entry) -> Bool {
      (a.level.rawValue, a.order) < (b.level.rawValue, b.order)
    }
  }

  /// The gap between adjacent numbers, so that others fit between them.
  private static let gap = 1 << 20

  private var levels: [[Entry]] = MKOverlayLevel.allCases.map { _ in [] }
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var index = MapIndex()
  private var keyed: [Entry?] = []
  private var freeKeys: [Int] = []

  var overlays: [any MKOverlay] { levels.flatMap { $0.map(\.overlay) } }

  func overlays(in level: MKOverlayLevel) -> [any MKOverlay] { levels[level.rawValue].map(\.overlay) }

  func count(in level: MKOverlayLevel) -> Int { levels[level.rawValue].count }

  subscript(overlay: any MKOverlay) -> Entry? { entries[ObjectIdentifier(overlay)] }

  subscript(level: MKOverlayLevel, position: Int) -> Entry? {
    levels[level.rawValue].indices.contains(position) ? levels[level.rawValue][position] : nil
  }

  /// Returns the overlays that may meet `rect` anywhere around the world, from bottom to top.
  func entries(meeting rect: MKMapRect) -> [Entry] {
    var found: [Entry] = []
    index.forEach(in: rect) { key in
      if let entry = keyed[key] { found.append(entry) }
    }
    return found.sorted(by: Entry.isBelow)
  }

  func position(of entry: Entry) -> Int {
    let level = levels[entry.level.rawValue]
    var (low, high) = (0, level.count)
    while low < high {
      let middle = (low + high) / 2
      if level[middle].order < entry.order { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension OverlayList {
  /// Inserts an overlay at a position of a level, beyond the end on top; an overlay already on the map moves
  /// there.
  mutating func insert(_ overlay: any MKOverlay, at position: Int, _ level: MKOverlayLevel) {
    let known = self[overlay]
    let entry = known ?? makeEntry(overlay, level)
    if let known { levels[known.level.rawValue].remove(at: self.position(of: known)) }
    let position = min(max(position, 0), levels[level.rawValue].count)
    entry.level = level
    levels[level.rawValue].insert(entry, at: position)
    number(position, level)
  }

  private mutating func makeEntry(_ overlay: any MKOverlay, _ level: MKOverlayLevel) -> Entry {
    let key = freeKeys.popLast() ?? keyed.count
    let entry = Entry(overlay, key: key, level: level)
    if key == keyed.count { keyed.append(entry) } else { keyed[key] = entry }
    entries[ObjectIdentifier(overlay)] = entry
    index.insert(key, entry.boundingMapRect)
    return entry
  }

  /// Assigns a number between those of its neighbors to the entry at `position`; renumbers the level if there
  /// is none left.
  private mutating func number(_ position: Int, _ level: MKOverlayLevel) {
    let list = levels[level.rawValue]
    let below = position > 0 ? list[position - 1].order : nil
    let above = position + 1 < list.count ? list[position + 1].order : nil
    switch (below, above) {
    case (nil, nil): list[position].order = 0
    case (let below?, nil): list[position].order = below + Self.gap
    case (nil, let above?): list[position].order = above - Self.gap
    case (let below?, let above?) where above - below > 1:
      list[position].order = below + (above - below) / 2
    default: for (number, entry) in list.enumerated() { entry.order = number * Self.gap }
    }
  }

  /// Swaps positions and levels.
  mutating func exchange(_ a: Entry, _ b: Entry) {
    let (first, second) = (position(of: a), position(of: b))
    levels[a.level.rawValue][first] = b
    levels[b.level.rawValue][second] = a
    (a.level, b.level) = (b.level, a.level)
    (a.order, b.order) = (b.order, a.order)
  }

  /// Removes overlays; ignores those that are not on the map.
  mutating func remove(_ overlays: [any MKOverlay]) {
    var gone: [Entry] = []
    for overlay in overlays {
      guard let entry = entries.removeValue(forKey: ObjectIdentifier(overlay)) else { continue }
      entry.isOnMap = false
      index.remove(entry.key)
      keyed[entry.key] = nil
      freeKeys.append(entry.key)
      gone.append(entry)
    }
    guard gone.count > 1 else {
      if let entry = gone.first { levels[entry.level.rawValue].remove(at: position(of: entry)) }
      return
    }
    for level in levels.indices { levels[level].removeAll { !$0.isOnMap } }
  }
}
