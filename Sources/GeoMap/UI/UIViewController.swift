/// The manager of a view: creates it on first use, then prepares it.
///
/// Ownership: holds its view; the reference back is weak.
open class UIViewController: UIResponder {
  public var title: String?
  private var made: UIView?
  private var isLoading = false
  /// How large a view is that ``loadView()`` makes: the screen of the device, where the owner knows it.
  public var screenSize = CGSize.zero

  /// Whether its view has been made.
  public var isViewLoaded: Bool { made != nil }

  open override var nextResponder: UIResponder? { made?.superview }

  /// Called after its view has been created.
  open func viewDidLoad() throws {}

  /// Returns its view, created at the first call.
  public func loadedView() throws -> UIView {
    if let made { return made }
    // A `loadView` that asks for the view while it makes it gets the plain one.
    if !isLoading {
      isLoading = true
      defer { isLoading = false }
      try overrides.run(.loadView, of: self) { loadView() }
    }
    if made == nil { loadView() }
    let view = made ?? UIView()
    if !isLoading { try overrides.run(.viewDidLoad, of: self) { try viewDidLoad() } }
    return view
  }

  /// Makes its view; the base makes an empty one of the size of the screen.
  open func loadView() { setView(UIView(frame: CGRect(origin: .zero, size: screenSize))) }

  public func setView(_ view: UIView?) {
    made?.viewController = nil
    made = view
    view?.viewController = self
  }
}
