import Foundation
import Geo
import Testing

@testable import GeoRender

@Suite struct PictureTests {
  private func drawn(_ format: Picture.Format, _ body: (CGContext) throws -> Void = { _ in }) throws
    -> [UInt8]
  {
    let picture = try Picture(format, size: CGSize(width: 120, height: 80), scale: 2)
    try body(CGContext(picture.canvas))
    return try picture.bytes()
  }

  /// Draws a bit of everything.
  private func scene(_ context: CGContext) throws {
    context.fill(.white, 0, 0, 120, 80)
    let gradient = try CGGradient(colors: [.red, .blue])
    context.saving {
      context.clip(to: CGPath(CGRect(x: 5, y: 5, width: 30, height: 30)))
      context.draw(gradient, .linear(from: .zero, to: CGPoint(x: 40, y: 0)), options: .drawsAfterEndLocation)
    }
    context.state.pen.width = 3
    context.state.pen.dashes = [5, 3]
    context.stroke(CGPath([(0, 0), (120, 80)]))
    context.state.blending.shadow = Shadow(offset: CGSize(width: 2, height: 2), blur: 4)
    context.state.blending.alpha = 0.6
    context.layer { context.fill(.green, 50, 20, 20, 20) }
    context.state.blending = Blending()
    var block = TextBlock("Zürich 東京 القاهرة", font: .systemFont(ofSize: 12))
    block.halo = .init(color: .white, width: 1)
    context.draw(block, at: CGPoint(x: 5, y: 60))
  }

  @Test func aPictureBeginsAndEndsAsItsFormatSays() throws {
    let png = try drawn(.png, scene)
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    #expect(ImageHeader(png)?.width == 240)
    let svg = String(decoding: try drawn(.svg, scene), as: UTF8.self)
    #expect(svg.hasPrefix("<?xml") && svg.contains(#"viewBox="0 0 120 80""#) && svg.hasSuffix("</svg>\n"))
    let pdf = try drawn(.pdf, scene)
    #expect(pdf.starts(with: Array("%PDF-1.".utf8)) && pdf.suffix(6).elementsEqual(Array("%%EOF\n".utf8)))
  }

  /// PI-17.
  @Test func theTextsOfAnSVGAreText() throws {
    let svg = try drawn(.svg) { context in
      for (y, words) in [(0.0, "Zürich 東京 القاهرة"), (20, "<a> & \"b\""), (40, "two\nlines")] {
        var block = TextBlock(words, font: .boldSystemFont(ofSize: 12))
        block.halo = .init(color: .white, width: 1)
        context.draw(block, at: CGPoint(x: 5, y: y))
      }
      context.state.blending.alpha = 0.5
      context.layer { context.draw(TextBlock("in a layer", font: .systemFont(ofSize: 9)), at: .zero) }
      context.draw(TextBlock("beyond", font: .systemFont(ofSize: 9)), at: CGPoint(x: 500, y: 0))
    }
    let document = String(decoding: svg, as: UTF8.self)
    let texts = document.matches(of: /<tspan[^>]*>([^<]*)<\/tspan>/).map { String($0.output.1) }
    #expect(
      Set(texts) == ["Zürich 東京 القاهرة", "&lt;a&gt; &amp; &quot;b&quot;", "two", "lines", "in a layer"])
    #expect(texts.count == 5 && !document.contains("glyph"))
    #expect(document.contains("font-weight=\"bold\"") && document.contains("paint-order=\"stroke\""))
    #expect(document.contains("fill-opacity"))
  }

  @Test func aTextWithABlendModeIsDrawnAsOutlines() throws {
    let svg = try drawn(.svg) { context in
      context.state.blending.mode = .multiply
      context.draw(TextBlock("mixed", font: .systemFont(ofSize: 12)), at: .zero)
    }
    let document = String(decoding: svg, as: UTF8.self)
    #expect(!document.contains("<text") && !document.contains("mixed"))
  }

  @Test(arguments: Picture.Format.allCases)
  func theSameDrawingIsTheSameBytes(_ format: Picture.Format) throws {
    #expect(try drawn(format, scene) == drawn(format, scene))
  }

  /// The output of other programs, if they are installed.
  @Test func otherProgramsReadTheDocuments() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (format, program) in [(Picture.Format.svg, "/usr/bin/xmllint"), (.pdf, "/usr/bin/pdfinfo")] {
      let file = folder.appending(path: "picture.\(format.rawValue)")
      try Picture.write(drawn(format, scene), to: file.path)
      guard FileManager.default.isExecutableFile(atPath: program) else { continue }
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = format == .svg ? ["--noout", file.path] : [file.path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test(arguments: [
    ("a.png", Picture.Format.png), ("/x.y/b.SVG", .svg), ("c.d.pdf", .pdf), (".png", .png),
  ])
  func theExtensionDecidesTheFormat(_ name: String, _ format: Picture.Format) throws {
    #expect(try Picture.Format(fileName: name) == format)
  }

  @Test(arguments: ["a.gif", "png", "a.png/b", "", "a."])
  func anotherExtensionIsRefused(_ name: String) {
    let error = #expect(throws: GeoError.self) { try Picture.Format(fileName: name) }
    #expect(error?.message.contains(".png, .svg or .pdf") == true)
  }

  // MARK: Sizes

  @Test func oneDotIsAPicture() throws {
    #expect(ImageHeader(try Picture(.png, size: CGSize(width: 1, height: 1)).bytes())?.width == 1)
    let long = try Picture(.png, size: CGSize(width: 16384, height: 1))
    #expect(ImageHeader(try long.bytes())?.width == 16384)
  }

  @Test(arguments: [
    (0.0, 0.0, 1.0), (0, 5, 1), (-5, 5, 1), (.nan, 5, 1), (5, .infinity, 1), (5, 5, 0), (5, 5, .nan),
    (5, 5, -1),
    (0.2, 5, 1),
  ])
  func anEmptyPictureIsRefused(_ width: Double, _ height: Double, _ scale: Double) {
    #expect(throws: GeoError.self) {
      try Picture(.png, size: CGSize(width: width, height: height), scale: scale)
    }
  }

  @Test(arguments: [
    (20000.0, 20000.0, 1.0, "16384 pixels a side"), (16385, 1, 1, "16384 pixels a side"),
    (8000, 2000, 3, "16384 pixels a side"), (10000, 10000, 1, "33554432 pixels"), (1e300, 1, 1, "16384"),
  ])
  func aPictureTooLargeIsRefusedWithTheLimit(
    _ width: Double, _ height: Double, _ scale: Double, _ limit: String
  ) {
    let error = #expect(throws: GeoError.self) {
      try Picture(.png, size: CGSize(width: width, height: height), scale: scale)
    }
    #expect(error?.message.contains(limit) == true)
  }

  // MARK: Files

  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.png")
    try Picture.write([1, 2, 3], to: file.path)
    try Picture.write([4, 5], to: file.path)
    #expect(try Data(contentsOf: file) == Data([4, 5]))
    let error = #expect(throws: GeoError.self) { try Picture.write([1], to: folder.path) }
    #expect(error?.code == .inputOutput)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
    let lost = #expect(throws: GeoError.self) { try Picture.write([1], to: folder.path + "/no/a.png") }
    #expect(lost?.code == .cannotCreate)
  }

  // MARK: Threads

  @Test func threadsEachDrawTheirs() async throws {
    let expected = try drawn(.png, scene)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 { group.addTask { try drawn(.png, scene) } }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }
}
