/// A marker's title and subtitle, as they are drawn beside it.
struct MarkerTitle {
  let title: TextBlock
  let subtitle: TextBlock?
  fileprivate(set) var frame: CGRect
  /// The height of the title's part of the frame.
  let titleHeight: Double
  let alpha: Double
  /// The line to the marker, if the title is not beside it.
  fileprivate(set) var leader: LabelLeader?
}

/// The titles beside markers: under all views of annotations, so that they cover none.
///
/// - Source: AV-33, PI-15.
extension MKMapView {
  private static let titleFont = UIFont.boldSystemFont(ofSize: 11)
  private static let subtitleFont = UIFont.systemFont(ofSize: 10)
  /// Longer titles take two lines, and end with ….
  private static let widestTitle = 120.0

  /// Takes space for the titles that have room, and for those that are always visible; returns them.
  func placeTitles(_ scene: inout MapScene, in context: CGContext) -> [MarkerTitle] {
    let views = annotationLayer.subviews.filter { !$0.hidden && $0.alpha > 0 }
    var titles: [MarkerTitle] = []
    var candidates: [LabelCandidate] = []
    // What lies in front is asked first, the selected view before all.
    for (depth, view) in views.enumerated() {
      guard let view = view as? MKMarkerAnnotationView, let title = title(of: view, scene, in: context) else {
        continue
      }
      let isRequired = view.titleVisibility == .visible || view === selection?.view
      var candidate = LabelCandidate(
        title.title.text, .title, weight: Double(depth + (isRequired ? views.count : 0)),
        frames: frames(for: title.frame.size, beside: view.frame))
      candidate.isRequired = isRequired
      candidate.symbol = view.frame
      titles.append(title)
      candidates.append(candidate)
    }
    return scene.labels.place(candidates).map { place in
      var title = titles[place.candidate]
      title.frame = place.frame.rect
      title.leader = place.leader
      return title
    }
  }

  /// Where a title may stand: beneath its balloon, beside it, above it.
  private func frames(for size: CGSize, beside balloon: CGRect) -> [LabelFrame] {
    let (x, y) = (balloon.width / 2 + 3 + size.width / 2, balloon.minY + balloon.width / 2)
    return [
      CGPoint(x: balloon.midX, y: balloon.maxY + 2 + size.height / 2), CGPoint(x: balloon.midX + x, y: y),
      CGPoint(x: balloon.midX - x, y: y), CGPoint(x: balloon.midX, y: balloon.minY - 2 - size.height / 2),
    ].map { LabelFrame(middle: $0, size: size) }
  }

  func draw(_ titles: [MarkerTitle], in context: CGContext) {
    for title in titles.reversed() {
      context.saving {
        context.state.blending.alpha *= title.alpha
        if let leader = title.leader { draw(leader, haloed: title.title.halo, in: context) }
        draw(title.title, at: title.frame.minY, of: title.frame, in: context)
        guard let subtitle = title.subtitle else { return }
        draw(subtitle, at: title.frame.minY + title.titleHeight, of: title.frame, in: context)
      }
    }
  }

  private func draw(_ block: TextBlock, at y: Double, of frame: CGRect, in context: CGContext) {
    context.state.fill = .color(MKMapView.ink(on: block.halo))
    context.draw(block, at: CGPoint(x: frame.minX, y: y))
  }

  private func draw(_ leader: LabelLeader, haloed halo: TextBlock.Halo?, in context: CGContext) {
    for (color, width) in [(halo?.color, 3.0), (MKMapView.ink(on: halo), 1)] {
      guard let color else { continue }
      context.state.stroke = .color(color)
      context.state.pen = Pen(width: width)
      context.stroke(leader.path)
    }
  }

  private static func ink(on halo: TextBlock.Halo?) -> UIColor {
    halo?.color == darkHalo ? .white : UIColor(white: 0.16)
  }

  private static let darkHalo = UIColor(white: 0.1, alpha: 0.85)
  private static let lightHalo = UIColor(white: 1, alpha: 0.9)

  /// The title of a view, at no place yet.
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
    let frame = CGRect(origin: .zero, size: CGSize(width: width, height: height))
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
