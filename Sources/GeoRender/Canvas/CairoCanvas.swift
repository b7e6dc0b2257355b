internal import CCairo
public import Geo

/// A canvas drawn by Cairo: a bitmap in memory, or an SVG or PDF document.
///
/// - SVG and PDF: shadows are embedded pictures with two pixels per point; text uses embedded fonts. For
///   blend modes that read the backdrop, Cairo embeds a picture.
/// - Threads: one at a time; each thread may have its own canvas.
public final class CairoCanvas: Canvas {
  public enum Kind: Int32, Sendable {
    case bitmap, svg, pdf
  }

  public let kind: Kind
  public let size: CGSize
  public let scale: Double
  let pointer: OpaquePointer
  let images: DecodedImages?

  public var isVector: Bool { kind != .bitmap }

  /// - Parameter images: limits the cached pixels of images; nil caches them as long as the images live.
  /// - Errors: ``GeoError`` for an empty or too large size, and if the drawing libraries are not installed.
  public init(
    _ kind: Kind = .bitmap, size: CGSize, scale: Double = 1, images: DecodedImages? = nil
  ) throws(GeoError) {
    try DrawingLibraries.load()
    try PictureLimits.check(size, scale: scale, isBitmap: kind == .bitmap)
    guard let pointer = cv_canvas_new(kind.rawValue, size.width, size.height, scale) else {
      throw GeoError(
        .unavailable, "there is not enough memory for a picture of \(size.width) × \(size.height)")
    }
    self.pointer = pointer
    self.images = images
    self.kind = kind
    self.size = size
    self.scale = scale
  }

  deinit { cv_canvas_free(pointer) }

  public func save() { cv_save(pointer) }
  public func restore() { cv_restore(pointer) }

  public func clip(to path: CGPath, rule: CGPathFillRule) {
    path.withCPath(rule) { path in
      withUnsafePointer(to: path) { cv_clip(pointer, $0) }
    }
  }

  public var clipBounds: CGRect {
    var bounds = (0.0, 0.0, 0.0, 0.0)
    withUnsafeMutableBytes(of: &bounds) { bytes in
      cv_clip_bounds(pointer, bytes.assumingMemoryBound(to: Double.self).baseAddress)
    }
    return CGRect(x: bounds.0, y: bounds.1, width: bounds.2 - bounds.0, height: bounds.3 - bounds.1)
  }

  public func beginLayer() { cv_begin_layer(pointer) }

  public func endLayer(_ blend: Blending) {
    withUnsafePointer(to: cv_blend(blend)) { cv_end_layer(pointer, $0) }
  }
}
