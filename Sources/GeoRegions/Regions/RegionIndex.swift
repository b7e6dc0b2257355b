import Synchronization

/// A region that may contain a fix: its slot, and whether it needs a closer check.
struct RegionCandidate {
  /// Slot · 2, plus 1 if doubtful; ascending words are ascending slots.
  var word: UInt32

  var slot: UInt32 { word >> 1 }
  /// Whether the fix is so near the edge (radius + buffer) that only the exact geodesic can decide; true for
  /// all regions with options, where more than the place decides.
  var isDoubtful: Bool { word & 1 != 0 }
}

/// Answers which regions of one set a fix may touch; immutable, shared by all devices with the set.
///
/// A base and deltas, like a log-structured merge tree. Each segment holds, in a ``CellIndex``, the regions
/// that a run of operations added, and the slots of earlier segments that the run removed. A new segment
/// absorbs the segments before it that are at most twice its weight. So there are O(log n) segments, and each
/// region is reindexed O(log n) times, the base only when half of it has changed. Shapes other than circles
/// are in a ``CoverIndex`` beside it.
///
/// - Source: Bentley, Saxe 1980, doi:10.1016/0196-6774(80)90015-2.
package final class RegionIndex: Sendable {
  let segments: ContiguousArray<Segment>
  /// Whether any segment removes regions.
  let hasRemovals: Bool
  /// Everything a fix needs, in plain memory; lives as long as the index.
  let view: RegionIndexView
  /// The additional index for regions with `detectsCrossing`, built when a device first needs it; the inner
  /// nil means none.
  let crossings = Mutex<CrossingIndex??>(nil)

  final class Segment: Sendable {
    /// Index of the circles.
    let cells: CellIndex
    /// Index of the other shapes; nil if there are none.
    let covers: CoverIndex?
    let added: ContiguousArray<UInt32>
    /// Removed slots of earlier segments, ascending.
    let removed: ContiguousArray<UInt32>

    init(added: ContiguousArray<UInt32>, removed: ContiguousArray<UInt32>, log: RegionLog) {
      self.added = added
      self.removed = removed
      let shapes = ContiguousArray(added.lazy.filter { log.record(at: $0).traits?.shape != nil })
      let circles =
        shapes.isEmpty
        ? added : ContiguousArray(added.lazy.filter { log.record(at: $0).traits?.shape == nil })
      cells = CellIndex(slots: circles) { slot in
        let record = log.record(at: slot)
        return (record.center, record.radius + record.buffer, isAlwaysDoubtful: record.isAlwaysDoubtful)
      }
      covers =
        shapes.isEmpty
        ? nil
        : CoverIndex(slots: shapes) { slot in
          let record = log.record(at: slot)
          guard let shape = record.traits?.shape else { preconditionFailure("a shape was just there") }
          return (shape, record.buffer, isAlwaysDoubtful: record.isAlwaysDoubtful)
        }
    }

    var weight: Int { added.count + removed.count }
  }

  init(segments: ContiguousArray<Segment>) {
    self.segments = segments
    hasRemovals = segments.contains { !$0.removed.isEmpty }
    view = RegionIndexView(segments)
  }

  deinit { view.deallocate() }

  /// Returns the index after a run of operations: `added` in new slots, `removed` from this index.
  func extended(added: ContiguousArray<UInt32>, removed: ContiguousArray<UInt32>, log: RegionLog)
    -> RegionIndex
  {
    if added.isEmpty && removed.isEmpty { return self }
    var segments = segments
    var added = added
    var removed = removed
    while let last = segments.last, last.weight <= 2 * (added.count + removed.count) {
      segments.removeLast()
      let gone = removed
      removed = ContiguousArray((last.removed + gone.filter { !last.added.containsSorted($0) }).sorted())
      added = last.added.filter { !gone.containsSorted($0) } + added
    }
    if segments.isEmpty { removed = [] }
    if !added.isEmpty || !removed.isEmpty {
      segments.append(Segment(added: added, removed: removed, log: log))
    }
    return RegionIndex(segments: segments)
  }

  /// Returns whether a candidate was removed by a later segment.
  @inline(__always)
  func isDead(_ slot: UInt32) -> Bool {
    hasRemovals && segments.contains { $0.removed.containsSorted(slot) }
  }
}

extension RegionRecord {
  /// Whether more than the place decides.
  fileprivate var isAlwaysDoubtful: Bool { (traits?.options ?? .none) != .none }
}
