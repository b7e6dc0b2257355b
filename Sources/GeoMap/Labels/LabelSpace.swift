import Glibc

/// The space of a picture for texts: places each where it crosses no other text, no view, no line, and no edge.
///
/// Names of the map, titles of annotations, and names of regions take their places from one space, so that they
/// avoid each other. The result depends on the candidates, not on their order.
///
/// - Units: points of the picture.
/// - Source: PI-15.
public struct LabelSpace: Sendable {
  private let size: CGSize
  private var cells: [Cell: [Item]] = [:]
  private var lines: LineCells
  /// The places of the texts that keep a distance from others with their name.
  private var middles: [String: [CGPoint]] = [:]

  private static let cellSize = 128.0

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  private struct Item {
    var rect: CGRect
    /// Whether dots of places may lie under it.
    var isMark: Bool
  }

  /// An empty picture.
  public init(_ size: CGSize) {
    self.size = size
    lines = LineCells(size)
  }

  // MARK: Obstacles

  /// Takes a rect under a legend or the attribution, where nothing of the map is readable.
  public mutating func cover(_ rect: CGRect) {
    take(rect.insetBy(dx: -2, dy: -2), isMark: false)
    take(rect, isMark: true)
  }

  /// Takes the rect of an annotation: texts avoid it, but the dots of places may lie under it.
  public mutating func mark(_ rect: CGRect) { take(rect, isMark: true) }

  /// Keeps texts off the lines of a path.
  ///
  /// - Parameter width: of the pen, in points of the picture.
  public mutating func avoid(
    _ path: CGPath, _ transform: CGAffineTransform = .identity, width: Double
  ) {
    lines.add(path, transform, reach: width / 2)
  }

  private mutating func take(_ rect: CGRect, isMark: Bool) {
    let seen = rect.intersection(CGRect(origin: .zero, size: size))
    guard !seen.isNull, seen.width > 0, seen.height > 0 else { return }
    LabelSpace.forEachCell(seen) { cells[$0, default: []].append(Item(rect: seen, isMark: isMark)) }
  }

  // MARK: Questions

  /// Whether an annotation or a line lies in a rect.
  public func isObstructed(_ rect: CGRect) -> Bool { isCrossed(rect) || isMarked(rect) }

  /// Whether an annotation lies in a rect.
  public func isMarked(_ rect: CGRect) -> Bool { contains(rect) { $0.isMark && $0.rect.intersects(rect) } }

  /// Whether a line crosses a rect.
  public func isCrossed(_ rect: CGRect) -> Bool { lines.cross(rect) }

  private func isFree(_ frame: LabelFrame, _ margin: CGSize) -> Bool {
    frame.parts.allSatisfy { rect in
      let padded = rect.insetBy(dx: -margin.width, dy: -margin.height)
      return isInside(padded) && !contains(padded) { $0.rect.intersects($0.isMark ? rect : padded) }
        && !lines.cross(rect)
    }
  }

  /// Whether a dot covers no text.
  private func isFree(dot: CGRect) -> Bool {
    isInside(dot) && !contains(dot) { !$0.isMark && $0.rect.intersects(dot) }
  }

  /// Whether a leader line begins in sight and passes no text, and no view but that of its symbol.
  private func isFree(_ leader: LabelLeader, from symbol: CGRect) -> Bool {
    guard CGRect(origin: .zero, size: size).contains(leader.from) else { return false }
    func isOwn(_ item: Item) -> Bool {
      item.isMark && (item.rect.isAround(symbol) || symbol.isAround(item.rect))
    }
    let (dx, dy) = (leader.to.x - leader.from.x, leader.to.y - leader.from.y)
    let steps = max((dx.magnitude + dy.magnitude) / 3, 1).rounded(.up)
    return stride(from: 1, to: steps, by: 1).allSatisfy { step in
      let point = CGPoint(x: leader.from.x + dx * step / steps, y: leader.from.y + dy * step / steps)
      let rect = CGRect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
      return !contains(rect) { $0.rect.intersects(rect) && !isOwn($0) }
    }
  }

  private func isInside(_ rect: CGRect) -> Bool {
    rect.minX >= 1 && rect.minY >= 1 && rect.maxX <= size.width - 1 && rect.maxY <= size.height - 1
  }

  private func contains(_ rect: CGRect, _ meets: (Item) -> Bool) -> Bool {
    var found = false
    LabelSpace.forEachCell(rect) { cell in
      if !found, let items = cells[cell], items.contains(where: meets) { found = true }
    }
    return found
  }

  private static func forEachCell(_ rect: CGRect, _ body: (Cell) -> Void) {
    func number(_ value: Double) -> Int { Int(min(max(value / cellSize, -1e6), 1e6)) }
    guard !rect.isNull else { return }
    for row in number(rect.minY)...number(rect.maxY) {
      for column in number(rect.minX)...number(rect.maxX) { body(Cell(column: column, row: row)) }
    }
  }

  // MARK: Placing

  /// Places the texts that have room, in the order of their kinds and weights; returns them in that order.
  public mutating func place(_ candidates: [LabelCandidate]) -> [LabelPlace] {
    let hasLeaders = candidates.count { $0.symbol != nil } <= LabelSpace.mostWithLeaders
    let order = candidates.indices.sorted { LabelCandidate.isBefore(candidates[$0], candidates[$1]) }
    return order.compactMap { index in
      let candidate = candidates[index]
      guard let place = free(for: candidate, index, hasLeaders: hasLeaders) else { return nil }
      for part in place.frame.parts {
        take(part.insetBy(dx: -candidate.margin.width, dy: -candidate.margin.height), isMark: false)
      }
      if let dot = candidate.dot { take(dot, isMark: false) }
      if let leader = place.leader { avoid(leader.path, width: 1) }
      if candidate.spacing > 0 { middles[candidate.name, default: []].append(place.frame.middle) }
      return place
    }
  }

  /// The leader lines of more texts would be a tangle.
  private static let mostWithLeaders = 40

  /// The first free place for a text; nil if there is none.
  private func free(for candidate: LabelCandidate, _ index: Int, hasLeaders: Bool) -> LabelPlace? {
    if let dot = candidate.dot, !isFree(dot: dot) { return nil }
    let near = candidate.spacing > 0 ? middles[candidate.name] ?? [] : []
    func isApart(_ frame: LabelFrame) -> Bool {
      near.allSatisfy { hypot($0.x - frame.middle.x, $0.y - frame.middle.y) > candidate.spacing }
    }
    for (choice, frame) in candidate.frames.enumerated()
    where isApart(frame) && isFree(frame, candidate.margin) {
      return LabelPlace(candidate: index, frame: frame, choice: choice, leader: nil)
    }
    if hasLeaders, let symbol = candidate.symbol, let size = candidate.frames.first?.size {
      for (frame, leader) in LabelLeader.around(symbol, size)
      where isFree(frame, candidate.margin) && isFree(leader, from: symbol) {
        return LabelPlace(candidate: index, frame: frame, choice: nil, leader: leader)
      }
    }
    guard candidate.isRequired, let first = candidate.frames.first else { return nil }
    return LabelPlace(candidate: index, frame: first, choice: 0, leader: nil)
  }
}

extension CGRect {
  /// Whether it contains another rect, but for rounding.
  fileprivate func isAround(_ other: CGRect) -> Bool { insetBy(dx: -0.5, dy: -0.5).contains(other) }
}
