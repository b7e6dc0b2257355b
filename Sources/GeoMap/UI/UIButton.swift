public import GeoCore

/// A control with a title or an image that the user presses.
open class UIButton: UIControl {
  public let buttonType: UIButtonType
  private var titles: [(state: UIControlState, title: String)] = []
  private var images: [(state: UIControlState, image: UIImage)] = []

  /// Creates a button with the size of its type's picture; size zero for types without one.
  public init(type: UIButtonType = .custom, frame: CGRect = .zero) {
    buttonType = type
    let size = frame == .zero ? type.size : frame.size
    super.init(frame: CGRect(origin: frame.origin, size: size))
  }

  /// Nil removes the title.
  public func setTitle(_ title: String?, for state: UIControlState) {
    titles.removeAll { $0.state == state }
    if let title { titles.append((state, title)) }
    setNeedsDisplay()
  }

  public func title(for state: UIControlState) -> String? { titles.first { $0.state == state }?.title }

  /// Nil removes the image.
  public func setImage(_ image: UIImage?, for state: UIControlState) {
    images.removeAll { $0.state == state }
    if let image { images.append((state, image)) }
    setNeedsDisplay()
  }

  public func image(for state: UIControlState) -> UIImage? { images.first { $0.state == state }?.image }

  /// The visible title: that of its state, or else the normal one.
  public var currentTitle: String? { title(for: state) ?? title(for: .normal) }
  public var currentImage: UIImage? { image(for: state) ?? image(for: .normal) }

  static let titleFont = UIFont.systemFont(ofSize: UIFont.buttonFontSize)
  /// The gap between an image and the title to its right, in points.
  static let gap = 6.0

  /// The size of its image and the title beside it, or else of its type's picture.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let title = currentTitle.map { UIButton.titleFont.measure($0).inWholePoints }
    guard let image = currentImage?.size else { return title ?? buttonType.size }
    guard let title else { return image }
    return CGSize(width: image.width + UIButton.gap + title.width, height: max(image.height, title.height))
  }

  open override func draw(_ rect: CGRect, in context: CGContext) throws { try drawFace(in: context) }
}

/// The type of a button.
///
/// - Source: Apple's UIButton.h; values F-6.
public enum UIButtonType: Int, ConstantGroup {
  case custom = 0
  case system
  case detailDisclosure, infoLight, infoDark, contactAdd

  public static let constantPrefix = "UIButtonType"

  /// 22 points for types with their own picture, as in iOS 7.
  var size: CGSize {
    self == .custom || self == .system ? .zero : CGSize(width: 22, height: 22)
  }
}
