internal import CCairo
public import Geo

/// What gives scripts and maps their canvases.
public final class CairoCanvasFactory: CanvasFactory {
  private let images: DecodedImages?

  /// - Parameter images: what bounds the dots of images that its canvases keep.
  public init(images: DecodedImages? = nil) { self.images = images }

  public func makeCanvas(size: CGSize, scale: Double) throws(GeoError) -> any Canvas {
    try CairoCanvas(.bitmap, size: size, scale: scale, images: images)
  }

  /// What was drawn so far; later drawing does not change it.
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
  /// Copies bytes that C made, and gives them back.
  init(owning bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) throws(GeoError) {
    guard let bytes else { throw GeoError(.unavailable, "there is not enough memory for a picture") }
    defer { cv_bytes_free(bytes) }
    self.init(UnsafeBufferPointer(start: bytes, count: count))
  }
}
