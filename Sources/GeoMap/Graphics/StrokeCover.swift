/// Skips the parts of a long line that repaint earlier pixels.
///
/// A track that repeats the same streets every day, or jitters around one place, paints the same pixels a
/// hundred times. Only pieces that reach new pixels count. Painted pixels are stored as cells of a fraction
/// of a pixel; a piece is skipped if the pen, a disc, covers nothing new along it.
struct StrokeCover {
  /// One bit per cell, row by row.
  private var bits: [UInt64]
  private let words: Int
  private let rows: Int
  /// The canvas's point of the first cell.
  private let origin: CGPoint
  private let cells: Double
  /// How far the pen reaches to either side in each row of cells, from its center up and down: what it
  /// paints, and how much of that must be painted already for the piece to be skipped.
  private let painted: [Int]
  private let needed: [Int]
  /// Distance between two tested positions of the pen.
  private let step: Double

  /// - Parameters:
  ///   - window: the area of the line, in points of the canvas.
  ///   - width: width of the pen, in points of the canvas.
  ///   - scale: pixels per point.
  /// - Returns: nil if there would be too many cells, or too few for the pen.
  init?(window: CGRect, width: Double, scale: Double) {
    let radius = width / 2 * scale
    guard radius >= 0.4, radius < 200 else { return nil }
    let perPixel = max(1, min(4, (16 / radius).rounded(.down)))
    cells = perPixel * scale
    let reach = radius * perPixel
    let rim = Int(reach) + 3
    let columns = Int((window.width * cells).rounded(.up)) + 2 * rim
    rows = Int((window.height * cells).rounded(.up)) + 2 * rim
    words = (columns + 63) / 64
    guard words * rows <= StrokeCover.mostWords else { return nil }
    bits = [UInt64](repeating: 0, count: words * rows)
    origin = CGPoint(x: window.minX - Double(rim) / cells, y: window.minY - Double(rim) / cells)
    step = max(width / 4, 0.5 / cells)
    func halves(_ radius: Double) -> [Int] {
      (0...Int(radius)).map { Int((radius * radius - Double($0 * $0)).squareRoot()) }
    }
    painted = halves(reach)
    needed = halves(max(reach - 0.5, 0.5))
  }

  /// 32 MiB.
  private static let mostWords = 1 << 22

  /// The approximate number of pen positions for parts of lines.
  func places(of parts: [LineClip.Part]) -> Double {
    var way = 0.0
    var count = 0
    for part in parts {
      count += part.points.count
      for (a, b) in zip(part.points, part.points.dropFirst()) {
        way += ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      }
    }
    return way / step + Double(count)
  }

  /// Returns the pieces of a part of a line that paint something new.
  mutating func news(of part: LineClip.Part) -> [LineClip.Part] {
    let points = part.isClosed ? part.points + part.points.prefix(1) : part.points
    guard var a = points.first else { return [] }
    var found: [LineClip.Part] = []
    var piece: [CGPoint] = []
    var isNew = paint(a)
    if isNew, points.count == 1 { return [part] }
    for b in points.dropFirst() {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let count = Int(((dx * dx + dy * dy).squareRoot() / step).rounded(.up))
      for place in stride(from: 1, through: count, by: 1) {
        let t = Double(place) / Double(count)
        if paint(CGPoint(x: a.x + dx * t, y: a.y + dy * t)) { isNew = true }
      }
      if isNew {
        if piece.isEmpty { piece.append(a) }
        piece.append(b)
      } else if !piece.isEmpty {
        found.append(LineClip.Part(points: piece))
        piece.removeAll(keepingCapacity: true)
      }
      (a, isNew) = (b, false)
    }
    if !piece.isEmpty { found.append(LineClip.Part(points: piece)) }
    return found
  }

  /// Paints one pen position; returns whether it has covered anything new.
  private mutating func paint(_ place: CGPoint) -> Bool {
    let x = Int(((place.x - origin.x) * cells).rounded())
    let y = Int(((place.y - origin.y) * cells).rounded())
    let reach = painted.count
    guard y >= reach, y < rows - reach, x >= reach, x < words * 64 - reach else { return true }
    var isNew = false
    for (row, half) in needed.enumerated() where !isNew {
      isNew = !isCovered(y - row, x - half, x + half) || !isCovered(y + row, x - half, x + half)
    }
    guard isNew else { return false }
    for (row, half) in painted.enumerated() {
      cover(y - row, x - half, x + half)
      cover(y + row, x - half, x + half)
    }
    return true
  }

  @inline(__always)
  private func isCovered(_ row: Int, _ first: Int, _ last: Int) -> Bool {
    var word = row * words + (first >> 6)
    let end = row * words + (last >> 6)
    var mask = ~UInt64(0) << UInt64(first & 63)
    while word < end {
      if bits[word] & mask != mask { return false }
      mask = ~0
      word += 1
    }
    mask &= (~UInt64(0) >> UInt64(63 - (last & 63)))
    return bits[word] & mask == mask
  }

  @inline(__always)
  private mutating func cover(_ row: Int, _ first: Int, _ last: Int) {
    var word = row * words + (first >> 6)
    let end = row * words + (last >> 6)
    var mask = ~UInt64(0) << UInt64(first & 63)
    while word < end {
      bits[word] |= mask
      mask = ~0
      word += 1
    }
    bits[word] |= mask & (~UInt64(0) >> UInt64(63 - (last & 63)))
  }
}
