/// A marker's title and subtitle, as they are drawn beneath it.
struct MarkerTitle {
  let title: TextBlock
  let subtitle: TextBlock?
  let frame: CGRect
  /// The height of the title's part of the frame.
  let titleHeight: Double
  let alpha: Double
}

/// The titles beneath markers: under all views of annotations, so that they cover none.
///
/// - Source: AV-33.
extension MKMapView {
  private static let titleFont = UIFont.boldSystemFont(ofSize: 11)
  private static let subtitleFont = UIFont.systemFont(ofSize: 10)
  /// Longer titles take two lines, and end with ….
  private static let widestTitle = 120.0

  /// Returns the titles that have room, and those that are always visible.
  func markerTitles(_ scene: MapScene, in context: CGContext) -> [MarkerTitle] {
    let views = annotationLayer.subviews.filter { !$0.hidden && $0.alpha > 0 }
    var candidates: [(title: MarkerTitle, isForced: Bool)] = []
    // What lies in front is asked first, the selected view before all.
    for case let view as MKMarkerAnnotationView in views.reversed() {
      guard let title = title(of: view, scene, in: context) else { continue }
      candidates.append((title, view.titleVisibility == .visible || view === selection?.view))
    }
    guard !candidates.isEmpty else { return [] }
    let sides = views.map(\.frame) + candidates.map(\.title.frame)
    var grid = FrameGrid(largest: sides.reduce(1) { max($0, $1.width, $1.height) })
    for view in views {
      // A view that covers the map, such as a transparent sheet, would hide every title.
      guard view.frame.width * view.frame.height < scene.size.width * scene.size.height / 2 else { continue }
      _ = grid.insert(FrameGrid.Shape(frame: view.frame, mode: .rectangle))
    }
    var shown: [MarkerTitle] = []
    for candidate in candidates.filter(\.isForced) + candidates.filter({ !$0.isForced }) {
      let shape = FrameGrid.Shape(frame: candidate.title.frame, mode: .rectangle)
      guard candidate.isForced || grid.first(overlapping: shape) == nil else { continue }
      _ = grid.insert(shape)
      shown.append(candidate.title)
    }
    return shown
  }

  func draw(_ titles: [MarkerTitle], in context: CGContext) {
    for title in titles.reversed() {
      context.saving {
        context.state.blending.alpha *= title.alpha
        draw(title.title, at: title.frame.minY, of: title.frame, in: context)
        guard let subtitle = title.subtitle else { return }
        draw(subtitle, at: title.frame.minY + title.titleHeight, of: title.frame, in: context)
      }
    }
  }

  private func draw(_ block: TextBlock, at y: Double, of frame: CGRect, in context: CGContext) {
    let color = block.halo?.color == MKMapView.darkHalo ? UIColor.white : UIColor(white: 0.16)
    context.state.fill = .color(color)
    context.draw(block, at: CGPoint(x: frame.minX, y: y))
  }

  private static let darkHalo = UIColor(white: 0.1, alpha: 0.85)
  private static let lightHalo = UIColor(white: 1, alpha: 0.9)

  private func title(
    of view: MKMarkerAnnotationView, _ scene: MapScene, in context: CGContext
  ) -> MarkerTitle? {
    guard view.titleVisibility != .hidden, let text = view.annotation?.title, !text.isEmpty else {
      return nil
    }
    // The callout shows it already.
    if callout?.annotationView === view { return nil }
    var title = TextBlock(text, font: MKMapView.titleFont)
    title.lines = 2
    var subtitle: TextBlock?
    if view.showsSubtitle, let text = view.annotation?.subtitle, !text.isEmpty {
      subtitle = TextBlock(text, font: MKMapView.subtitleFont)
      subtitle?.lines = 1
    }
    let width = min(
      MKMapView.widestTitle,
      max(context.canvas.measure(title).width, subtitle.map { context.canvas.measure($0).width } ?? 0)
        .rounded(.up))
    let size = arrange(&title, width, scene, in: context)
    var height = size.height
    if var line = subtitle {
      height += arrange(&line, width, scene, in: context).height
      subtitle = line
    }
    let frame = CGRect(x: view.frame.midX - width / 2, y: view.frame.maxY + 2, width: width, height: height)
    return MarkerTitle(
      title: title, subtitle: subtitle, frame: frame, titleHeight: size.height, alpha: view.alpha)
  }

  private func arrange(_ block: inout TextBlock, _ width: Double, _ scene: MapScene, in context: CGContext)
    -> CGSize
  {
    block.width = width
    block.alignment = .center
    block.halo = TextBlock.Halo(color: scene.isDark ? MKMapView.darkHalo : MKMapView.lightHalo, width: 1.6)
    return context.canvas.measure(block)
  }
}

extension MKMarkerAnnotationView {
  fileprivate var showsSubtitle: Bool {
    subtitleVisibility == .visible || subtitleVisibility == .adaptive && selected
  }
}
