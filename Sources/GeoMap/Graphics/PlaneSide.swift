/// A rect along one axis: its start and its length, 0 or more.
///
/// Ends are rounded sums, so the results preserve what rounding would lose: a union contains both of its
/// sides, an intersection lies in both of them, and both of a side with itself are that side.
@frozen @usableFromInline
struct PlaneSide {
  @usableFromInline let start: Double
  @usableFromInline let length: Double

  @inlinable
  init(start: Double, length: Double) {
    self.start = start
    self.length = length
  }

  @inlinable var end: Double { start + length }

  @inlinable
  func covers(_ other: PlaneSide) -> Bool { start <= other.start && other.end <= end }

  @inlinable
  func meets(_ other: PlaneSide) -> Bool { start <= other.end && other.start <= end }

  @inlinable
  func overlaps(_ other: PlaneSide) -> Bool {
    (start < other.end && other.start < end) || (start == other.start && end == other.end)
  }

  @inlinable
  func union(_ other: PlaneSide) -> PlaneSide {
    if covers(other) {
      // For equal ends the longer one, independent of their order.
      return other.covers(self) ? PlaneSide(start: start, length: max(length, other.length)) : self
    }
    if other.covers(self) { return other }
    let least = min(start, other.start)
    let greatest = max(end, other.end)
    let length = greatest - least
    return PlaneSide(start: least, length: least + length < greatest ? length.nextUp : length)
  }

  /// The common part of two sides that overlap or meet.
  @inlinable
  func intersection(_ other: PlaneSide) -> PlaneSide {
    if covers(other) {
      return other.covers(self) ? PlaneSide(start: start, length: min(length, other.length)) : other
    }
    if other.covers(self) { return self }
    let greatest = max(start, other.start)
    let least = min(end, other.end)
    let length = least - greatest
    return PlaneSide(start: greatest, length: greatest + length > least ? length.nextDown : length)
  }

  /// The parts before and after a place `distance` from the start, within the side.
  @inlinable
  func divided(at distance: Double) -> (first: PlaneSide, second: PlaneSide) {
    let distance = max(0, min(distance, length))
    return (
      PlaneSide(start: start, length: distance), PlaneSide(start: start + distance, length: length - distance)
    )
  }
}
