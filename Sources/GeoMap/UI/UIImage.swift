/// A picture; its pixels are read when it is drawn.
public final class UIImage {
  /// The source of its pixels.
  public enum Source {
    /// A file, by the name that the creator gave.
    case file(String)
    /// The bytes of a file: PNG, JPEG, WebP …
    case encoded([UInt8])
    /// The drawing of a canvas, in its factory's representation.
    case drawn(AnyObject)
  }

  /// Its size on the screen.
  ///
  /// - Units: points.
  public let size: CGSize
  /// Pixels per point.
  public let scale: Double
  public let source: Source
  /// The canvas's cache of the decoded picture.
  public var decoded: AnyObject?
  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  public init(_ source: Source, size: CGSize, scale: Double = 1) {
    self.source = source
    self.size = size
    self.scale = scale
  }
}

extension UIImage {
  /// Creates an image of a file from its first bytes; nil if they are not those of a picture.
  ///
  /// A name that ends in `@2x` or `@3x` before its extension has that many pixels per point.
  public convenience init?(path: String, header bytes: [UInt8]) {
    guard let header = ImageHeader(bytes) else { return nil }
    let scale = UIImage.scale(of: path)
    let size = CGSize(width: Double(header.width) / scale, height: Double(header.height) / scale)
    self.init(.file(path), size: size, scale: scale)
  }

  /// Creates an image from the bytes of a file; nil if they are not those of a picture.
  public convenience init?(encoded bytes: [UInt8], scale: Double = 1) {
    guard let header = ImageHeader(bytes) else { return nil }
    let size = CGSize(width: Double(header.width) / scale, height: Double(header.height) / scale)
    self.init(.encoded(bytes), size: size, scale: scale)
  }

  /// The file names to try for an image called `name`, the best first: with `.png` if it has no extension,
  /// and larger variants after it.
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
