import Geo
import Glibc
import Testing

@testable import GeoRender

@Suite struct DecodingTests {
  /// The pictures that the specs read, made by scripts/generate/images.py.
  private static let folder = #filePath.split(separator: "GeoRenderTests/")[0] + "specs/images/"

  private static func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + name, "rb"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  private static let names = [
    "bullseye32.png", "wide.png", "large@2x.png", "huge@3x.png", "baseline.jpg", "progressive.jpg",
    "upright.jpg", "sideways.jpg", "lossy.webp", "lossless.webp", "extended.webp",
  ]

  @Test(arguments: names)
  func aPictureHasThePixelsThatItsHeaderSays(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let header = try #require(ImageHeader(bytes))
    let image = try #require(UIImage(encoded: bytes))
    let bitmap = try Bitmap.of(image)
    #expect(bitmap.width == header.width && bitmap.height == header.height)
    #expect(image.decoded === bitmap)
    #expect(try Bitmap.of(image) === bitmap)
    #expect(try Dots(image).painted > 0)
  }

  @Test func aFileIsReadWhenItIsDrawn() throws {
    let image = UIImage(.file(Self.folder + "wide.png"), size: CGSize(width: 40, height: 10))
    let dots = try Dots(40, 10) { try $0.draw(image, in: CGRect(x: 0, y: 0, width: 40, height: 10)) }
    #expect(try dots == Dots(image))
  }

  @Test func aFileThatIsNotThereIsAnErrorThatNamesIt() throws {
    let image = UIImage(.file("/no/such/picture.png"), size: CGSize(width: 1, height: 1))
    let error = #expect(throws: GeoError.self) { try Bitmap.of(image) }
    #expect(error?.code == .noInput && error?.message.contains("/no/such/picture.png") == true)
  }

  @Test(arguments: ["still.gif", "plain.bmp"])
  func otherFormatsAreRefusedByName(_ name: String) throws {
    let image = try #require(UIImage(encoded: Self.bytes(name)))
    let error = #expect(throws: GeoError.self) { try Bitmap.of(image) }
    #expect(error?.message.contains("PNG, JPEG and WebP") == true)
  }

  @Test(arguments: names)
  func aPictureThatEndsTooEarlyIsAnError(_ name: String) throws {
    let bytes = try Self.bytes(name)
    for length in stride(from: 0, to: bytes.count - 16, by: 1 + bytes.count / 150) {
      let image = UIImage(.encoded(Array(bytes[..<length])), size: CGSize(width: 1, height: 1))
      #expect(throws: GeoError.self, "\(length) of \(bytes.count)") { try Bitmap.of(image) }
    }
  }

  @Test(arguments: names)
  func damagedPicturesAreSurvived(_ name: String) throws {
    let bytes = try Self.bytes(name)
    var seed: UInt64 = 7
    func dice(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0...dice(4) { damaged[dice(bytes.count)] = UInt8(dice(256)) }
      let image = UIImage(.encoded(damaged), size: CGSize(width: 1, height: 1))
      _ = try? Bitmap.of(image)
    }
  }

  @Test func aPictureThatClaimsTooManyPixelsIsRefusedUnread() throws {
    var bytes = try Self.bytes("bullseye32.png")
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff])
    let image = UIImage(.encoded(bytes), size: CGSize(width: 1, height: 1))
    let error = #expect(throws: GeoError.self) { try Bitmap.of(image) }
    #expect(error?.message.contains("more pixels") == true)
  }

  @Test func smoothImagesGoOverAndOthersDoNot() throws {
    let source = try CairoCanvas(size: CGSize(width: 2, height: 1))
    CGContext(source).fill(.black, 0, 0, 1, 1)
    CGContext(source).fill(.white, 1, 0, 1, 1)
    let image = try CairoCanvasFactory().image(of: source)
    for smooth in [true, false] {
      let dots = try Dots(20, 10) { context in
        context.state.interpolates = smooth
        try context.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 10))
      }
      #expect(dots[1, 5] == .black && dots[18, 5] == .white)
      #expect(dots[9, 5] == .black || smooth)
      #expect(dots.colors.count == 2 || smooth)
      // Its edges do not fade.
      #expect(dots[0, 0] == .black && dots[19, 9] == .white)
      #expect((dots[9, 5].red > 60 && dots[9, 5].red < 140) == smooth)
    }
  }

  @Test func imagesOfNoSizeOrFarAwayAreLeftOut() throws {
    let image = try #require(try UIImage(encoded: Self.bytes("wide.png")))
    for rect in [
      CGRect(x: 0, y: 0, width: 0, height: 5), CGRect(x: 1e300, y: 0, width: 5, height: 5),
      CGRect(x: Double.nan, y: 0, width: 5, height: 5), CGRect(x: 0, y: 0, width: Double.infinity, height: 5),
      CGRect(x: 0, y: 0, width: 1e-300, height: 5), CGRect(x: -1e9, y: -1e9, width: 1, height: 1),
    ] {
      let dots = try Dots { context in
        try context.draw(image, in: rect)
        context.scaleBy(x: 0, y: 0)
        try context.draw(image, in: CGRect(x: 0, y: 0, width: 5, height: 5))
      }
      #expect(dots.painted == 0)
    }
  }

  @Test func anImageHasTheDrawingUntilThen() throws {
    let canvas = try CairoCanvas(size: CGSize(width: 4, height: 4), scale: 2)
    let context = CGContext(canvas)
    context.fill(.red, 0, 0, 4, 4)
    let image = try CairoCanvasFactory().image(of: canvas)
    context.fill(.black, 0, 0, 4, 4)
    #expect(image.size == CGSize(width: 4, height: 4) && image.scale == 2)
    #expect(try Dots(image)[3, 3] == .red)
    #expect(try Dots(CairoCanvasFactory().image(of: canvas))[3, 3] == .black)
  }
}
