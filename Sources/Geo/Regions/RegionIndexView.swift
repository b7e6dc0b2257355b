/// The grids of a ``RegionIndex``'s segments side by side: what a fix reads, without touching a reference count.
///
/// Counting references would cost as much as the search where few regions are near. Sendable because the memory is
/// written before the index that owns it exists and freed with it; whoever copies a view keeps the index beside it.
struct RegionIndexView: @unchecked Sendable {
  private let grids: UnsafeMutableBufferPointer<CellGrid>
  private let covers: UnsafeMutableBufferPointer<CoverGrid>
  private let wide: UnsafeMutableBufferPointer<UInt32>
  /// The most candidates that a fix can have.
  private let capacity: Int
  /// Whether there are only circles, and at most 256 candidates.
  private let isPlain: Bool

  init(_ segments: ContiguousArray<RegionIndex.Segment>) {
    let allGrids = segments.flatMap { Array($0.cells.grids) }
    grids = .allocate(capacity: allGrids.count)
    _ = grids.initialize(from: allGrids)
    let allCovers = segments.flatMap { segment in segment.covers.map { Array($0.grids) } ?? [] }
    covers = .allocate(capacity: allCovers.count)
    _ = covers.initialize(from: allCovers)
    let allWide = segments.flatMap { $0.cells.wide + ($0.covers?.wide ?? []) }
    wide = .allocate(capacity: allWide.count)
    _ = wide.initialize(from: allWide)
    capacity = segments.reduce(0) { $0 + $1.cells.capacity + ($1.covers?.capacity ?? 0) }
    isPlain = covers.isEmpty && capacity <= 256
  }

  func deallocate() {
    grids.deallocate()
    covers.deallocate()
    wide.deallocate()
  }

  /// Calls `body` with the candidates of a valid coordinate, ascending by slot; those not given are farther from their
  /// edge than their buffer.
  @inline(__always)
  func withCandidates(
    of coordinate: CLLocationCoordinate2D, _ body: (UnsafeBufferPointer<RegionCandidate>) -> Void
  ) {
    // 256 words stay on the stack; the compiler wants to see the number.
    if isPlain {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: 256) {
        body(collect(coordinate, into: $0, areOnlyCircles: true))
      }
    } else if capacity <= 256 {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: 256) {
        body(collect(coordinate, into: $0, areOnlyCircles: false))
      }
    } else {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: capacity) {
        body(collect(coordinate, into: $0, areOnlyCircles: false))
      }
    }
  }

  @inline(__always)
  private func collect(
    _ coordinate: CLLocationCoordinate2D, into buffer: UnsafeMutableBufferPointer<RegionCandidate>,
    areOnlyCircles: Bool
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
    if !areOnlyCircles {
      for i in 0..<covers.count {
        let before = count
        covers[i].collect(place, into: start, &count)
        if count > before { runs &+= 1 }
      }
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
