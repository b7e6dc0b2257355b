public import GeoCore

extension UIView {
  /// Moves `view` in front of its other subviews, removing it from its previous superview.
  ///
  /// - Errors: a view cannot be inside itself, and the inner layers of a map cannot move elsewhere.
  public func addSubview(_ view: UIView) throws(GeoError) { try insert(view) { $0.endIndex } }

  /// Inserts `view` at `index`, 0 being farthest back; an index too large is the front.
  public func insertSubview(_ view: UIView, at index: Int) throws(GeoError) {
    try insert(view) { min(max(0, index), $0.endIndex) }
  }

  /// Inserts `view` directly in front of `sibling`.
  public func insertSubview(_ view: UIView, above sibling: UIView) throws(GeoError) {
    try checkSibling(sibling, of: view)
    try insert(view) { views in (views.firstIndex { $0 === sibling } ?? views.endIndex - 1) + 1 }
  }

  /// Inserts `view` directly behind `sibling`.
  public func insertSubview(_ view: UIView, below sibling: UIView) throws(GeoError) {
    try checkSibling(sibling, of: view)
    try insert(view) { views in views.firstIndex { $0 === sibling } ?? views.endIndex }
  }

  public func bringSubviewToFront(_ view: UIView) {
    guard let index = place(of: view) else { return }
    subviews.append(subviews.remove(at: index))
  }

  public func sendSubviewToBack(_ view: UIView) {
    guard let index = place(of: view) else { return }
    subviews.insert(subviews.remove(at: index), at: fixtureCount)
  }

  /// Exchanges the subviews at two indexes; indexes that do not exist change nothing.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    let movable = fixtureCount..<subviews.count
    guard movable.contains(first), movable.contains(second) else { return }
    subviews.swapAt(first, second)
  }

  /// Whether it is `view` or a descendant of it.
  public func isDescendant(of view: UIView) -> Bool {
    var next: UIView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Returns the first view with that tag, itself before its descendants; nil if there is none.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in subviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// The number of fixed layers, such as a map's, behind all added views.
  private var fixtureCount: Int { subviews.prefix(while: \.isFixture).count }

  /// The index of a movable subview.
  private func place(of view: UIView) -> Int? {
    view.isFixture ? nil : subviews.firstIndex { $0 === view }
  }

  func leaveSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private func checkSibling(_ sibling: UIView, of view: UIView) throws(GeoError) {
    guard sibling.superview === self, sibling !== view else {
      throw GeoError(.data, "the sibling is not another subview of this view")
    }
  }

  /// The maximum nesting of views, because hit testing, layout and deallocation are recursive.
  static let mostNested = 200

  /// The number of its ancestors.
  private var depth: Int {
    var depth = 0
    var next = superview
    while let view = next {
      depth += 1
      next = view.superview
    }
    return depth
  }

  /// The depth of its descendants.
  private var height: Int { subviews.reduce(0) { max($0, $1.height + 1) } }

  private func insert(_ view: UIView, _ index: ([UIView]) -> Int) throws(GeoError) {
    guard !isDescendant(of: view) else {
      throw GeoError(.data, "a view cannot be added to itself or to a view inside it")
    }
    guard depth + 1 + view.height < UIView.mostNested else {
      throw GeoError(.data, "views can be nested at most \(UIView.mostNested) deep")
    }
    guard !view.isFixture || view.superview == nil else {
      throw GeoError(.data, "a layer of a map cannot be moved to another view")
    }
    if view.superview === self {
      subviews.removeAll { $0 === view }
    } else {
      view.leaveSuperview()
    }
    subviews.insert(view, at: max(index(subviews), fixtureCount))
    view.superview = self
    setNeedsLayout()
  }
}
