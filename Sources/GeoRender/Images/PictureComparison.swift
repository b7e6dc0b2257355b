import CCairo
package import Geo

/// How two pictures differ.
package enum PictureComparison {
  /// A channel of a pixel may differ by this much of 255 before the pixel counts: other versions of the libraries that
  /// draw round differently.
  private static let tolerance = 8

  /// The share of pixels that differ, 0…1; nil if the pictures have different sizes.
  ///
  /// - Shapes: PNG, JPEG or WebP.
  /// - Errors: ``GeoError`` `data` for bytes that are not a picture.
  package static func difference(_ one: [UInt8], _ other: [UInt8]) throws(GeoError) -> Double? {
    let (one, other) = (
      try Bitmap(decoding: one, name: "the picture"), try Bitmap(decoding: other, name: "the picture")
    )
    guard one.width == other.width, one.height == other.height, one.width > 0, one.height > 0 else {
      return nil
    }
    guard let left = cv_image_pixels(one.pointer), let right = cv_image_pixels(other.pointer) else {
      return nil
    }
    let (leftStride, rightStride) = (
      Int(cv_image_stride(one.pointer)) / 4, Int(cv_image_stride(other.pointer)) / 4
    )
    var count = 0
    for row in 0..<one.height {
      for column in 0..<one.width
      where differ(left[row * leftStride + column], right[row * rightStride + column]) {
        count += 1
      }
    }
    return Double(count) / Double(one.width * one.height)
  }

  private static func differ(_ one: UInt32, _ other: UInt32) -> Bool {
    guard one != other else { return false }
    for shift in stride(from: 0, to: 32, by: 8) {
      let (left, right) = (Int(one >> UInt32(shift) & 0xff), Int(other >> UInt32(shift) & 0xff))
      if abs(left - right) > tolerance { return true }
    }
    return false
  }
}
