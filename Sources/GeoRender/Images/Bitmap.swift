internal import CCairo
internal import Geo
internal import Glibc

/// Pixels in memory in the form that canvases draw: the value of ``UIImage/decoded`` and of
/// ``UIImage/Source/drawn(_:)``.
final class Bitmap {
  let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) { self.pointer = pointer }

  deinit { cv_image_free(pointer) }

  var width: Int { Int(cv_image_width(pointer)) }
  var height: Int { Int(cv_image_height(pointer)) }

  /// The pixels of an image, decoded when first needed.
  ///
  /// - Parameter images: limits how many are cached; nil caches them as long as the image lives.
  /// - Errors: ``GeoError`` if it cannot be read or is not a picture.
  static func of(_ image: UIImage, _ images: DecodedImages? = nil) throws(GeoError) -> Bitmap {
    if let bitmap = image.decoded as? Bitmap { return bitmap }
    let bitmap: Bitmap
    switch image.source {
    case .drawn(let object):
      guard let drawn = object as? Bitmap else {
        throw GeoError(.internal, "an image was drawn by another kind of canvas")
      }
      return drawn
    case .encoded(let bytes): bitmap = try Bitmap(decoding: bytes, name: "the image")
    case .file(let path): bitmap = try Bitmap(decoding: read(path), name: path)
    }
    image.decoded = bitmap
    images?.add(image, bytes: 4 * bitmap.width * bitmap.height)
    return bitmap
  }

  /// - Parameter name: its name in errors.
  init(decoding bytes: [UInt8], name: String) throws(GeoError) {
    try DrawingLibraries.load()
    var error: UnsafePointer<CChar>?
    let pointer = bytes.withUnsafeBufferPointer {
      cv_decode($0.baseAddress, $0.count, Bitmap.mostPixels, &error)
    }
    guard let pointer else {
      let why = error.map { String(cString: $0) } ?? "not a picture"
      throw GeoError(.data, "\(name) cannot be drawn: it is \(why)")
    }
    self.pointer = pointer
  }

  /// 128 MiB of pixels.
  static let mostPixels = PictureLimits.mostPixels
  /// The limit for a file, in bytes.
  static let mostBytes = 1 << 26

  private static func read(_ path: String) throws(GeoError) -> [UInt8] {
    guard let file = fopen(path, "rbe") else {
      throw GeoError(.noInput, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&part, 1, part.count, file)
      guard count > 0 else { break }
      guard bytes.count + count <= mostBytes else {
        throw GeoError(.data, "\(path) is too large for an image: at most \(mostBytes >> 20) MiB")
      }
      bytes += part[..<count]
    }
    guard ferror(file) == 0 else { throw GeoError(.inputOutput, "\(path) cannot be read to its end") }
    return bytes
  }
}
