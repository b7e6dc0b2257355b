import GeoCore

/// The grids of a ``RegionIndex``'s segments side by side: a fix reads them without touching a reference
/// count.
///
/// Reference counting would cost as much as the search itself where few regions are near. Sendable because
/// the memory is written before the index that owns it exists, and freed with it; a holder of a view must
/// also hold the index.
struct RegionIndexView: @unchecked Sendable {
  private let content: UnsafeMutablePointer<Content>

  private struct Content {
    let grids: UnsafeMutableBufferPointer<CellGrid>
    let covers: UnsafeMutableBufferPointer<CoverGrid>
    let wide: UnsafeMutableBufferPointer<UInt32>
    /// The maximum number of candidates for a fix.
    let capacity: Int
    /// Whether there are only circles, and at most 256 candidates.
    let isPlain: Bool
  }

  init(_ segments: ContiguousArray<RegionIndex.Segment>) {
    func copy<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
      let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
      _ = memory.initialize(from: elements)
      return memory
    }
    let covers = segments.compactMap(\.covers)
    let capacity =
      segments.reduce(0) { $0 + $1.cells.capacity } + covers.reduce(0) { $0 + $1.capacity }
    content = .allocate(capacity: 1)
    content.initialize(
      to: Content(
        grids: copy(segments.flatMap { Array($0.cells.grids) }),
        covers: copy(covers.flatMap { Array($0.grids) }),
        wide: copy(segments.flatMap { $0.cells.wide } + covers.flatMap { $0.wide }), capacity: capacity,
        isPlain: covers.isEmpty && capacity <= 256))
  }

  func deallocate() {
    content.pointee.grids.deallocate()
    content.pointee.covers.deallocate()
    content.pointee.wide.deallocate()
    content.deallocate()
  }

  /// Calls `body` with the candidates of a valid coordinate, ascending by slot; all other regions are farther
  /// from their edge than their buffer.
  @inline(__always)
  func withCandidates(
    of coordinate: CLLocationCoordinate2D, _ body: (UnsafeBufferPointer<RegionCandidate>) -> Void
  ) {
    guard content.pointee.isPlain else { return withMoreCandidates(of: coordinate, body) }
    // 256 words stay on the stack; the compiler needs the constant.
    withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: 256) {
      body(collect(coordinate, into: $0, areOnlyCircles: true))
    }
  }

  @inline(never)
  private func withMoreCandidates(
    of coordinate: CLLocationCoordinate2D, _ body: (UnsafeBufferPointer<RegionCandidate>) -> Void
  ) {
    if content.pointee.capacity <= 256 {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: 256) {
        body(collect(coordinate, into: $0, areOnlyCircles: false))
      }
    } else {
      withUnsafeTemporaryAllocation(of: RegionCandidate.self, capacity: content.pointee.capacity) {
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
    let (grids, wide) = (content.pointee.grids, content.pointee.wide)
    let place = CellIndex.Place(coordinate)
    var count = 0
    var runs = 0
    for i in 0..<grids.count {
      let before = count
      grids[i].collect(place, into: start, &count)
      if count > before { runs &+= 1 }
    }
    if !areOnlyCircles {
      let covers = content.pointee.covers
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

  /// Merges the few ascending runs: by insertion if they are short, which is nearly always the case.
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
