import Geo
import Testing

@testable import GeoRender

@Suite struct DecodedImagesTests {
  private static func images(_ count: Int) throws -> [UIImage] {
    let maker = CairoCanvasFactory()
    let canvas = try CairoCanvas(size: CGSize(width: 100, height: 100))
    CGContext(canvas).fill(.red, 0, 0, 100, 100)
    let bytes = try maker.png(of: maker.image(of: canvas))
    return try (0..<count).map { _ in try #require(UIImage(encoded: bytes)) }
  }

  @Test func theLeastRecentlyDecodedDotsGoFirst() throws {
    // 40,000 bytes each.
    let (images, kept) = (try Self.images(20), DecodedImages(limit: 400_000))
    let canvas = try CairoCanvas(size: CGSize(width: 10, height: 10), images: kept)
    let context = CGContext(canvas)
    for image in images {
      try context.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 10))
      #expect(image.decoded != nil)
      #expect(images.count { $0.decoded != nil } <= 10)
    }
    #expect(images[0].decoded == nil && images[19].decoded != nil)
    try context.draw(images[0], in: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(try Dots(CairoCanvasFactory().image(of: canvas))[5, 5] == .red)
  }

  @Test func anImageThatIsLargerThanAllIsKeptUntilTheNext() throws {
    let (images, kept) = (try Self.images(2), DecodedImages(limit: 1))
    let context = CGContext(try CairoCanvas(size: CGSize(width: 10, height: 10), images: kept))
    for image in images { try context.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 10)) }
    #expect(images[0].decoded == nil && images[1].decoded != nil)
  }
}
