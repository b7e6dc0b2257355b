import GeoCore

/// Finds the non-circular shapes that may contain a place: hashed grids of the cells that each shape covers.
///
/// A shape is listed only in the cells that it, or its buffer, touches, so a long corridor costs only the
/// cells along its way. A cell completely inside is listed as such, whatever its size. A cell near the edge
/// is divided until the shape has some hundred of them, in proportion to the square root of its edges; these
/// are listed as doubtful. A place lies in one cell of each grid, and at most one of these cells lists a
/// given shape.
///
/// Sendable because nothing changes after `init`, and `deinit` frees only memory that is no longer reachable.
final class CoverIndex: @unchecked Sendable {
  let grids: UnsafeMutableBufferPointer<CoverGrid>
  /// Shapes too large for any grid, ascending.
  let wide: ContiguousArray<UInt32>
  /// The maximum number of candidates for one place.
  let capacity: Int

  /// Makes the index of shapes, given by ascending slot with the buffer (meters) of each, and whether even a
  /// place certainly inside needs a closer check.
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
