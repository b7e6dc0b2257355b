import Glibc

/// Levels: at level z the world is 256·2^z points wide and high.
///
/// - Source: MG-11 … MG-14, F-5, MG-19, MG-20.
extension Viewport {
  static let greatestLevel = 21.0
  /// What a level may fall short of and still counts: a region read back must keep its level in spite of rounding.
  private static let leniency = 0.05

  /// Whether there is anything to see.
  var hasArea: Bool { size.width > 0 && size.height > 0 }

  /// The level, not whole only where the map does not snap.
  var level: Double {
    get { log2(zoomScale) + 20 }
    set { zoomScale = exp2(newValue - 20) }
  }

  /// The smallest whole level at which the world covers the turned view, so that no place is seen twice.
  var smallestLevel: Double {
    let side = max(turnedSize.width, turnedSize.height)
    return min(max(0, log2(side / 256).rounded(.up)), Viewport.greatestLevel)
  }

  /// Returns the viewport that shows the whole of `rect` as large as its levels allow.
  ///
  /// A turned view takes the upright rectangle around it for its size, so that ``visibleRect`` keeps its level. The
  /// rect of a view without area waits until the view has one.
  ///
  /// - Parameters:
  ///   - padding: what is to stay free at the edges of the view.
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
    // A rect without a side needs no room on it: the quotient is infinite, or NaN where there is none either.
    let scale = min(quotient(outer.width, rect.width), quotient(outer.height, rect.height))
    shown.level = leveled(20 + log2(scale), snaps: snaps)
    // The middle of the rect belongs into the middle of the room.
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
    // What lies a hair west of the edge rounds to the edge itself.
    moved.center.x = x < world ? x : 0
    let half = min(turnedSize.height / zoomScale, world) / 2
    moved.center.y = min(max(center.y, half), world - half)
    return moved
  }

  /// Returns the viewport at `level`, or the nearest that is allowed.
  func zoomed(to level: Double, snaps: Bool) -> Viewport {
    var zoomed = self
    zoomed.level = leveled(level, snaps: snaps)
    return zoomed.moved(to: center)
  }

  /// Returns the viewport of a view of another size: same middle, same level where that is allowed.
  func resized(to size: CGSize, snaps: Bool) -> Viewport {
    var resized = self
    resized.size = size
    if let waiting, resized.hasArea { return resized.showing(waiting, snaps: snaps) }
    return resized.withinLimits
  }

  /// Returns the viewport turned so that `heading` is up.
  func turned(to heading: CLLocationDirection) -> Viewport {
    var turned = self
    turned.heading = heading - 360 * (heading / 360).rounded(.down)
    if turned.heading >= 360 { turned.heading = 0 }
    return turned.withinLimits
  }

  private var withinLimits: Viewport {
    var limited = self
    // Not by way of the level, which would round a scale that is allowed.
    if level < smallestLevel { limited.level = smallestLevel }
    return limited.moved(to: center)
  }

  private func leveled(_ level: Double, snaps: Bool) -> Double {
    let whole = snaps ? (level + Viewport.leniency).rounded(.down) : level
    return min(max(whole, smallestLevel), Viewport.greatestLevel)
  }

  /// Whether both show the same but for rounding: less than a hundred-thousandth of a point apart.
  func isSame(as other: Viewport) -> Bool {
    guard size == other.size, heading == other.heading, waiting == other.waiting else { return false }
    let way = Mercator.shortestWay(center.x - other.center.x)
    let shift = max(abs(way), abs(center.y - other.center.y)) * zoomScale
    return shift < 1e-5 && abs(zoomScale / other.zoomScale - 1) < 1e-9
  }
}
