extension UIView {
  /// Requests ``layoutSubviews()`` in the next layout pass of its map.
  public func setNeedsLayout() {
    needsSubviewLayout = true
    var next: UIView? = self
    while let view = next, !view.treeNeedsLayout || view === self {
      view.treeNeedsLayout = true
      next = view.superview
    }
  }

  /// Marks it for redrawing.
  public func setNeedsDisplay() { dirtyRect = bounds }

  /// Marks a part of it for redrawing, in its own coordinates.
  public func setNeedsDisplay(in rect: CGRect) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    dirtyRect = dirtyRect.map { $0.union(part) } ?? part
  }

  /// Sets its size to the result of ``sizeThatFits(_:)``; its upper left corner stays.
  public func sizeToFit() {
    let corner = frame.origin
    frame = CGRect(origin: corner, size: sizeThatFits(bounds.size))
  }

  /// Performs pending layouts in this view and below, outer views first.
  ///
  /// A view that requests its own layout during its layout is not laid out again, which would never end.
  ///
  /// - Parameter report: called with the error of each override that throws; the others still run.
  func layoutTree(_ report: (any Error) -> Void) {
    guard treeNeedsLayout else { return }
    if needsSubviewLayout {
      do { try overrides.run(.layoutSubviews, of: self) { try layoutSubviews() } } catch { report(error) }
      needsSubviewLayout = false
    }
    for view in subviews { view.layoutTree(report) }
    treeNeedsLayout = false
  }

  /// Handles a change of its size from `old`.
  func resized(from old: CGSize) {
    setNeedsDisplay()
    setNeedsLayout()
    guard autoresizesSubviews else { return }
    let dx = bounds.size.width - old.width
    let dy = bounds.size.height - old.height
    for view in subviews where !view.autoresizingMask.isEmpty { view.autoresize(dx, dy) }
  }

  /// Distributes the growth of its superview evenly among its flexible width and margins.
  private func autoresize(_ dx: Double, _ dy: Double) {
    func share(
      _ growth: Double, _ before: UIViewAutoresizing, _ size: UIViewAutoresizing, _ after: UIViewAutoresizing
    )
      -> (origin: Double, size: Double)
    {
      let parts = [before, size, after].count { autoresizingMask.contains($0) }
      guard parts > 0 else { return (0, 0) }
      let part = growth / Double(parts)
      return (autoresizingMask.contains(before) ? part : 0, autoresizingMask.contains(size) ? part : 0)
    }
    let x = share(dx, .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin)
    let y = share(dy, .flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin)
    let old = frame
    frame = CGRect(
      x: old.origin.x + x.origin, y: old.origin.y + y.origin, width: max(0, old.size.width + x.size),
      height: max(0, old.size.height + y.size))
  }
}

/// How a view adapts to size changes of its superview.
public struct UIViewAutoresizing: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let flexibleLeftMargin = UIViewAutoresizing(rawValue: 1)
  public static let flexibleWidth = UIViewAutoresizing(rawValue: 2)
  public static let flexibleRightMargin = UIViewAutoresizing(rawValue: 4)
  public static let flexibleTopMargin = UIViewAutoresizing(rawValue: 8)
  public static let flexibleHeight = UIViewAutoresizing(rawValue: 16)
  public static let flexibleBottomMargin = UIViewAutoresizing(rawValue: 32)
}
