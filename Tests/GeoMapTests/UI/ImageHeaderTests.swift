import GeoTesting
import Glibc
import Testing

@testable import GeoMap

/// Sizes of images that Pillow made and measured, see scripts/generate/images.py.
@Suite struct ImageHeaderTests {
  private static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/specs/images"

  private func bytes(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(Self.folder)/\(name)", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }

  private func sizes() throws -> [(name: String, width: Int, height: Int)] {
    try String(decoding: bytes("sizes.txt"), as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), try #require(Int(words[1])), try #require(Int(words[2])))
    }
  }

  @Test func sizesAreThoseThatPillowFinds() throws {
    for (name, width, height) in try sizes() {
      let header = try #require(ImageHeader(bytes(name)), "\(name)")
      #expect(header.width == width && header.height == height, "\(name)")
    }
  }

  @Test func aHeaderCutShortIsNone() throws {
    for (name, _, _) in try sizes() {
      let whole = try bytes(name)
      // However short, nothing is read beyond the end; bytes that end before the size are not a picture.
      for length in 0..<min(whole.count, 6000) {
        if let header = ImageHeader(Array(whole[..<length])) {
          #expect(header == ImageHeader(whole), "\(name) \(length)")
        }
      }
      #expect(ImageHeader(Array(whole.prefix(8))) == nil, "\(name)")
    }
  }

  @Test func bytesAtRandomAreNoHarm() throws {
    var random = SplitMix(state: 4)
    for (name, _, _) in try sizes() {
      let whole = Array(try bytes(name).prefix(6000))
      for _ in 0..<200 {
        var broken = whole
        for _ in 0..<4 {
          broken[Int(random.next() % UInt64(broken.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        _ = ImageHeader(broken)
      }
    }
  }

  @Test func aBitmapThatBeginsAboveHasAHeightToo() {
    var bytes = [UInt8](repeating: 0, count: 54)
    bytes.replaceSubrange(0..<2, with: [0x42, 0x4d])
    bytes[14] = 40
    bytes[18] = 7
    bytes.replaceSubrange(22..<26, with: [0xfb, 0xff, 0xff, 0xff])
    let header = ImageHeader(bytes)
    #expect(header?.width == 7 && header?.height == 5)
  }

  @Test func noPictureHasNoSides() {
    let empty: [UInt8] = Array("GIF89a".utf8) + [0, 0, 5, 0]
    #expect(ImageHeader(empty) == nil && ImageHeader(Array("hello, world, this is text".utf8)) == nil)
  }

  @Test func namesSayTheScale() throws {
    let image = try #require(UIImage(path: "a/large@2x.png", header: bytes("large@2x.png")))
    #expect(image.size == CGSize(width: 25, height: 15) && image.scale == 2)
    #expect(UIImage.fileNames(for: "pin") == ["pin.png", "pin@2x.png", "pin@3x.png"])
    #expect(UIImage.fileNames(for: "a.b/pin") == ["a.b/pin.png", "a.b/pin@2x.png", "a.b/pin@3x.png"])
    #expect(UIImage.fileNames(for: "pin.jpg").first == "pin.jpg")
    #expect(UIImage(path: "x.png", header: [1, 2, 3]) == nil)
  }
}
