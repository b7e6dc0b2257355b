import GeoCore
import Glibc

/// Levels: at level z the world is 256·2^z points wide and high.
///
/// - Source: MG-11 … MG-14, F-5, MG-19, MG-20.
extension Viewport {
  static let greatestLevel = 21.0
  /// The tolerance of a level: assigning a region that was read must keep its level in spite of rounding.
  private static let leniency = 0.05

  /// Whether the view has an area.
  var hasArea: Bool { size.width > 0 && size.height > 0 }

  /// The level, fractional only if the map does not snap.
  var level: Double {
    get { log2(zoomScale) + 20 }
    set { zoomScale = exp2(newValue - 20) }
  }

  /// The smallest whole level at which the world covers the rotated view, so that no place is visible twice.
  var smallestLevel: Double {
    let side = max(turnedSize.width, turnedSize.height)
    return min(max(0, log2(side / 256).rounded(.up)), Viewport.greatestLevel)
  }

  /// Returns the viewport that shows all of `rect` as large as the allowed levels permit.
  ///
  /// A rotated view uses the surrounding upright rectangle as its size, so that ``visibleRect`` keeps its
  /// level. The rect of a view without area waits until the view has one.
  ///
  /// - Parameters:
  ///   - padding: the margins to keep free at the edges of the view.
  ///   - snaps: whether only whole levels are allowed.
  func showing(_ rect: MKMapRect, padding: UIEdgeInsets = .zero, snaps: Bool) -> Viewport {
    var shown = self
    guard hasArea else {
      shown.waiting = rect
      return shown.moved(to: MKMapPoint(x: rect.midX, y: rect.midY))
    }
    shown.waiting = nil
    var room = self
    room.size.width = max(0, size.width - padding.left - padding.right)
    room.size.height = max(0, size.height - padding.top - padding.bottom)
    let outer = room.turnedSize
    // A rect with a side of 0 needs no room: the quotient is infinite, or NaN if there is no room either.
    let scale = min(quotient(outer.width, rect.width), quotient(outer.height, rect.height))
    shown.level = leveled(20 + log2(scale), snaps: snaps)
    // The middle of the rect goes to the middle of the available room.
    let x = size.width / 2 - (padding.left - padding.right) / 2
    let y = size.height / 2 - (padding.top - padding.bottom) / 2
    shown.center = MKMapPoint(x: rect.midX, y: rect.midY)
    return shown.moved(to: shown.mapPoint(for: CGPoint(x: x, y: y)))
  }

  private func quotient(_ room: Double, _ side: Double) -> Double { side > 0 ? room / side : .infinity }

  /// Returns the viewport with `center` in the middle, or as near to it as the ends of the map allow.
  func moved(to center: MKMapPoint) -> Viewport {
    var moved = self
    let world = MKMapSizeWorld.width
    let x = Mercator.withinWorld(center.x)
    // A value slightly west of the edge rounds to the edge itself.
    moved.center.x = x < world ? x : 0
    let half = min(turnedSize.height / zoomScale, world) / 2
    moved.center.y = min(max(center.y, half), world - half)
    return moved
  }

  /// Returns the viewport at `level`, or at the nearest allowed one.
  func zoomed(to level: Double, snaps: Bool) -> Viewport {
    var zoomed = self
    zoomed.level = leveled(level, snaps: snaps)
    return zoomed.moved(to: center)
  }

  /// Returns the viewport for a view of another size: same center, same level if allowed.
  func resized(to size: CGSize, snaps: Bool) -> Viewport {
    var resized = self
    resized.size = size
    if let waiting, resized.hasArea { return resized.showing(waiting, snaps: snaps) }
    return resized.withinLimits
  }

  /// Returns the viewport rotated so that `heading` is at the top.
  func turned(to heading: CLLocationDirection) -> Viewport {
    var turned = self
    turned.heading = heading - 360 * (heading / 360).rounded(.down)
    if turned.heading >= 360 { turned.heading = 0 }
    return turned.withinLimits
  }

  private var withinLimits: Viewport {
    var limited = self
    // Not computed from the level, which would round an allowed scale.
    if level < smallestLevel { limited.level = smallestLevel }
    return limited.moved(to: center)
  }

  private func leveled(_ level: Double, snaps: Bool) -> Double {
    let whole = snaps ? (level + Viewport.leniency).rounded(.down) : level
    return min(max(whole, smallestLevel), Viewport.greatestLevel)
  }

  /// Whether both show the same except for rounding: less than a hundred-thousandth of a point apart.
  func isSame(as other: Viewport) -> Bool {
    guard size == other.size, heading == other.heading, waiting == other.waiting else { return false }
    let way = Mercator.shortestWay(center.x - other.center.x)
    let shift = max(abs(way), abs(center.y - other.center.y)) * zoomScale
    return shift < 1e-5 && abs(zoomScale / other.zoomScale - 1) < 1e-9
  }
}
