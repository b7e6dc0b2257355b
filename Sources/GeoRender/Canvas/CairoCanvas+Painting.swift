internal import CCairo
public import Geo

extension CairoCanvas {
  public func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending) {
    var blend = cv_blend(blend)
    path.withCPath(rule) { path in
      var path = path
      paint.withCPaint { paint in cv_fill(pointer, &path, paint, &blend) }
    }
  }

  public func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending) {
    var blend = cv_blend(blend)
    path.withCPath(.winding) { path in
      var path = path
      pen.withCPen { pen in
        paint.withCPaint { paint in cv_stroke(pointer, &path, pen, paint, &blend) }
      }
    }
  }

  public func fill(with paint: Paint, _ blend: Blending) {
    var blend = cv_blend(blend)
    paint.withCPaint { cv_fill_all(pointer, $0, &blend) }
  }

  public func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError) {
    let bitmap = try Bitmap.of(image, images)
    var blend = cv_blend(blend)
    var matrix = cv_matrix(transform)
    cv_draw_image(
      pointer, bitmap.pointer, rect.origin.x, rect.origin.y, rect.size.width, rect.size.height, &matrix,
      smooth, &blend)
  }

  public func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending) {
    var blend = cv_blend(blend)
    var matrix = cv_matrix(transform)
    text.withCText { text in
      paint.withCPaint { paint in cv_draw_text(pointer, text, &matrix, paint, &blend) }
    }
  }

  public func measure(_ text: TextBlock) -> CGSize {
    let size = text.withCText { cv_measure($0) }
    return CGSize(width: size.width, height: size.height)
  }
}
