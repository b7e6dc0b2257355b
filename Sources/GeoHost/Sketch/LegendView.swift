import Geo

/// The legend of a picture: one row per symbol, on a small sheet over the map.
final class LegendView: UIView {
  struct Row {
    enum Sign {
      case none
      /// A line in a device's color.
      case line(UIColor)
      /// A number as on a pin.
      case number(String, UIColor)
    }

    var sign = Sign.none
    /// In front of the text, in its own column.
    var time = ""
    var text: String
    var isFaint = false
    /// Whether its place is kept free, but it is not shown yet.
    var isHidden = false
  }

  static let font = UIFont.systemFont(ofSize: 11)
  static let rowHeight = 19.0
  private static let edge = 9.0
  private static let signWidth = 26.0
  private static let gap = 8.0

  var rows: [Row]
  private let palette: Palette
  private let timeWidth: Double
  private let measure: (TextBlock) -> CGSize

  /// - Parameters:
  ///   - width: the greatest width.
  ///   - measure: returns the size of a text.
  init(_ rows: [Row], _ palette: Palette, width: Double, measure: @escaping (TextBlock) -> CGSize) {
    self.rows = rows
    self.palette = palette
    self.measure = measure
    let times = rows.map { $0.time.isEmpty ? 0 : measure(TextBlock($0.time, font: LegendView.font)).width }
    timeWidth = (times.max() ?? 0).rounded(.up)
    let column = timeWidth > 0 ? timeWidth + LegendView.gap : 0
    let widest = rows.map { row in
      measure(TextBlock(row.text, font: LegendView.font)).width
        + (row.isHeading ? 0 : LegendView.signWidth) + (row.hasTime ? column : 0)
    }
    let wanted = (widest.max() ?? 0).rounded(.up) + 2 * LegendView.edge + 1
    super.init(
      frame: CGRect(
        x: 0, y: 0, width: min(wanted, width),
        height: Double(rows.count) * LegendView.rowHeight + LegendView.edge + 4))
    opaque = false
    userInteractionEnabled = false
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    var sheet = CGPath()
    sheet.addRoundedRect(bounds, radius: 7)
    context.saving {
      context.state.blending.shadow = Shadow(
        offset: CGSize(width: 0, height: 1), blur: 5, color: UIColor(white: 0, alpha: 0.25))
      context.state.fill = .color(palette.sheet)
      context.fill(sheet)
    }
    for (index, row) in rows.enumerated() where !row.isHidden {
      let top = 6.5 + Double(index) * LegendView.rowHeight
      draw(row, top: top, in: context)
    }
  }

  private func draw(_ row: Row, top: Double, in context: CGContext) {
    let middle = top + LegendView.rowHeight / 2
    var left = LegendView.edge
    switch row.sign {
    case .none: if !row.isHeading { left += LegendView.signWidth }
    case .line(let color):
      context.state.stroke = .color(color)
      context.state.pen.width = 3
      context.state.pen.cap = .round
      var line = CGPath()
      line.move(to: CGPoint(x: left + 2, y: middle))
      line.addLine(to: CGPoint(x: left + 16, y: middle))
      context.stroke(line)
      left += LegendView.signWidth
    case .number(let number, let color):
      let text = TextBlock(number, font: UIFont.boldSystemFont(ofSize: 9.5))
      let size = measure(text)
      let head = CGRect(x: left, y: middle - 7.5, width: max(15, size.width + 7), height: 15)
      var shape = CGPath()
      shape.addRoundedRect(head.offsetBy(dx: max(0, (18 - head.width) / 2), dy: 0), radius: 7.5)
      context.state.fill = .color(color)
      context.fill(shape)
      context.state.fill = .color(UIColor.white)
      context.draw(
        text,
        at: CGPoint(
          x: head.midX + max(0, (18 - head.width) / 2) - size.width / 2, y: middle - size.height / 2))
      left += LegendView.signWidth
    }
    if !row.time.isEmpty {
      write(row.time, at: left, middle, width: nil, palette.faintInk, context)
    }
    if row.hasTime { left += timeWidth + LegendView.gap }
    let color = row.isFaint ? palette.faintInk : palette.ink
    write(row.text, at: left, middle, width: bounds.width - LegendView.edge - left, color, context)
  }

  private func write(
    _ text: String, at left: Double, _ middle: Double, width: Double?, _ color: UIColor, _ context: CGContext
  ) {
    var block = TextBlock(text, font: LegendView.font)
    let size = measure(block)
    if let width, size.width > width {
      block.width = max(1, width)
      block.lines = 1
    }
    context.state.fill = .color(color)
    context.draw(block, at: CGPoint(x: left, y: middle - size.height / 2))
  }
}

extension LegendView.Row {
  var hasTime: Bool { !time.isEmpty }
  /// Whether the row spans all columns.
  var isHeading: Bool {
    if case .none = sign { isFaint && time.isEmpty } else { false }
  }
}
