public import GeoCore

/// A view that shows a text; touches pass it by.
open class UILabel: UIView {
  public var text: String? { didSet { setNeedsDisplay() } }
  public var font = UIFont.systemFont(ofSize: UIFont.labelFontSize) { didSet { setNeedsDisplay() } }
  public var textColor = UIColor.black { didSet { setNeedsDisplay() } }
  public var textAlignment = NSTextAlignment.left { didSet { setNeedsDisplay() } }
  /// How many lines it has at most; 0 for as many as the text takes.
  public var numberOfLines = 1 { didSet { setNeedsDisplay() } }

  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    userInteractionEnabled = false
  }

  /// The size of its text in whole points, within the width of `size` when it may have several lines.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let limit = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width
    return font.measure(text ?? "", width: limit, lines: numberOfLines).inWholePoints
  }

  open override func draw(_ rect: CGRect, in context: CGContext) throws { drawText(in: context) }
}

/// Where the lines of a text begin.
///
/// - Source: Apple's NSText.h, as UIKit has it.
public enum NSTextAlignment: Int, ConstantGroup {
  case left = 0
  case center, right, justified, natural

  public static let constantPrefix = "NSTextAlignment"
}
