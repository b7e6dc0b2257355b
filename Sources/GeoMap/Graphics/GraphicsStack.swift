public import GeoCore

/// The contexts that UIKit draws into, the current one last: the host's own during `drawRect`, those that a
/// script pushed, and those of images.
///
/// - Source: Apple's UIGraphics.h.
public struct GraphicsStack {
  private enum Entry {
    /// The host calls the script; nil if it has no context for UIKit.
    case call(CGContext?)
    case pushed(CGContext)
    case image(ImageContext)
  }

  private var entries: [Entry] = []
  /// The maximum number of open entries.
  public static let greatestDepth = 100

  public init() {}

  /// The context for UIKit drawing; nil if none was begun or pushed.
  public var current: CGContext? {
    switch entries.last {
    case .call(let context): context
    case .pushed(let context): context
    case .image(let image): image.context
    case nil: nil
    }
  }

  /// Notes that a script is drawing into `context`, or nil for one unknown to UIKit.
  ///
  /// - Returns: the argument for ``endCall(_:)``.
  public mutating func beginCall(_ context: CGContext?) -> Int {
    entries.append(.call(context))
    return entries.count - 1
  }

  /// Ends the call of ``beginCall(_:)``, with everything pushed or begun since.
  ///
  /// - Returns: the images that were begun but not ended.
  @discardableResult
  public mutating func endCall(_ depth: Int) -> [ImageContext] {
    // A script may have ended meanwhile, together with its screen.
    guard depth < entries.count else { return [] }
    let open = entries[depth...].compactMap { entry -> ImageContext? in
      if case .image(let image) = entry { image } else { nil }
    }
    entries.removeSubrange(depth...)
    return open
  }

  /// - Errors: ``GeoError`` if too many are open.
  public mutating func push(_ context: CGContext) throws(GeoError) {
    try requireRoom("UIGraphicsPushContext", "UIGraphicsPopContext")
    entries.append(.pushed(context))
  }

  /// Removes the last pushed context; does nothing if something else was begun since.
  public mutating func pop() {
    if case .pushed = entries.last { entries.removeLast() }
  }

  /// - Errors: ``GeoError`` if too many are open.
  public mutating func begin(_ image: ImageContext) throws(GeoError) {
    try requireRoom("UIGraphicsBeginImageContext", "UIGraphicsEndImageContext")
    entries.append(.image(image))
  }

  /// The current image; nil if something else is current.
  public var image: ImageContext? {
    if case .image(let image) = entries.last { image } else { nil }
  }

  /// Removes the current image.
  ///
  /// - Returns: the image, or nil if something else is current.
  public mutating func endImage() -> ImageContext? {
    guard let image else { return nil }
    entries.removeLast()
    return image
  }

  private func requireRoom(_ name: String, _ end: String) throws(GeoError) {
    guard entries.count < GraphicsStack.greatestDepth else {
      throw GeoError(.data, "\(name): \(entries.count) contexts are open already (is a \(end) missing?)")
    }
  }
}

/// A picture that a script draws for its own use.
public final class ImageContext {
  public let context: CGContext
  private let maker: any CanvasFactory
  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  /// The maximum number of pixels of such a picture: that of a map of 4096 by 4096.
  public static let mostPixels = 4096.0 * 4096.0

  /// - Errors: ``GeoError`` for a size that is empty or too large.
  public init(_ maker: any CanvasFactory, size: CGSize, scale: Double) throws(GeoError) {
    _ = try ImageContext.bytes(size, scale: scale)
    self.maker = maker
    context = CGContext(try maker.makeCanvas(size: size, scale: scale))
  }

  /// The memory of such a picture's pixels.
  ///
  /// - Errors: ``GeoError`` for a size that is empty or too large.
  public static func bytes(_ size: CGSize, scale: Double) throws(GeoError) -> Int {
    let pixels = size.width * size.height * scale * scale
    guard size.width > 0, size.height > 0, scale > 0, pixels <= mostPixels else {
      throw GeoError(
        .data,
        "an image of \(size.width) by \(size.height) points at scale \(scale) cannot be drawn "
          + "(expected sides above 0 and at most \(Int(mostPixels)) pixels)")
    }
    return Int(pixels.rounded(.up)) * 4
  }

  /// The drawing so far.
  public func image() throws(GeoError) -> UIImage { try maker.image(of: context.canvas) }
}
