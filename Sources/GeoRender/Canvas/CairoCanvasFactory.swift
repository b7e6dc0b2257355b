internal import CCairo
public import Geo

/// Makes canvases for scripts and maps.
public final class CairoCanvasFactory: CanvasFactory {
  private let images: DecodedImages?

  /// - Parameter images: limits the pixels of images that its canvases cache.
  public init(images: DecodedImages? = nil) { self.images = images }

  public func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas {
    try CairoCanvas(.bitmap, size: size, scale: scale, images: images)
  }

  /// The drawing so far as an image; later drawing does not change it.
  public func image(of canvas: any Canvas) throws(GeoError) -> UIImage {
    guard let canvas = canvas as? CairoCanvas, canvas.kind == .bitmap else {
      throw GeoError(.internal, "only a bitmap canvas can become an image")
    }
    guard let pointer = cv_canvas_image(canvas.pointer) else {
      throw GeoError(.unavailable, "there is not enough memory for an image")
    }
    return UIImage(.drawn(Bitmap(taking: pointer)), size: canvas.size, scale: canvas.scale)
  }

  public func png(of image: UIImage) throws(GeoError) -> [UInt8] {
    let bitmap = try Bitmap.of(image, images)
    var count = 0
    return try [UInt8](owning: cv_encode_png(bitmap.pointer, pixelsPerMeter(image.scale), &count), count)
  }
}

/// A point is 1⁄72 inch, as in print.
func pixelsPerMeter(_ scale: Double) -> Double { scale * 72 / 0.0254 }

extension [UInt8] {
  /// Copies bytes allocated in C, and frees them.
  init(owning bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) throws(GeoError) {
    guard let bytes else { throw GeoError(.unavailable, "there is not enough memory for a picture") }
    defer { cv_bytes_free(bytes) }
    self.init(UnsafeBufferPointer(start: bytes, count: count))
  }
}
