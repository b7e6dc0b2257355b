import Geo
import Testing

@testable import GeoHost

@Suite("Names of pictures")
struct PictureNameTests {
  private func subjects(_ list: [(String, Int)]) -> [PictureName.Subject] {
    list.map { PictureName.Subject(device: $0.0, map: $0.1) }
  }

  @Test func furtherPicturesAreNumberedInOrder() throws {
    let name = try PictureName("out/run.png")
    #expect(
      name.paths(of: subjects([("van", 1), ("van", 2), ("bus", 1)])) == [
        "out/run.png", "out/run-2.png", "out/run-3.png",
      ])
  }

  @Test func placeholdersTellPicturesApart() throws {
    let name = try PictureName("{device}.{map}.svg")
    #expect(
      name.paths(of: subjects([("van", 1), ("van", 2), ("bus", 1)])) == [
        "van.1.svg", "van.2.svg", "bus.1.svg",
      ])
    #expect(try PictureName("p{n}.pdf").paths(of: subjects([("a", 1), ("b", 1)])) == ["p1.pdf", "p2.pdf"])
  }

  @Test func picturesWithEqualPlaceholdersAreNumbered() throws {
    let name = try PictureName("{device}.png")
    #expect(name.paths(of: subjects([("a", 1), ("a", 2), ("b", 1)])) == ["a.png", "a-2.png", "b.png"])
    #expect(name.paths(of: subjects([("a-2", 1), ("a", 1), ("a", 2)])) == ["a-2.png", "a.png", "a-3.png"])
  }

  @Test func aFrameIsNamedByWhatItShowsAlone() throws {
    let name = try PictureName("f.png")
    #expect(name.frame(7, device: "van") == "f-0007.png")
    #expect(name.frame(7, device: "bus", deviceNumber: 2) == "f-2-0007.png")
    #expect(name.frame(7, device: "bus", deviceNumber: 2, map: 3) == "f-2.3-0007.png")
    #expect(name.frame(12_345, device: "van", map: 2) == "f-1.2-12345.png")
    #expect(try PictureName("{device}_{n}.png").frame(0, device: "van", map: 2) == "van_0000-2.png")
    #expect(name.frame(3, device: nil) == "f-0003.png")
  }

  @Test(arguments: ["map", "map.", "map.jpg", "map.png/", "a/{device}/b", ""])
  func anUnknownEndingIsRefused(path: String) {
    #expect { try PictureName(path) } throws: { error in
      (error as? GeoError)?.code == .usage && "\(error)".contains(".png, .svg or .pdf")
    }
  }

  @Test func anUnknownPlaceholderIsRefusedWithAdvice() {
    #expect { try PictureName("{devise}.png") } throws: { "\($0)".contains("did you mean 'device'?") }
    #expect { try PictureName("{device}/map.png") } throws: { "\($0)".contains("last part") }
  }
}
