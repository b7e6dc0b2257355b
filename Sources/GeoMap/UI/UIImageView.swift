/// A view that shows a picture and ignores touches.
open class UIImageView: UIView {
  public var image: UIImage? { didSet { setNeedsDisplay() } }

  /// Creates a view as large as `image`.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    userInteractionEnabled = false
  }

  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    userInteractionEnabled = false
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }

  /// Stretches its image over its bounds.
  open override func draw(_ rect: CGRect, in context: CGContext) throws {
    if let image { try context.draw(image, in: bounds) }
  }
}
