public import Geo

extension Double {
  /// To a thousandth, without a sign of nothing.
  public var record: String {
    guard abs(self) < 1e15 else { return "\(self)" }
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension CGPoint {
  public var record: String { "\(x.record) \(y.record)" }
}

extension CGSize {
  public var record: String { "\(width.record)x\(height.record)" }
}

extension CGRect {
  public var record: String { "\(origin.record) \(size.record)" }
}

extension CGPath {
  /// As SVG writes it.
  public var record: String {
    var rest = points[...]
    return verbs.map { verb in
      let (letter, count) =
        switch verb {
        case .move: ("M", 1)
        case .line: ("L", 1)
        case .curve: ("C", 3)
        case .close: ("Z", 0)
        }
      defer { rest = rest.dropFirst(count) }
      return ([letter] + rest.prefix(count).map(\.record)).joined(separator: " ")
    }.joined(separator: " ")
  }
}

extension CGAffineTransform {
  /// Nothing for one that changes nothing, a place for one that only moves.
  public var record: String {
    if self == .identity { return "" }
    if (a, b, c, d) == (1, 0, 0, 1) { return "at \(tx.record) \(ty.record)" }
    return "by [\([a, b, c, d, tx, ty].map(\.record).joined(separator: " "))]"
  }
}

extension CGPathFillRule {
  var record: String { self == .winding ? "" : "even-odd" }
}

extension Paint {
  var record: String {
    switch self {
    case .color(let color): return "\(color)"
    case .gradient(let gradient, let shape, let options, let transform):
      let stops = zip(gradient.colors, gradient.locations).map { "\($0)@\($1.record)" }
      let place =
        switch shape {
        case .linear(let from, let to): "linear \(from.record) to \(to.record)"
        case .radial(let from, let start, let to, let end):
          "radial \(from.record) r \(start.record) to \(to.record) r \(end.record)"
        }
      let words = [place, stops.joined(separator: " "), "options \(options.rawValue)", transform.record]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

extension Pen {
  var record: String {
    let plain = Pen()
    var words = ["width \(width.record)"]
    if cap != plain.cap { words.append("cap \(cap)") }
    if join != plain.join { words.append("join \(join)") }
    if miterLimit != plain.miterLimit { words.append("miter \(miterLimit.record)") }
    if !dashes.isEmpty {
      words.append("dashes \(dashes.map(\.record).joined(separator: ",")) from \(dashPhase.record)")
    }
    if transform != .identity { words.append("pen \(transform.record)") }
    return words.joined(separator: " ")
  }
}

extension Blending {
  var record: String {
    var words: [String] = []
    if alpha != 1 { words.append("alpha \(alpha.record)") }
    if mode != .normal { words.append("\(mode)") }
    if let shadow {
      words.append("shadow \(shadow.offset.record) blur \(shadow.blur.record) \(shadow.color)")
    }
    return words.joined(separator: " ")
  }
}
