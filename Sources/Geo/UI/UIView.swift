/// A rectangle on the screen that may hold others and be touched.
open class UIView {
  /// Where it lies, in the coordinates of its superview.
  public var frame: CGRect
  public private(set) weak var superview: UIView?
  public private(set) var subviews: [UIView] = []

  public init(frame: CGRect = .zero) { self.frame = frame }
}
