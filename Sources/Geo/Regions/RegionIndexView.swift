/// The grids of a ``RegionIndex``'s segments side by side: what a fix reads, without touching a reference count.
///
/// Counting references would cost as much as the search where few regions are near. Sendable because the memory is
/// written before the index that owns it exists and freed with it; whoever copies a view keeps the index beside it.
struct RegionIndexView: @unchecked Sendable {
  private let grids: UnsafeMutableBufferPointer<CellGrid>
  private let wide: UnsafeMutableBufferPointer<UInt32>
  /// The most candidates that a fix can have.
  private let capacity: Int

  init(_ segments: ContiguousArray<RegionIndex.Segment>) {
    let allGrids = segments.flatMap { Array($0.cells.grids) }
    grids = .allocate(capacity: allGrids.count)
    _ = grids.initialize(from: allGrids)
    let allWide = segments.flatMap { $0.cells.wide }
    wide = .allocate(capacity: allWide.count)
    _ = wide.initialize(from: allWide)
    capacity = segments.reduce(0) { $0 + $1.cells.capacity }
  }

  func deallocate() {
    grids.deallocate()
    wide.deallocate()
  }

  /// Calls `body` with the candidates of a valid coordinate, ascending by slot; those not given are farther from their
  /// edge than their buffer.
  @inline(__always)
  func withCandidates(
    of coordinate: CLLocationCoordinate2D, _ body: (UnsafeBufferPointer<RegionCandidate>) -> Void
  ) {
    // 256 words stay on the stack; the compiler wants to see the number.
    if capacity <= 256 {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: 256) {
        body(collect(coordinate, into: $0))
      }
    } else {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: capacity) {
        body(collect(coordinate, into: $0))
      }
    }
  }

  @inline(__always)
  private func collect(
    _ coordinate: CLLocationCoordinate2D, into buffer: UnsafeMutableBufferPointer<RegionCandidate>
  ) -> UnsafeBufferPointer<RegionCandidate> {
    guard let start = buffer.baseAddress else { return UnsafeBufferPointer(start: nil, count: 0) }
    let place = CellIndex.Place(coordinate)
    var count = 0
    var runs = 0
    for i in 0..<grids.count {
      let before = count
      grids[i].collect(place, into: start, &count)
      if count > before { runs &+= 1 }
    }
    for slot in wide {
      start[count] = RegionCandidate(word: slot << 1 | 1)
      count &+= 1
    }
    if runs + wide.count > 1, count > 1 { sort(UnsafeMutableBufferPointer(start: start, count: count)) }
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// Merges the few runs, each ascending: by insertion where they are short, as nearly always.
  private func sort(_ candidates: UnsafeMutableBufferPointer<RegionCandidate>) {
    guard candidates.count <= 64 else {
      var candidates = candidates
      candidates.sort { $0.word < $1.word }
      return
    }
    for i in 1..<candidates.count {
      let candidate = candidates[i]
      var place = i
      while place > 0, candidates[place - 1].word > candidate.word {
        candidates[place] = candidates[place - 1]
        place -= 1
      }
      candidates[place] = candidate
    }
  }
}
