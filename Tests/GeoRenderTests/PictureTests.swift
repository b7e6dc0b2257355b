import Geo
import GeoRender
import Testing

@Suite struct PictureTests {
  @Test(arguments: Picture.Format.allCases)
  func aPictureBeginsAsItsFormatSays(_ format: Picture.Format) throws {
    let picture = try Picture(format, size: CGSize(width: 20, height: 10))
    CGContext(picture.canvas).fill(CGPath(CGRect(x: 1, y: 1, width: 5, height: 5)))
    let begin: [Picture.Format: [UInt8]] = [
      .png: [0x89, 0x50, 0x4e, 0x47], .svg: Array("<?xml".utf8), .pdf: Array("%PDF-".utf8),
    ]
    #expect(try picture.bytes().starts(with: begin[format] ?? []))
  }
}
