import Geo

/// Where names stand in areas and beside symbols.
extension LabelFrame {
  /// The places in an area, if it is large enough: around its middle, then up and down.
  static func inside(_ area: CGRect, around middle: CGPoint, _ size: CGSize) -> [LabelFrame] {
    guard area.width > size.width + 12, area.height > size.height + 8 else { return [] }
    let reach = (area.height - size.height) / 2 - 4
    return [0, -22, 22, -44, 44, -66, 66].filter { abs($0) <= max(reach, 0) }.map {
      LabelFrame(middle: CGPoint(x: middle.x, y: middle.y + $0), size: size)
    }
  }

  /// The places beside a symbol or an area: above and below, right and left, then at its corners.
  static func around(
    _ symbol: CGRect, _ size: CGSize, gap: Double = 5, sidesFirst: Bool = false
  ) -> [LabelFrame] {
    let (x, y) = ((symbol.width + size.width) / 2 + gap, (symbol.height + size.height) / 2 + gap)
    let stacked = [(0.0, -y), (0, y)]
    let beside = [(x, 0.0), (-x, 0)]
    let corners = [(x, -y), (-x, -y), (x, y), (-x, y)].map { ($0.0 * 0.9, $0.1 * 0.9) }
    return ((sidesFirst ? beside + stacked : stacked + beside) + corners).map { dx, dy in
      LabelFrame(middle: CGPoint(x: symbol.midX + dx, y: symbol.midY + dy), size: size)
    }
  }
}
