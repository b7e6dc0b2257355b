/// The options of `--page`.
public struct PageOptions: Sendable {
  /// The file that the page is written to.
  public var path: String
  /// Whether a file that is not a page may be replaced.
  public var replaces = false

  public init(path: String) { self.path = path }
}
