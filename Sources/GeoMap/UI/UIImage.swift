/// A picture; its dots are read when something draws it.
public final class UIImage {
  /// Where its dots are.
  public enum Source {
    /// A file, as its maker named it.
    case file(String)
    /// The bytes of a file: PNG, JPEG, WebP …
    case encoded([UInt8])
    /// What a canvas drew, as its maker keeps it.
    case drawn(AnyObject)
  }

  /// Its size on the screen.
  ///
  /// - Units: points.
  public let size: CGSize
  /// Pixels to a point.
  public let scale: Double
  public let source: Source
  /// What a canvas keeps of it once it was drawn.
  public var decoded: AnyObject?
  /// Whatever is to last as long as this does, such as what it is charged to.
  public var memory: AnyObject?

  public init(_ source: Source, size: CGSize, scale: Double = 1) {
    self.source = source
    self.size = size
    self.scale = scale
  }
}

extension UIImage {
  /// An image of a file, by its first bytes; nil when they are those of no picture.
  ///
  /// A name that ends in `@2x` or `@3x` before its extension has so many pixels to a point.
  public convenience init?(path: String, header bytes: [UInt8]) {
    guard let header = ImageHeader(bytes) else { return nil }
    let scale = UIImage.scale(of: path)
    let size = CGSize(width: Double(header.width) / scale, height: Double(header.height) / scale)
    self.init(.file(path), size: size, scale: scale)
  }

  /// An image of the bytes of a file; nil when they are those of no picture.
  public convenience init?(encoded bytes: [UInt8], scale: Double = 1) {
    guard let header = ImageHeader(bytes) else { return nil }
    let size = CGSize(width: Double(header.width) / scale, height: Double(header.height) / scale)
    self.init(.encoded(bytes), size: size, scale: scale)
  }

  /// The names to look for when an image is asked for by `name`, the best first: `.png` where it has no extension, then
  /// larger ones.
  public static func fileNames(for name: String) -> [String] {
    let (stem, ending) = split(name)
    let known = ending.isEmpty ? ".png" : ending
    return [stem + known, "\(stem)@2x\(known)", "\(stem)@3x\(known)"]
  }

  static func scale(of path: String) -> Double {
    let stem = split(path).stem
    return stem.hasSuffix("@2x") ? 2 : stem.hasSuffix("@3x") ? 3 : 1
  }

  private static func split(_ path: String) -> (stem: String, ending: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[slash...].lastIndex(of: "."), dot > slash else { return (path, "") }
    return (String(path[..<dot]), String(path[dot...]))
  }
}
