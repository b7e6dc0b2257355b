internal import Geo

/// Limits for the size of pictures.
public enum PictureLimits {
  /// - Units: pixels.
  public static let greatestSide = 16384
  /// 128 MiB of pixels; encoding them as PNG takes about as much again.
  public static let mostPixels = 1 << 25

  static func check(_ size: CGSize, scale: Double, isBitmap: Bool) throws(GeoError) {
    guard scale > 0, scale <= 16 else {
      throw GeoError(.data, "a picture's scale must be greater than 0 and at most 16 (got \(scale))")
    }
    let pixels = isBitmap ? scale : 1
    let (width, height) = ((size.width * pixels).rounded(), (size.height * pixels).rounded())
    // Formatted first, in case they are not finite.
    let told =
      "\(words(size.width)) × \(words(size.height)) points" + (scale == 1 ? "" : " at scale \(words(scale))")
    guard width >= 1, height >= 1 else {
      throw GeoError(.data, "a picture of \(told) is empty: the smallest is 1 × 1")
    }
    guard width <= Double(greatestSide), height <= Double(greatestSide) else {
      throw GeoError(.data, "a picture of \(told) is too large: at most \(greatestSide) pixels a side")
    }
    guard !isBitmap || width * height <= Double(mostPixels) else {
      throw GeoError(
        .data,
        "a picture of \(told) is too large: at most \(mostPixels) pixels, for example 8192 × 4096")
    }
  }

  private static func words(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
