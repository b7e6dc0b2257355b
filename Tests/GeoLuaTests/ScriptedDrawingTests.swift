import Geo
import LuaBridge
import RecordingCanvas
import Testing

@testable import GeoLua

/// What classes of a script's draw, and how long they may.
@Suite struct ScriptedDrawingTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let canvas = RecordingCanvas()
  private let maker = RecordingCanvasFactory()

  /// Runs a script that leaves a view or a renderer in the global `it`, and has that drawn.
  private func run(_ source: String) throws -> RunningScript {
    let script = RunningScript(
      device: device, environment: LuaEnvironment(machine: machine), options: ScriptOptions())
    device.screen.canvasFactory = maker
    try script.run(LuaChunk(source, name: "test.lua", machine: machine), keepsTimers: false)
    return script
  }

  private func end(_ script: RunningScript) {
    device.closeScreen()
    script.environment.finish()
  }

  /// Draws all maps of the device as the host does.
  private func draw(_ script: RunningScript) -> [String] {
    var errors: [String] = []
    device.hooks.onError = { errors.append("\($0)") }
    script.environment.enter { for map in device.maps { map.draw(in: CGContext(canvas)) } }
    #expect(canvas.depth == 0)
    return errors
  }

  /// A map that is all of `view`.
  private static func showing(_ view: String) -> String {
    "\nmap = MKMapView(CGRectMake(0, 0, 100, 100))\nview = \(view)\nmap:addSubview(view)\n"
  }

  @Test func drawRectHasTheContextAndSoHasUIKit() throws {
    let script = try run(
      """
      local View = UIView:subclass("View")
      function View:drawRect(rect, context)
        assert(context == UIGraphicsGetCurrentContext())
        context:setFillColorWithColor("#abcdef")
        CGContextFillEllipseInRect(context, self.bounds)
        context:fillEllipseInRect(rect)
      end
      """ + Self.showing("View(CGRectMake(10, 20, 2, 4))") + "assert(not UIGraphicsGetCurrentContext())")
    #expect(draw(script) == [])
    let painted = canvas.painted().filter { $0.contains("#abcdef") }
    #expect(painted.count == 2 && painted[0] == painted[1])
    #expect(painted[0].hasPrefix("fill M 12 22 C") && painted[0].hasSuffix("Z #abcdef"))
    end(script)
  }

  @Test func aContextKeptBeyondItsCallIsAnError() throws {
    let script = try run(
      """
      local View = UIView:subclass("View")
      function View:drawRect(rect, context)
        kept = context
        later = coroutine.wrap(function() coroutine.yield() context:fillEllipseInRect(rect) end)
        later()
      end
      """ + Self.showing("View(CGRectMake(0, 0, 2, 4))"))
    #expect(draw(script) == [])
    let chunk = try LuaChunk(
      """
      for _, use in ipairs{
        function() CGContextFillEllipseInRect(kept, CGRectZero) end,
        function() kept:fillEllipseInRect(CGRectZero) end, function() UIGraphicsPushContext(kept) end, later,
      } do
        local ok, message = pcall(use)
        assert(not ok and tostring(message):find("only valid during the call that it was passed to", 1, true), message)
      end
      """, name: "later.lua", machine: machine)
    try script.run(chunk, keepsTimers: false)
    // A second picture has a context of its own.
    #expect(draw(script) == [])
    end(script)
  }

  @Test func contextStateIsRestoredAfterAnError() throws {
    let script = try run(
      """
      local View = UIView:subclass("View")
      function View:drawRect(rect, context)
        UIGraphicsPushContext(context)
        kept = context
        error("no paint left")
      end
      """ + Self.showing("View(CGRectMake(0, 0, 2, 4))"))
    let errors = draw(script)
    #expect(errors.count == 1 && errors[0].contains("no paint left"))
    #expect(device.screen.graphics.current == nil)
    end(script)
  }

  @Test func aRendererDrawsIntoItsContextAndUIKitOnlyWhenItIsPushed() throws {
    let script = try run(
      """
      local Spot = MKOverlayRenderer:subclass("Spot")
      function Spot:drawMapRect(mapRect, zoomScale, context)
        assert(mapRect.size.width > 0 and zoomScale > 0 and not UIGraphicsGetCurrentContext())
        UIGraphicsPushContext(context)
        assert(UIGraphicsGetCurrentContext() == context)
        UIGraphicsPopContext()
        assert(not UIGraphicsGetCurrentContext())
        context:setFillColorWithColor("#abcdef")
        context:fillEllipseInRect(self:rectForMapRect(self.overlay.boundingMapRect))
        Spot.super.drawMapRect(self, mapRect, zoomScale, context)
        Spot.super.drawMapRect_zoomScale_inContext(self, mapRect, zoomScale, context)
      end
      map = MKMapView(CGRectMake(0, 0, 100, 100))
      map.delegate = { rendererForOverlay = function(_, o) return Spot(o) end }
      map:addOverlay(MKCircle(CLLocationCoordinate2DMake(10, 10), 100000))
      """)
    script.environment.enter { device.deliver() }
    #expect(draw(script) == [])
    #expect(canvas.painted().filter { $0.contains("#abcdef") }.count == 1)
    end(script)
  }

  @Test func theContextSurvivesACallToTheHostsOwnDrawing() throws {
    let script = try run(
      """
      local Label = UILabel:subclass("Label")
      function Label:drawRect(rect, context)
        Label.super.drawRect(self, rect, context)
        Label.super.drawRect(self, rect)
        UIView(rect):drawRect(rect)
        context:setFillColorWithColor("#abcdef")
        context:fillEllipseInRect(rect)
      end
      """ + Self.showing("Label.new{ frame = CGRectMake(0, 0, 2, 4), text = 'here' }"))
    #expect(draw(script) == [])
    #expect(canvas.painted().filter { $0.contains("#abcdef") }.count == 1)
    end(script)
  }

  // S19, word for word.
  @Test func theGradientOfTheGuideIsPainted() throws {
    let script = try run(
      """
      local GradientRenderer = MKOverlayRenderer:subclass("GradientRenderer")   -- 5-9: MKOverlayView

      function GradientRenderer:drawMapRect(mapRect, zoomScale, context)
        local rect = self:rectForMapRect(self.overlay.boundingMapRect)
        CGContextAddRect(context, rect)
        CGContextClip(context)                       -- the drawn area exceeds the bounding rect
        local space = CGColorSpaceCreateDeviceRGB()
        local gradient = CGGradientCreateWithColorComponents(space, {
          0, 0, 1, 0.5,   1, 1, 1, 0.8,   1, 1, 1, 0.8,   0, 0, 1, 0.5,
        }, { 0.0, 0.33, 0.66, 1.0 })
        local x = CGRectGetMidX(rect)
        CGContextDrawLinearGradient(context, gradient,
          CGPointMake(x, CGRectGetMinY(rect)), CGPointMake(x, CGRectGetMaxY(rect)), 0)
      end                                            -- releases are the collector's work

      map = MKMapView(CGRectMake(0, 0, 100, 100))
      map.delegate = { rendererForOverlay = function(_, o) return GradientRenderer(o) end }
      map.visibleMapRect = MKMapRectMake(1000, 1000, 100, 100)
      map:addOverlay{ coordinate = MKCoordinateForMapPoint(MKMapPointMake(1050, 1050)),
        boundingMapRect = MKMapRectMake(1000, 1020, 100, 60) }
      """)
    script.environment.enter { device.deliver() }
    #expect(draw(script) == [])
    let painted = canvas.painted()
    let gradient = painted.first { $0.hasPrefix("paint linear") } ?? ""
    #expect(
      gradient.hasPrefix("paint linear 50 0 to 50 60 #0000ff80@0 #ffffffcc@0.33 #ffffffcc@0.66 #0000ff80@1"))
    #expect(gradient.contains("options 0"))
    #expect(painted.contains { $0.hasPrefix("clip M ") })
    end(script)
  }

  @Test func anOverrideUnderTheLongNameIsCalledToo() throws {
    let script = try run(
      """
      local Spot = MKOverlayRenderer:subclass("Spot")
      function Spot:drawMapRect_zoomScale_inContext(mapRect, zoomScale, context)
        context:setFillColorWithColor("#abcdef")
        context:fillRect(self:rectForMapRect(mapRect))
      end
      map = MKMapView(CGRectMake(0, 0, 100, 100))
      map.delegate = { rendererForOverlay = function(_, o) return Spot(o) end }
      map:addOverlay(MKCircle(CLLocationCoordinate2DMake(10, 10), 100000))
      """)
    script.environment.enter { device.deliver() }
    #expect(draw(script) == [])
    #expect(canvas.painted().contains { $0.contains("#abcdef") })
    end(script)
  }
}
