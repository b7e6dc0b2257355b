import GeoCore

/// Finds the shapes other than circles that a place may lie in: hashed grids of the cells that each covers.
///
/// A shape is listed in the cells that it, or its buffer, touches, and nowhere else, so a long corridor costs only
/// those along its way. A cell all inside is listed as such, whatever its size; one that the edge comes near is
/// divided until the shape has some hundred of them, in proportion to the square root of its edges, and then listed
/// as doubtful. A place lies in one cell of each grid, and a shape is listed in one of them at most.
///
/// Sendable because: nothing changes after `init`, and `deinit` frees what nobody can reach any more.
final class CoverIndex: @unchecked Sendable {
  let grids: UnsafeMutableBufferPointer<CoverGrid>
  /// Shapes too large for any grid, ascending.
  let wide: ContiguousArray<UInt32>
  /// The most candidates that one place can have.
  let capacity: Int

  /// Makes the index of shapes given by slot, ascending, with the buffer (meters) of each, and whether a place surely
  /// inside still has to be looked at closely.
  init(
    slots: ContiguousArray<UInt32>,
    shape: (UInt32) -> (shape: AreaShape, buffer: CLLocationDistance, isAlwaysDoubtful: Bool)
  ) {
    var lists = ShapeCover.levels.map { _ in CoverLists() }
    var wide: ContiguousArray<UInt32> = []
    var cells: ContiguousArray<ShapeCover.Cell> = []
    for slot in slots {
      let (shape, buffer, isAlwaysDoubtful) = shape(slot)
      cells.removeAll(keepingCapacity: true)
      guard ShapeCover.collect(shape, buffer: buffer, into: &cells) else {
        wide.append(slot)
        continue
      }
      for cell in cells {
        lists[cell.level].append(cell.key, slot << 1 | (cell.isInside && !isAlwaysDoubtful ? 0 : 1))
      }
    }
    let made = zip(lists, ShapeCover.levels).filter { !$0.0.isEmpty }
    grids = .allocate(capacity: made.count)
    _ = grids.initialize(from: made.map { $0.0.grid(rowsPerDegree: $0.1) })
    self.wide = wide
    capacity = made.reduce(wide.count) { $0 + $1.0.mostWords }
  }

  deinit {
    for grid in grids { grid.deallocate() }
    grids.deallocate()
  }
}
