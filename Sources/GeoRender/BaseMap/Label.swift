import Geo

/// The appearance of a place's name.
struct LabelStyle {
  var font: UIFont
  var color: UIColor
  var halo: Double
  /// Whether a dot marks the place and the name stands beside it.
  var hasDot = false
  var isCapital = false
}

/// The key of a label's cached size.
struct LabelKey: Hashable {
  var text: String
  var font: UIFont
}

/// A name to be placed on the picture.
struct LabelCandidate {
  var text: String
  var localText = ""
  var style: LabelStyle
  /// The place it names.
  var anchor: CGPoint
  /// Labels with a greater weight are placed first; among equals, the lower `number`.
  var weight: Int
  var number: Int

  static func isBefore(_ a: LabelCandidate, _ b: LabelCandidate) -> Bool {
    (a.weight, b.number, b.anchor.x) > (b.weight, a.number, a.anchor.x)
  }
}

/// Keeps labels apart: the first label to request a place gets it.
///
/// A grid of cells speeds up lookups, as a large picture has thousands of names.
struct LabelCollisionGrid {
  private let size: CGSize
  private var cells: [Cell: [CGRect]] = [:]
  private static let cellSize = 128.0

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  init(_ size: CGSize) { self.size = size }

  /// Takes a rect unless it is taken or partly outside the picture.
  mutating func reserve(_ rect: CGRect) -> Bool {
    guard isFree(rect) else { return false }
    forEachCell(rect) { cells[$0, default: []].append(rect) }
    return true
  }

  /// Takes the visible part of a rect, even if it overlaps others.
  mutating func cover(_ rect: CGRect) {
    let seen = rect.intersection(CGRect(origin: .zero, size: size))
    guard !seen.isNull, seen.width > 0, seen.height > 0 else { return }
    forEachCell(seen) { cells[$0, default: []].append(seen) }
  }

  func isFree(_ rect: CGRect) -> Bool {
    guard rect.minX >= 1, rect.minY >= 1, rect.maxX <= size.width - 1, rect.maxY <= size.height - 1 else {
      return false
    }
    var isFree = true
    forEachCell(rect) { cell in
      if isFree, let taken = cells[cell], taken.contains(where: { $0.intersects(rect) }) { isFree = false }
    }
    return isFree
  }

  private func forEachCell(_ rect: CGRect, _ body: (Cell) -> Void) {
    let side = LabelCollisionGrid.cellSize
    for row in Int(rect.minY / side)...Int(rect.maxY / side) {
      for column in Int(rect.minX / side)...Int(rect.maxX / side) { body(Cell(column: column, row: row)) }
    }
  }
}
