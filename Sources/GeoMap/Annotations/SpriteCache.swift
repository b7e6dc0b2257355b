import GeoCore
import Glibc

/// Small pictures that are drawn once and then reused on bitmaps, pins and markers.
///
/// Ownership: a map holds those of its views.
struct SpriteCache {
  enum Sprite: Hashable {
    case pin(PinPicture)
    case marker(MarkerPicture)

    var extent: CGRect {
      switch self {
      case .pin(let pin): pin.extent
      case .marker(let marker): marker.extent
      }
    }

    func draw(in context: CGContext) {
      switch self {
      case .pin(let pin): pin.draw(in: context)
      case .marker(let marker): marker.draw(in: context)
      }
    }
  }

  private struct Key: Hashable {
    let picture: Sprite
    let scale: Double
    /// The part of a dot that contains its origin, counted in ``steps``.
    let x: Int
    let y: Int
  }

  private var images: [Key: UIImage] = [:]

  /// The number of parts of a dot in each direction: the tip is off by at most half of one.
  private static let steps = 4.0
  /// There may be as many colors as pins; rarely used ones are redrawn.
  private static let most = 256

  /// Draws a sprite whose tip is the origin of the context.
  ///
  /// - Errors: ``GeoError`` if a picture cannot be made.
  mutating func draw(_ picture: Sprite, in context: CGContext, _ maker: (any CanvasFactory)?)
    throws(GeoError)
  {
    let transform = context.state.transform
    let isMoved = transform.a == 1 && transform.b == 0 && transform.c == 0 && transform.d == 1
    guard let maker, isMoved, !context.canvas.isVector, abs(transform.tx) < 1e6, abs(transform.ty) < 1e6
    else {
      return picture.draw(in: context)
    }
    let scale = context.canvas.scale
    let x = (transform.tx * scale * SpriteCache.steps).rounded() / SpriteCache.steps
    let y = (transform.ty * scale * SpriteCache.steps).rounded() / SpriteCache.steps
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let key = Key(
      picture: picture, scale: scale, x: Int((x - left) * SpriteCache.steps),
      y: Int((y - top) * SpriteCache.steps))
    let image = try sprite(key, maker)
    let extent = picture.extent
    let corner = CGPoint(
      x: left / scale + extent.minX - transform.tx, y: top / scale + extent.minY - transform.ty)
    try context.draw(image, in: CGRect(origin: corner, size: image.size))
  }

  private mutating func sprite(_ key: Key, _ maker: any CanvasFactory) throws(GeoError) -> UIImage {
    if let image = images[key] { return image }
    let extent = key.picture.extent
    let part = 1 / (SpriteCache.steps * key.scale)
    let canvas = try maker.makeCanvas(
      size: CGSize(width: extent.width + 1, height: extent.height + 1), scale: key.scale)
    let context = CGContext(canvas)
    context.translateBy(x: Double(key.x) * part - extent.minX, y: Double(key.y) * part - extent.minY)
    key.picture.draw(in: context)
    let image = try maker.image(of: canvas)
    if images.count >= SpriteCache.most { images = [:] }
    images[key] = image
    return image
  }
}
