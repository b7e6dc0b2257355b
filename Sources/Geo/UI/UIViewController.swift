/// What looks after a view: makes it when first asked for, then prepares it.
///
/// Ownership: holds its view; the way back is weak.
open class UIViewController: UIResponder {
  public var title: String?
  private var made: UIView?

  /// Whether its view has been made.
  public var isViewLoaded: Bool { made != nil }

  open override var nextResponder: UIResponder? { made?.superview }

  /// Called once its view has been made.
  open func viewDidLoad() throws {}

  /// Returns its view, made at the first call.
  public func loadedView() throws -> UIView {
    if let made { return made }
    let view = UIView()
    setView(view)
    try overrides.run(.viewDidLoad, of: self) { try viewDidLoad() }
    return view
  }

  public func setView(_ view: UIView?) {
    made?.viewController = nil
    made = view
    view?.viewController = self
  }
}
