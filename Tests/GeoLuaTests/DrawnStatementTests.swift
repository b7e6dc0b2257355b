import Geo
import LuaBridge
import RecordingCanvas
import Testing

@testable import GeoLua

/// What each of Core Graphics' and UIKit's words paints, as a canvas writes it down.
@Suite struct DrawnStatementTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let maker = RecordingCanvasFactory()

  /// What statements paint that have the context `c` of an image of 100 by 100 points.
  private func drawn(_ statements: String) throws -> [String] {
    let script = RunningScript(
      device: device, environment: LuaEnvironment(machine: machine, memoryLimit: 64 << 20),
      options: ScriptOptions())
    device.screen.canvasFactory = maker
    let source =
      "UIGraphicsBeginImageContext(CGSizeMake(100, 100))\nlocal c = UIGraphicsGetCurrentContext()\n"
    try script.run(
      LuaChunk(source + statements, name: "test.lua", machine: machine), keepsTimers: false)
    defer { script.environment.finish() }
    return maker.canvases.last?.painted() ?? []
  }

  private static let square = "M 1 2 L 4 2 L 4 6 L 1 6 Z"

  @Test(arguments: [
    ("c:fillRect(CGRectMake(1, 2, 3, 4))", "fill \(square) #000000"),
    ("c:addRect(CGRectMake(1, 2, 3, 4)) c:fillPath()", "fill \(square) #000000"),
    ("c:addRect(CGRectMake(1, 2, 3, 4)) CGContextEOFillPath(c)", "fill \(square) even-odd #000000"),
    ("c:addRect(CGRectMake(1, 2, 3, 4)) c:clip()", "clip \(square)"),
    ("c:addRect(CGRectMake(1, 2, 3, 4)) c:eoClip()", "clip \(square) even-odd"),
    ("c:clipToRect(CGRectMake(1, 2, 3, 4))", "clip \(square)"),
    ("c:clearRect(CGRectMake(1, 2, 3, 4))", "fill \(square) #000000 clear"),
    (
      "c:setRGBStrokeColor(1, 0, 0) c:setLineWidth(2) c:strokeRect(CGRectMake(1, 2, 3, 4))",
      "stroke \(square) width 2 #ff0000"
    ),
    ("c:strokeRectWithWidth(CGRectMake(1, 2, 3, 4), 5)", "stroke \(square) width 5 #000000"),
    (
      "c:setLineWidth(2) c:setLineCap(kCGLineCapRound) c:setLineJoin(kCGLineJoinBevel) c:setMiterLimit(3) "
        + "c:setLineDash(1, { 4, 2 }) c:addLines{ 0, 0, 9, 9 } c:strokePath()",
      "stroke M 0 0 L 9 9 width 2 cap round join bevel miter 3 dashes 4,2 from 1 #000000"
    ),
    ("c:strokeLineSegments{ 0, 0, 1, 1, 2, 2, 3, 3 }", "stroke M 0 0 L 1 1 M 2 2 L 3 3 width 1 #000000"),
    (
      "c:setAlpha(0.5) c:setBlendMode(kCGBlendModeMultiply) c:fillRect(CGRectMake(1, 2, 3, 4))",
      "fill \(square) #000000 alpha 0.5 multiply"
    ),
    (
      "c:setShadow(CGSizeMake(1, 2), 3) c:fillRect(CGRectMake(1, 2, 3, 4))",
      "fill \(square) #000000 shadow 1x2 blur 3 #00000055"
    ),
    (
      "c:setShadowWithColor(CGSizeMake(1, 2), 3, '#ff0000') c:fillRect(CGRectMake(1, 2, 3, 4))",
      "fill \(square) #000000 shadow 1x2 blur 3 #ff0000"
    ),
    ("c:translateCTM(1, 2) c:scaleCTM(3, 4) c:fillRect(CGRectMake(0, 0, 1, 1))", "fill \(square) #000000"),
    ("c:setCMYKFillColor(0, 1, 1, 0) c:fillRects{ CGRectMake(1, 2, 3, 4) }", "fill \(square) #ff0000"),
    ("UIColor:redColor():set() UIRectFill(CGRectMake(1, 2, 3, 4))", "fill \(square) #ff0000 copy"),
    (
      "UIColor:redColor():setFill() UIRectFillUsingBlendMode(CGRectMake(1, 2, 3, 4), kCGBlendModeScreen)",
      "fill \(square) #ff0000 screen"
    ),
    ("UIRectFrame(CGRectMake(1, 2, 3, 4))", "fill \(square) M 2 3 L 3 3 L 3 5 L 2 5 Z even-odd #000000"),
    ("UIRectClip(CGRectMake(1, 2, 3, 4))", "clip \(square)"),
    ("UIBezierPath:bezierPathWithRect(CGRectMake(1, 2, 3, 4)):fill()", "fill \(square) #000000"),
    ("UIBezierPath:bezierPathWithRect(CGRectMake(1, 2, 3, 4)):addClip()", "clip \(square)"),
    (
      "local p = UIBezierPath:bezierPathWithRect(CGRectMake(1, 2, 3, 4)) p.lineWidth = 7 p:stroke() "
        + "p.usesEvenOddFillRule = true p:fillWithBlendMode(kCGBlendModeCopy, 0.5)",
      "stroke \(square) width 7 #000000; fill \(square) even-odd #000000 alpha 0.5 copy"
    ),
    ("c:setFontSize(10) c:showTextAtPoint(1, 20, 'ab')", "text \"ab\" .SFUI-Regular 10 at 1 10.718 #000000"),
    (
      "NSString.drawAtPoint('ab', CGPointMake(1, 2), UIFont:systemFontOfSize(10))",
      "text \"ab\" .SFUI-Regular 10 at 1 2 #000000"
    ),
    (
      "NSString.drawInRect('ab', CGRectMake(1, 2, 30, 40), UIFont:systemFontOfSize(10), NSLineBreakByWordWrapping, "
        + "NSTextAlignmentCenter)",
      "text \"ab\" .SFUI-Regular 10 within 30 center lines 3 at 1 2 #000000"
    ),
    (
      "c:beginTransparencyLayer() c:fillRect(CGRectMake(1, 2, 3, 4)) c:endTransparencyLayer()",
      "layer; fill \(square) #000000; end layer"
    ),
    (
      "local g = CGGradientCreateWithColors(nil, { '#ff0000', '#0000ff' }) "
        + "c:drawLinearGradient(g, CGPointMake(0, 0), CGPointMake(9, 0), kCGGradientDrawsAfterEndLocation) "
        + "c:drawRadialGradient(g, CGPointMake(1, 2), 3, CGPointMake(4, 5), 6)",
      "paint linear 0 0 to 9 0 #ff0000@0 #0000ff@1 options 2; "
        + "paint radial 1 2 r 3 to 4 5 r 6 #ff0000@0 #0000ff@1 options 0"
    ),
  ]) func aStatementPaints(_ statement: String, _ expected: String) throws {
    #expect(try drawn(statement).joined(separator: "; ") == expected)
  }

  @Test func imagesAreDrawnUprightAndMixed() throws {
    let painted = try drawn(
      """
      UIGraphicsBeginImageContext(CGSizeMake(8, 4))
      local image = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      c:translateCTM(1, 2)
      CGContextDrawImage(c, CGRectMake(0, 0, 16, 8), image)
      image:drawAtPoint(CGPointMake(3, 4))
      c:setInterpolationQuality(kCGInterpolationNone)
      image:drawInRect_blendMode_alpha(CGRectMake(0, 0, 1, 1), kCGBlendModeScreen, 0.5)
      """)
    #expect(painted == [])
    #expect(
      maker.canvases.first?.painted() == [
        "image 8x4 in 0 0 16x8 at 1 2", "image 8x4 in 3 4 8x4 at 1 2",
        "image 8x4 in 0 0 1x1 at 1 2 unsmoothed alpha 0.5 screen",
      ])
  }

  @Test func anOpaqueImageIsBlackAtFirst() throws {
    #expect(
      try drawn("UIGraphicsBeginImageContextWithOptions(CGSizeMake(2, 2), true, 0)")
        == ["fill M 0 0 L 2 0 L 2 2 L 0 2 Z #000000"])
  }

  @Test func everyFunctionIsAMethodToo() {
    let catalog = GeoLibrary.catalog
    for (name, prefix) in [("CGContext", "CGContext"), ("CGPath", "CGPath"), ("CGGradient", "CGGradient")] {
      let methods =
        catalog.classes.first { $0.name == name }?.methods.filter { $0.name != "isKindOfClass" } ?? []
      let functions = catalog.functions.filter { $0.name.hasPrefix(prefix) && !$0.name.contains("Create") }
      #expect(methods.map(\.summary) == functions.map(\.summary) && methods.count > 1)
      #expect(methods.map(\.parameters) == functions.map { Array($0.parameters.dropFirst()) })
    }
  }

  @Test func budgetStopsEndlessDrawing() throws {
    machine.instructionBudget = 1_000_000
    for statement in [
      "c:fillRect(CGRectMake(0, 0, 100, 100))", "c:addLines(points)", "c:pathContainsPoint(CGPointZero, 0)",
      "c:showText('a long text that takes its time to be drawn')", "c:drawLinearGradient(gradient, p, p)",
      "image:drawInRect(CGRectMake(0, 0, 100, 100))", "path:stroke()",
    ] {
      let error = #expect(throws: (any Error).self) {
        try drawn(
          """
          local points, p = {}, CGPointMake(0, 0)
          for i = 1, 20000 do points[i] = i % 100 end
          local gradient = CGGradientCreateWithColors(nil, { '#ff0000' })
          local path, image = UIBezierPath(), UIGraphicsGetImageFromCurrentImageContext()
          path:addLines(points)
          for i = 1, 100000000 do \(statement) if i % 90 == 0 then c:beginPath() end end
          """)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("instructions"), "\(statement)")
    }
  }
}
