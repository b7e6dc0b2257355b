/// The bubble over a selected annotation: its title and subtitle, with views of the app's at its sides.
///
/// - Source: AV-16, AV-17; its measures are ours.
public final class Callout: UIView {
  /// What it belongs to.
  public let annotationView: MKAnnotationView
  public let titleLabel = UILabel()
  public let subtitleLabel = UILabel()
  /// What the app put to the left, to the right, and in place of the subtitle.
  public private(set) var left: UIView?
  public private(set) var right: UIView?
  public private(set) var detail: UIView?

  /// How far its point reaches below the bubble, in points.
  public static let pointHeight = 12.0
  private static let margin = 12.0
  private static let gap = 8.0
  private static let leastHeight = 44.0
  /// However long its texts are, it gets no wider, nor than its map; they end with … then.
  private static let greatestWidth = 300.0
  /// What it keeps free to the sides of the map, as far as it still points to its view.
  private static let border = 6.0
  /// How far its point stays from its sides.
  private static let cornerReach = 22.0

  /// Where its point is, in its own coordinates.
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

  /// The text over the other.
  public var title: String? { titleLabel.text }
  public var subtitle: String? { subtitleLabel.text }

  /// Takes what it shows from its view and the texts of the annotation.
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

  /// Gives a label the size of its text, as far as there is room beside the app's views.
  private func fit(_ label: UILabel) {
    label.textAlignment = .natural
    label.sizeToFit()
    let sides = [left, right].compactMap { $0 }.reduce(0) { $0 + $1.bounds.size.width + Callout.gap }
    let room = annotationView.map?.bounds.size.width ?? .infinity
    let widest = min(Callout.greatestWidth, max(room - 2 * Callout.border, 2 * Callout.cornerReach))
    label.bounds.size.width = max(0, min(label.bounds.size.width, widest - sides - 2 * Callout.margin))
  }

  /// Lets go of the app's views.
  func close() { for view in subviews { removeSubview(view) } }

  /// Puts it over the middle of its view's upper edge, moved by the offset that the view asks for, and aside where the
  /// map would end.
  func place() {
    let frame = annotationView.frame
    let offset = annotationView.calloutOffset
    let x = frame.origin.x + frame.size.width / 2 + offset.x
    center = CGPoint(
      x: x + sideStep(at: x), y: frame.origin.y + offset.y - bounds.size.height / 2)
    tipX = x - center.x + bounds.size.width / 2
  }

  /// How far it moves aside to be seen, its point staying below its straight part.
  private func sideStep(at x: Double) -> Double {
    guard let room = annotationView.map?.bounds.size.width else { return 0 }
    let half = bounds.size.width / 2
    let most = max(0, half - Callout.cornerReach)
    let left = Callout.border - (x - half)
    let right = x + half - (room - Callout.border)
    return left > 0 ? min(left, most) : right > 0 ? -min(right, most) : 0
  }

  /// Lays its parts out from left to right, each in the middle of its height.
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
      // Texts from right to left end where the widest one does.
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
    // One that cannot lie in it is left out, such as the map itself: the callout lies beside its view.
    for view in parts where view.superview !== self && !annotationView.isDescendant(of: view) {
      try? addSubview(view)
    }
  }
}

extension UIView {
  /// Takes one of its subviews out, also a fixed one.
  func removeSubview(_ view: UIView) {
    guard view.superview === self else { return }
    view.leaveSuperview()
  }
}
