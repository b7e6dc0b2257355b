public import GeoCore

/// A pin whose tip is at the coordinate.
///
/// - Source: AV-5, AV-14; its size is ours.
open class MKPinAnnotationView: MKAnnotationView {
  public var pinColor = MKPinAnnotationColor.red { didSet { pinTintColor = pinColor.color } }
  /// The color of its head.
  public var pinTintColor = MKPinAnnotationColor.red.color { didSet { setNeedsDisplay() } }
  /// Whether it falls onto the map when it comes into sight.
  public var animatesDrop = false

  public override init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    frame = CGRect(x: 0, y: 0, width: 24, height: 36)
    centerOffset = CGPoint(x: 0, y: -18)
    opaque = false
  }

  /// Draws the pin, its tip in the middle of the lower edge; an image replaces it.
  open override func draw(_ rect: CGRect, in context: CGContext) throws {
    guard image == nil else { return try super.draw(rect, in: context) }
    var pin = PinPicture(color: pinTintColor)
    pin.isHighlighted = highlighted
    pin.isLifted = dragState == .starting || dragState == .dragging
    context.translateBy(x: bounds.midX, y: bounds.maxY)
    guard let map else { return pin.draw(in: context) }
    try map.sprites.draw(.pin(pin), in: context, map.device?.screen.canvasFactory)
  }
}

/// The colors of old pins.
///
/// - Source: F-6.
public enum MKPinAnnotationColor: Int, ConstantGroup {
  case red = 0
  case green, purple

  public static let constantPrefix = "MKPinAnnotationColor"

  /// Apple's system colors with those names.
  public var color: UIColor {
    switch self {
    case .red: UIColor(red: 1, green: 0.231, blue: 0.188)
    case .green: UIColor(red: 0.298, green: 0.851, blue: 0.392)
    case .purple: UIColor(red: 0.765, green: 0.38, blue: 0.867)
    }
  }
}
