import Glibc

/// A place for a text: a rect, turned around its middle.
///
/// - Units: points of the picture; radians, clockwise.
public struct LabelFrame: Equatable, Sendable {
  public let middle: CGPoint
  public let size: CGSize
  public let angle: Double

  public init(middle: CGPoint, size: CGSize, angle: Double = 0) {
    self.middle = middle
    self.size = size
    self.angle = angle
  }

  /// An upright place by its upper left corner.
  public init(origin: CGPoint, size: CGSize) {
    self.init(middle: CGPoint(x: origin.x + size.width / 2, y: origin.y + size.height / 2), size: size)
  }

  /// The rect before it is turned.
  public var rect: CGRect {
    CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }

  /// Upright rects that cover it: one, or squares along a turned text.
  var parts: [CGRect] {
    guard angle != 0, size.height > 0 else { return [rect] }
    let side = size.height
    let count = max(Int((size.width / side).rounded(.up)), 1)
    return (0...count).map { index in
      let along = (Double(index) / Double(count) - 0.5) * size.width
      let (dx, dy) = (along * cos(angle), along * sin(angle))
      return CGRect(x: middle.x + dx - side / 2, y: middle.y + dy - side / 2, width: side, height: side)
    }
  }
}

/// A text that needs a place in a picture.
public struct LabelCandidate: Sendable {
  /// What a text names. The kinds choose their places in this order.
  public enum Kind: Int, Sendable {
    case title, region, degree, place, street
  }

  public var name: String
  public var kind: Kind
  /// Among texts of a kind, those with a greater weight choose first.
  public var weight: Double
  /// Where the text may stand, the best place first.
  public var frames: [LabelFrame]
  /// The symbol from which a leader line goes to a text without room beside it; nil for no leader line.
  public var symbol: CGRect?
  /// What is drawn with the text; it may lie under a view, but not on another text.
  public var dot: CGRect?
  /// The space that stays free around the text.
  public var margin = CGSize.zero
  /// The least distance from a text with the same name.
  public var spacing = 0.0
  /// Whether the text is drawn at its first place if there is no room.
  public var isRequired = false

  public init(_ name: String, _ kind: Kind, weight: Double, frames: [LabelFrame]) {
    self.name = name
    self.kind = kind
    self.weight = weight
    self.frames = frames
  }

  /// The order of choosing. Of equal weights the lesser bytes of the name decide, then the place farther up, then the
  /// place farther left.
  static func isBefore(_ a: LabelCandidate, _ b: LabelCandidate) -> Bool {
    if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
    if a.weight != b.weight { return a.weight > b.weight }
    if a.name.utf8.elementsEqual(b.name.utf8) {
      let (first, second) = (a.frames.first?.middle ?? .zero, b.frames.first?.middle ?? .zero)
      return (first.y, first.x) < (second.y, second.x)
    }
    return a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
  }
}

/// The place that a text got.
public struct LabelPlace: Equatable, Sendable {
  /// The index of its candidate.
  public let candidate: Int
  public let frame: LabelFrame
  /// The index of the frame among those of the candidate; nil at the end of a leader line.
  public let choice: Int?
  public let leader: LabelLeader?
}

/// A line from a symbol to its text.
public struct LabelLeader: Equatable, Sendable {
  public let from: CGPoint
  public let to: CGPoint

  public var path: CGPath {
    var path = CGPath()
    path.move(to: from)
    path.addLine(to: to)
    return path
  }
}

extension LabelLeader {
  /// The places around a symbol that are far enough for a line, the nearest first, with their lines.
  static func around(_ symbol: CGRect, _ size: CGSize) -> [(frame: LabelFrame, leader: LabelLeader)] {
    let sides: [(Double, Double)] = [(1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)]
    return [16.0, 30, 48, 70].flatMap { gap in
      sides.map { x, y in
        // Diagonal lines have about the length of the others.
        let way = x != 0 && y != 0 ? gap * 0.75 : gap
        let middle = CGPoint(
          x: symbol.midX + x * (symbol.width / 2 + way + size.width / 2),
          y: symbol.midY + y * (symbol.height / 2 + way + size.height / 2))
        let frame = LabelFrame(middle: middle, size: size)
        // Beneath the view of a pin, and inside of an area.
        let from = symbol.insetBy(dx: symbol.width / 4, dy: symbol.height / 4).nearest(to: middle)
        return (frame, LabelLeader(from: from, to: frame.rect.nearest(to: from)))
      }
    }
  }
}

extension CGRect {
  fileprivate func nearest(to point: CGPoint) -> CGPoint {
    CGPoint(x: min(max(point.x, minX), maxX), y: min(max(point.y, minY), maxY))
  }
}
