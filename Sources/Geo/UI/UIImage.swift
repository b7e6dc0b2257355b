/// A picture in a file; its dots are read when something draws it.
public final class UIImage {
  /// Its size on the screen.
  ///
  /// - Units: points.
  public let size: CGSize
  /// Pixels to a point.
  public let scale: Double
  /// The file that it lies in, as its maker named it.
  public let path: String

  public init(path: String, size: CGSize, scale: Double = 1) {
    self.path = path
    self.size = size
    self.scale = scale
  }
}
