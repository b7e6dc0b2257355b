public import Geo
import Glibc

/// The part of the map that `geoscript draw` shows, and what it writes over it.
public struct DrawingFrame: Sendable {
  /// The middle of the picture; nil for that of what is drawn.
  public var center: CLLocationCoordinate2D?
  /// 256 · 2^level points across the world; nil for the level that shows everything, or of a place without contents
  /// ``townLevel``.
  public var level: Double?
  /// What the picture shows in any case, instead of everything that is drawn.
  public var rect: MKMapRect?
  public var title = ""
  /// Whether a legend names files and devices by their colors.
  public var hasLegend = false

  public init() {}

  /// The level that shows a town.
  public static let townLevel = 13.0

  /// Whether it chooses a part of the map, with or without anything drawn there.
  public var choosesPart: Bool { center != nil || level != nil || rect != nil }
}

extension HostMap {
  /// Shows everything, or what the frame asks for.
  func show(_ frame: DrawingFrame, around all: MKMapRect) {
    show(all.isNull ? MKMapRectWorld : all)
    if let rect = frame.rect { return map.setVisibleMapRect(rect, animated: false) }
    guard frame.center != nil || frame.level != nil else { return }
    let shown = map.visibleMapRect
    let middle = frame.center.map(MKMapPointForCoordinate) ?? MKMapPoint(x: shown.midX, y: shown.midY)
    let level = frame.level ?? (all.isNull ? DrawingFrame.townLevel : nil)
    let width =
      level.map { map.bounds.width / 256 / exp2($0) * MKMapSizeWorld.width } ?? shown.width
    let height = width * map.bounds.height / map.bounds.width
    map.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height),
      animated: false)
  }

  /// Puts title and legend onto the map.
  func addSheets(
    _ frame: DrawingFrame, rows: [LegendView.Row], measure: @escaping (TextBlock) -> CGSize
  ) {
    var top = 12.0
    let size = map.bounds.size
    if !frame.title.isEmpty {
      let title = TitleView(frame.title, palette, width: size.width - 24, measure: measure)
      title.frame.origin = CGPoint(x: ((size.width - title.bounds.width) / 2).rounded(), y: 12)
      try? map.addSubview(title)
      top += title.frame.maxY
    }
    guard frame.hasLegend, !rows.isEmpty else { return }
    let most = max(1, Int((size.height - 60) / LegendView.rowHeight) - 1)
    var shown = Array(rows.prefix(most))
    if shown.count < rows.count {
      shown.append(.init(text: "and \(grouped(rows.count - shown.count)) more", isFaint: true))
    }
    let legend = LegendView(shown, palette, width: max(120, size.width * 0.42), measure: measure)
    legend.frame.origin = CGPoint(x: size.width - legend.bounds.width - 12, y: top)
    try? map.addSubview(legend)
  }
}

/// The title of a picture, on a sheet over the map.
final class TitleView: UIView {
  private static let font = UIFont.boldSystemFont(ofSize: 15)
  private let palette: Palette
  private var text: TextBlock

  init(_ title: String, _ palette: Palette, width: Double, measure: (TextBlock) -> CGSize) {
    self.palette = palette
    text = TextBlock(title, font: TitleView.font)
    let size = measure(text)
    if size.width > width - 24 {
      text.width = max(1, width - 24)
      text.lines = 1
    }
    super.init(
      frame: CGRect(x: 0, y: 0, width: min(size.width.rounded(.up) + 24, width), height: size.height + 12))
    opaque = false
    userInteractionEnabled = false
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    var sheet = CGPath()
    sheet.addRoundedRect(bounds, radius: 7)
    context.state.fill = .color(palette.sheet)
    context.fill(sheet)
    context.state.fill = .color(palette.ink)
    context.draw(text, at: CGPoint(x: 12, y: 6))
  }
}
