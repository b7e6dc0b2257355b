internal import CCairo
internal import Geo

// Converts Geo's values to the C interface's for the duration of one call.

extension CGPath {
  func withCPath<Result>(_ rule: CGPathFillRule, _ body: (cv_path) -> Result) -> Result {
    verbs.withUnsafeBytes { verbs in
      points.withUnsafeBytes { points in
        // A verb is stored as its raw value, a point as x and y.
        body(
          cv_path(
            verbs: verbs.assumingMemoryBound(to: UInt8.self).baseAddress,
            points: points.assumingMemoryBound(to: Double.self).baseAddress,
            verb_count: verbs.count, is_even_odd: rule == .evenOdd))
      }
    }
  }
}

extension cv_color {
  init(_ color: UIColor) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension cv_matrix {
  init(_ t: CGAffineTransform) { self.init(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty) }
}

extension cv_blend {
  init(_ blend: Blending) {
    self.init()
    alpha = blend.alpha
    mode = Int32(blend.mode.rawValue)
    guard let cast = blend.shadow else { return }
    has_shadow = true
    shadow_x = cast.offset.width
    shadow_y = cast.offset.height
    shadow_blur = cast.blur
    shadow = cv_color(cast.color)
  }
}

extension Paint {
  func withCPaint<Result>(_ body: (UnsafePointer<cv_paint>) -> Result) -> Result {
    var paint = cv_paint()
    switch self {
    case .color(let color):
      paint.color = cv_color(color)
      return body(&paint)
    case .gradient(let gradient, let shape, let options, let transform):
      switch shape {
      case .linear(let from, let to):
        paint.kind = Int32(cv_linear)
        (paint.from_x, paint.from_y, paint.to_x, paint.to_y) = (from.x, from.y, to.x, to.y)
      case .radial(let from, let startRadius, let to, let endRadius):
        paint.kind = Int32(cv_radial)
        (paint.from_x, paint.from_y, paint.from_radius) = (from.x, from.y, startRadius)
        (paint.to_x, paint.to_y, paint.to_radius) = (to.x, to.y, endRadius)
      }
      paint.before = options.contains(.drawsBeforeStartLocation)
      paint.after = options.contains(.drawsAfterEndLocation)
      paint.matrix = cv_matrix(transform)
      let stops = zip(gradient.locations, gradient.colors).map { cv_stop(offset: $0, color: cv_color($1)) }
      return stops.withUnsafeBufferPointer { stops in
        paint.stops = stops.baseAddress
        paint.stop_count = stops.count
        return body(&paint)
      }
    }
  }
}

extension Pen {
  func withCPen<Result>(_ body: (UnsafePointer<cv_pen>) -> Result) -> Result {
    dashes.withUnsafeBufferPointer { dashes in
      var pen = cv_pen(
        width: width, miter_limit: miterLimit, dash_phase: dashPhase, cap: Int32(cap.rawValue),
        join: Int32(join.rawValue), dashes: dashes.baseAddress, dash_count: dashes.count,
        matrix: cv_matrix(transform))
      return body(&pen)
    }
  }
}

extension TextBlock {
  func withCText<Result>(_ body: (UnsafePointer<cv_text>) -> Result) -> Result {
    let face = Typeface(font.fontName)
    // Pango treats NUL as the end.
    var characters = text.contains("\0") ? text.filter { $0 != "\0" } : text
    return characters.withUTF8 { utf8 in
      face.family.withCString { family in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          var text = cv_text()
          text.text = characters.baseAddress
          text.length = characters.count
          text.family = family
          text.is_bold = face.isBold
          text.is_italic = face.isItalic
          text.size = font.pointSize
          text.width = width ?? -1
          text.alignment = Int32(alignment.rawValue)
          text.most_lines = Int32(clamping: lines)
          if let halo {
            text.has_halo = true
            text.halo = cv_color(halo.color)
            text.halo_width = halo.width
          }
          return body(&text)
        }
      }
    }
  }
}
