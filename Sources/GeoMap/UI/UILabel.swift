public import GeoCore

/// A view that shows a text and ignores touches.
open class UILabel: UIView {
  public var text: String? { didSet { setNeedsDisplay() } }
  public var font = UIFont.systemFont(ofSize: UIFont.labelFontSize) { didSet { setNeedsDisplay() } }
  public var textColor = UIColor.black { didSet { setNeedsDisplay() } }
  public var textAlignment = NSTextAlignment.left { didSet { setNeedsDisplay() } }
  /// The maximum number of lines; 0 for no limit.
  public var numberOfLines = 1 { didSet { setNeedsDisplay() } }

  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    userInteractionEnabled = false
  }

  /// The size of its text in whole points, within the width of `size` if it may have several lines.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let limit = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width
    return font.measure(text ?? "", width: limit, lines: numberOfLines).inWholePoints
  }

  open override func draw(_ rect: CGRect, in context: CGContext) throws { drawText(in: context) }
}

/// The alignment of lines of text.
///
/// - Source: Apple's NSText.h, as UIKit has it.
public enum NSTextAlignment: Int, ConstantGroup {
  case left = 0
  case center, right, justified, natural

  public static let constantPrefix = "NSTextAlignment"
}
