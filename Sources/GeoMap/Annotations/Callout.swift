/// The bubble over a selected annotation: its title and subtitle, with the app's views at its sides.
///
/// - Source: AV-16, AV-17; its measures are ours.
public final class Callout: UIView {
  /// The annotation view that it belongs to.
  public let annotationView: MKAnnotationView
  public let titleLabel = UILabel()
  public let subtitleLabel = UILabel()
  /// The app's views at the left, at the right, and instead of the subtitle.
  public private(set) var left: UIView?
  public private(set) var right: UIView?
  public private(set) var detail: UIView?

  /// How far its point reaches below the bubble, in points.
  public static let pointHeight = 12.0
  private static let margin = 12.0
  private static let gap = 8.0
  private static let leastHeight = 44.0
  /// The maximum width, whatever the length of its texts; longer ones end with …. It is never wider than its
  /// map, either.
  private static let greatestWidth = 300.0
  /// The distance that it keeps from the sides of the map, as long as it still points to its view.
  private static let border = 6.0
  /// The minimum distance of its point from its sides.
  private static let cornerReach = 22.0

  /// The x coordinate of its point, in its own coordinates.
  private(set) var tipX = 0.0
  /// Whether it is drawn over dark ground.
  var isDressedDark = false

  init(of view: MKAnnotationView) {
    annotationView = view
    super.init(frame: .zero)
    isFixture = true
    opaque = false
    titleLabel.font = .boldSystemFont(ofSize: 15)
    subtitleLabel.font = .systemFont(ofSize: UIFont.smallSystemFontSize)
    dress(isDark: false)
  }

  /// The upper text.
  public var title: String? { titleLabel.text }
  public var subtitle: String? { subtitleLabel.text }

  /// Updates its content from its view and the texts of the annotation.
  func refresh(title: String, subtitle: String?) {
    titleLabel.text = title
    left = annotationView.leftCalloutAccessoryView
    right = annotationView.rightCalloutAccessoryView
    detail = annotationView.detailCalloutAccessoryView
    subtitleLabel.text = detail == nil ? subtitle : nil
    for label in [titleLabel, subtitleLabel] { fit(label) }
    arrange()
    place()
  }

  public override func draw(_ rect: CGRect, in context: CGContext) throws { drawBubble(in: context) }

  /// Sizes a label to its text, as far as there is room beside the app's views.
  private func fit(_ label: UILabel) {
    label.textAlignment = .natural
    label.sizeToFit()
    let sides = [left, right].compactMap { $0 }.reduce(0) { $0 + $1.bounds.size.width + Callout.gap }
    let room = annotationView.map?.bounds.size.width ?? .infinity
    let widest = min(Callout.greatestWidth, max(room - 2 * Callout.border, 2 * Callout.cornerReach))
    label.bounds.size.width = max(0, min(label.bounds.size.width, widest - sides - 2 * Callout.margin))
  }

  /// Releases the app's views.
  func close() { for view in subviews { removeSubview(view) } }

  /// Places it over the middle of its view's upper edge, moved by the view's callout offset, and sideways at
  /// the edge of the map.
  func place() {
    let frame = annotationView.frame
    let offset = annotationView.calloutOffset
    let x = frame.origin.x + frame.size.width / 2 + offset.x
    center = CGPoint(
      x: x + sideStep(at: x), y: frame.origin.y + offset.y - bounds.size.height / 2)
    tipX = x - center.x + bounds.size.width / 2
  }

  /// How far it moves sideways to be visible, with its point still below its straight part.
  private func sideStep(at x: Double) -> Double {
    guard let room = annotationView.map?.bounds.size.width else { return 0 }
    let half = bounds.size.width / 2
    let most = max(0, half - Callout.cornerReach)
    let left = Callout.border - (x - half)
    let right = x + half - (room - Callout.border)
    return left > 0 ? min(left, most) : right > 0 ? -min(right, most) : 0
  }

  /// Arranges its parts from left to right, each centered vertically.
  private func arrange() {
    var lines: [UIView] = [titleLabel]
    if let detail { lines.append(detail) } else if subtitleLabel.text != nil { lines.append(subtitleLabel) }
    let sides = [left, right].compactMap { $0 }
    let width = lines.map(\.bounds.size.width).max() ?? 0
    let textHeight = lines.map(\.bounds.size.height).reduce(0, +)
    let tallest = max(textHeight, sides.map(\.bounds.size.height).max() ?? 0)
    let height = max(Callout.leastHeight, tallest + Callout.margin)
    var x = Callout.margin
    if let left {
      left.frame.origin = CGPoint(x: x, y: (height - left.bounds.size.height) / 2)
      x += left.bounds.size.width + Callout.gap
    }
    var y = (height - textHeight) / 2
    for line in lines {
      // Right-to-left texts end where the widest one does.
      if let label = line as? UILabel, label !== detail { label.bounds.size.width = width }
      line.frame.origin = CGPoint(x: x, y: y)
      y += line.bounds.size.height
    }
    x += width
    if let right {
      right.frame.origin = CGPoint(x: x + Callout.gap, y: (height - right.bounds.size.height) / 2)
      x += Callout.gap + right.bounds.size.width
    }
    bounds.size = CGSize(width: x + Callout.margin, height: height + Callout.pointHeight)
    let parts = lines + sides
    for view in subviews where !parts.contains(where: { $0 === view }) { removeSubview(view) }
    // A view that cannot be a subview is skipped, for example the map itself, because the callout lies beside
    // its view.
    for view in parts where view.superview !== self && !annotationView.isDescendant(of: view) {
      try? addSubview(view)
    }
  }
}

extension UIView {
  /// Removes one of its subviews, even a fixed one.
  func removeSubview(_ view: UIView) {
    guard view.superview === self else { return }
    view.leaveSuperview()
  }
}
