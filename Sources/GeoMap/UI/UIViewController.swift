/// The manager of a view: creates it on first use, then prepares it.
///
/// Ownership: holds its view; the reference back is weak.
open class UIViewController: UIResponder {
  public var title: String?
  private var made: UIView?

  /// Whether its view has been made.
  public var isViewLoaded: Bool { made != nil }

  open override var nextResponder: UIResponder? { made?.superview }

  /// Called after its view has been created.
  open func viewDidLoad() throws {}

  /// Returns its view, created at the first call.
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
