import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoMap

/// What a context hands to its canvas.
@Suite struct CGContextTests {
  private let canvas = RecordingCanvas()
  private let square = CGRect(x: 0, y: 0, width: 1, height: 1)

  @Test func placesAreThoseThatTheContextHasWhenTheyAreAdded() {
    let context = CGContext(canvas)
    context.move(to: CGPoint(x: 1, y: 1))
    context.scaleBy(x: 2, y: 3)
    context.addLine(to: CGPoint(x: 1, y: 1))
    context.translateBy(x: 10, y: 0)
    context.addLine(to: CGPoint(x: 1, y: 1))
    #expect(context.currentPoint == CGPoint(x: 1, y: 1))
    context.strokePath()
    #expect(canvas.painted() == ["stroke M 1 1 L 2 3 L 22 3 width 1 pen by [2 0 0 3 20 0] #000000"])
  }

  @Test func nothingFromBeforeACallCanBeBroughtBack() throws {
    let context = CGContext(canvas)
    context.translateBy(x: 5, y: 0)
    context.add(CGPath(square))
    try context.saving {
      #expect(context.path.isEmpty)
      context.restoreGState()
      context.endTransparencyLayer()
      context.translateBy(x: 100, y: 0)
      try context.saveGState()
      try context.beginTransparencyLayer()
      try context.saveGState()
      context.restoreGState()
      context.restoreGState()
      context.state.fill = .color(.red)
    }
    #expect(context.depth == 0 && canvas.depth == 0 && context.state.transform.tx == 5)
    context.fillPath()
    #expect(canvas.painted() == ["layer", "end layer", "fill M 5 0 L 6 0 L 6 1 L 5 1 Z #000000"])
  }

  @Test func aLayerIsPaintedWithWhatHeldAtItsBeginning() throws {
    let context = CGContext(canvas)
    context.state.blending.alpha = 0.5
    try context.beginTransparencyLayer()
    context.fill(square)
    try context.saveGState()
    context.state.blending.mode = .multiply
    context.endTransparencyLayer()
    context.fill(square)
    #expect(
      canvas.painted() == [
        "layer", "fill M 0 0 L 1 0 L 1 1 L 0 1 Z #000000", "end layer alpha 0.5",
        "fill M 0 0 L 1 0 L 1 1 L 0 1 Z #000000 alpha 0.5",
      ])
    #expect(context.depth == 0)
  }

  @Test func anErrorInALayerEndsIt() {
    let context = CGContext(canvas)
    #expect(throws: GeoError.self) {
      try context.layer {
        try context.saveGState()
        throw GeoError(.data, "no paint left")
      }
    }
    #expect(context.depth == 0 && canvas.depth == 0)
  }

  @Test func statesAndLayersHaveALimit() throws {
    let context = CGContext(canvas)
    for _ in 0..<CGContext.mostLayers { try context.beginTransparencyLayer() }
    #expect(throws: GeoError.self) { try context.beginTransparencyLayer() }
    for _ in context.depth..<CGContext.greatestDepth { try context.saveGState() }
    #expect(throws: GeoError.self) { try context.saveGState() }
  }

  @Test func textsStandOnTheirBaseLineOneBehindTheOther() {
    let context = CGContext(canvas)
    context.state.font = UIFont(name: "DejaVu Sans", size: 10)
    context.textPosition = CGPoint(x: 1, y: 20)
    context.show("ab")
    // DejaVu Sans: ascent 1901, "a" 1255, "b" 1300 of 2048 units (its hhea and hmtx tables).
    #expect(canvas.painted() == ["text \"ab\" DejaVu Sans 10 at 1 10.718 #000000"])
    #expect(abs(context.textPosition.x - (1 + 10 * (1255 + 1300) / 2048.0)) < 1e-9)
    context.state.stroke = .color(.red)
    context.state.textMode = .stroke
    context.show("c")
    context.state.textMode = .fillStroke
    context.show("d")
    context.state.textMode = .invisible
    context.show("e")
    let painted = canvas.painted()
    #expect(painted.count == 2 && painted[0].hasSuffix("#ff0000") && painted[1].contains("halo 0.5 #ff0000"))
  }

  @Test func colorsOfPrintersBecomeLight() {
    #expect(CGColorSpace.deviceCMYK.color([0, 1, 1, 0, 1]) == .red)
    #expect(CGColorSpace.deviceCMYK.color([0, 0, 0, 1]) == .black)
    #expect(CGColorSpace.deviceGray.color([0.5, 0.25]) == UIColor(white: 0.5, alpha: 0.25))
    #expect(CGColorSpace.deviceRGB.color([1, 0]) == nil && CGColorSpace.space(of: 6) == nil)
  }

  @Test func anImageHasSidesAndALimit() throws {
    let maker = RecordingCanvasFactory()
    #expect(throws: GeoError.self) { try ImageContext(maker, size: .zero, scale: 1) }
    #expect(throws: GeoError.self) {
      try ImageContext(maker, size: CGSize(width: 4097, height: 4096), scale: 1)
    }
    #expect(throws: GeoError.self) { try ImageContext(maker, size: CGSize(width: .nan, height: 1), scale: 1) }
    let size = CGSize(width: 3, height: 2)
    #expect(try ImageContext(maker, size: size, scale: 2).image().size == size)
    #expect(try ImageContext.bytes(size, scale: 2) == 96)
  }
}
