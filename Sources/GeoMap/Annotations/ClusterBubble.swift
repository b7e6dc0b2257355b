/// The standard view of a cluster: a bubble with the number of its members.
///
/// - Source: its size and looks are ours.
final class ClusterBubble: MKAnnotationView {
  /// The color of the members' pins.
  var tint = MKPinAnnotationColor.red.color

  override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    opaque = false
    canShowCallout = true
    collisionMode = .circle
    fit()
  }

  override var annotation: (any MKAnnotation)? { didSet { fit() } }

  private var count: Int { (annotation as? MKClusterAnnotation)?.memberAnnotations.count ?? 0 }

  /// Sizes it to the digits.
  private func fit() {
    let side = ClusterBubble.side(count)
    bounds.size = CGSize(width: side, height: side)
  }

  private static func side(_ count: Int) -> Double {
    switch count {
    case ..<10: 30
    case ..<100: 34
    case ..<1000: 40
    case ..<10_000: 48
    default: 56
    }
  }

  override func draw(_ rect: CGRect, in context: CGContext) throws {
    let radius = bounds.width / 2
    let base = highlighted ? tint.mixed(with: .black, 0.3) : tint
    context.translateBy(x: bounds.midX, y: bounds.midY)
    context.saving {
      context.translateBy(x: 0, y: 1.5)
      let shadow = UIColor(white: 0, alpha: 0.36)
      let edge = radius / (radius + 4)
      context.fillRadially(
        radius: radius + 4, [(0, shadow), (edge * 0.94, shadow), (1, UIColor(white: 0, alpha: 0))])
    }
    context.state.fill = .color(.white)
    context.fill(CGPath(circle: .zero, radius: radius))
    let inner = radius - 2.5
    context.fill(
      CGPath(circle: .zero, radius: inner), from: CGPoint(x: 0, y: -inner), to: CGPoint(x: 0, y: inner),
      [(0, base.mixed(with: .white, 0.12)), (1, base.mixed(with: .black, 0.14))])
    context.state.fill = .color(.white)
    let square = CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius)
    context.draw(String(count), font: ClusterBubble.font, in: square, alignment: .center, lines: 1)
  }

  private static let font = UIFont.boldSystemFont(ofSize: 13)
}
