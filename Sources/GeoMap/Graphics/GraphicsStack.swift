public import GeoCore

/// The contexts that UIKit draws into, the current one last: the host's own during `drawRect`, those that a script
/// pushed, and those of images.
///
/// - Source: Apple's UIGraphics.h.
public struct GraphicsStack {
  private enum Entry {
    /// The host calls the script; nil where it has no context for UIKit.
    case call(CGContext?)
    case pushed(CGContext)
    case image(ImageContext)
  }

  private var entries: [Entry] = []
  /// How many entries are open at most.
  public static let greatestDepth = 100

  public init() {}

  /// Where UIKit draws; nil where nothing was begun or pushed.
  public var current: CGContext? {
    switch entries.last {
    case .call(let context): context
    case .pushed(let context): context
    case .image(let image): image.context
    case nil: nil
    }
  }

  /// Notes that a script draws into `context` now, or nil for one that UIKit does not know of.
  ///
  /// - Returns: what ``endCall(_:)`` wants.
  public mutating func beginCall(_ context: CGContext?) -> Int {
    entries.append(.call(context))
    return entries.count - 1
  }

  /// Ends what ``beginCall(_:)`` began, with all that was pushed or begun since.
  ///
  /// - Returns: the images that were begun and not ended.
  @discardableResult
  public mutating func endCall(_ depth: Int) -> [ImageContext] {
    // A script may have ended meanwhile, and its screen with it.
    guard depth < entries.count else { return [] }
    let open = entries[depth...].compactMap { entry -> ImageContext? in
      if case .image(let image) = entry { image } else { nil }
    }
    entries.removeSubrange(depth...)
    return open
  }

  /// - Errors: ``GeoError`` when too many are open.
  public mutating func push(_ context: CGContext) throws(GeoError) {
    try requireRoom("UIGraphicsPushContext", "UIGraphicsPopContext")
    entries.append(.pushed(context))
  }

  /// Takes away what was pushed last; nothing when something else was begun since.
  public mutating func pop() {
    if case .pushed = entries.last { entries.removeLast() }
  }

  /// - Errors: ``GeoError`` when too many are open.
  public mutating func begin(_ image: ImageContext) throws(GeoError) {
    try requireRoom("UIGraphicsBeginImageContext", "UIGraphicsEndImageContext")
    entries.append(.image(image))
  }

  /// The image that is current; nil where something else is.
  public var image: ImageContext? {
    if case .image(let image) = entries.last { image } else { nil }
  }

  /// Takes the image away that is current.
  ///
  /// - Returns: it, or nil where something else is.
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

/// A picture that a script draws for itself.
public final class ImageContext {
  public let context: CGContext
  private let maker: any CanvasFactory
  /// Whatever is to last as long as this does, such as what it is charged to.
  public var memory: AnyObject?

  /// How many pixels such a picture has at most: as many as a map of 4096 by 4096.
  public static let mostPixels = 4096.0 * 4096.0

  /// - Errors: ``GeoError`` for a size that is nothing or too large.
  public init(_ maker: any CanvasFactory, size: CGSize, scale: Double) throws(GeoError) {
    _ = try ImageContext.bytes(size, scale: scale)
    self.maker = maker
    context = CGContext(try maker.makeCanvas(size: size, scale: scale))
  }

  /// What the pixels of such a picture take.
  ///
  /// - Errors: ``GeoError`` for a size that is nothing or too large.
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

  /// What was drawn so far.
  public func image() throws(GeoError) -> UIImage { try maker.image(of: context.canvas) }
}
