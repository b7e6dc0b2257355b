import Geo
import LuaBridge
import RecordingCanvas
import Testing

@testable import GeoLua

/// What subclasses of renderers change of the host's drawing, and what becomes of those that fail.
@Suite struct ScriptedRendererTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let canvas = RecordingCanvas(size: CGSize(width: 256, height: 256))

  /// A square of 40 points in the middle of a map at level 20, drawn by the class `Mine` of `source`.
  private func drawn(_ source: String, pictures: Int = 1) throws -> (
    calls: [String], errors: [String], printed: [String]
  ) {
    let script = RunningScript(
      device: device, environment: LuaEnvironment(machine: machine), options: ScriptOptions())
    var printed: [String] = []
    var errors: [String] = []
    script.onRecord = { if case .print(let line) = $0.content { printed.append(line) } }
    device.hooks.onError = { errors.append("\($0)\n\(($0 as? LuaError)?.traceback ?? "")") }
    let chunk = try LuaChunk(
      source + """

        local c = 2^27
        local square = MKPolygon:polygonWithPoints{ MKMapPointMake(c - 20, c - 20), MKMapPointMake(c + 20, c - 20),
          MKMapPointMake(c + 20, c + 20), MKMapPointMake(c - 20, c + 20) }
        map = MKMapView(CGRectMake(0, 0, 256, 256))
        map:setVisibleMapRect(MKMapRectMake(c - 128, c - 128, 256, 256))
        map.delegate = { rendererForOverlay = function(_, o)
          it = Mine(o)
          it.strokeColor, it.fillColor, it.lineWidth = "#ff0000", "#0000ff", 2
          return it
        end }
        map:addOverlay(square)
        """, name: "test.lua", machine: machine)
    try script.run(chunk, keepsTimers: false)
    script.environment.enter {
      device.deliver()
      for map in device.maps {
        for _ in 0..<pictures {
          _ = map.prepareToDraw()
          map.draw(in: CGContext(canvas))
        }
      }
    }
    #expect(canvas.depth == 0)
    let calls = canvas.painted().filter { $0.hasPrefix("fill") || $0.hasPrefix("stroke") }
    device.closeScreen()
    script.environment.finish()
    return (calls, errors, printed)
  }

  private static let square = "M 108 108 L 148 108 L 148 148 L 108 148 Z"

  @Test func aSubclassWithoutMethodsDrawsAsItsBase() throws {
    let (calls, errors, _) = try drawn("Mine = MKPolygonRenderer:subclass('Mine')")
    #expect(errors == [])
    #expect(calls.count == 2)
    #expect(calls[0].hasPrefix("fill \(Self.square) even-odd #0000ff"))
    #expect(calls[1].hasPrefix("stroke \(Self.square) width 2"))
  }

  @Test func eachStepOfTheDrawingCanBeChangedAndItsBaseCalled() throws {
    let (calls, errors, _) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:applyStrokePropertiesToContext(context, zoomScale)
        Mine.super.applyStrokePropertiesToContext(self, context, zoomScale)
        CGContextSetLineWidth(context, 7 / zoomScale)
      end
      function Mine:applyFillPropertiesToContext(context, zoomScale)
        CGContextSetFillColorWithColor(context, UIColor:greenColor())
      end
      function Mine:strokePath(path, context)
        Mine.super.strokePath(self, path, context)
        Mine.super.strokePath(self, CGPathCreateWithRect(CGRectMake(0, 0, 5, 5)), context)
      end
      function Mine:fillPath(path, context)
        Mine.super.fillPath(self, path, context)
      end
      """)
    #expect(errors == [])
    #expect(calls.count == 3)
    #expect(calls[0].hasPrefix("fill \(Self.square) even-odd #00ff00"))
    #expect(calls[1].contains("width 7 ") && calls[2].contains("width 7 "))
    #expect(calls[2].hasPrefix("stroke M 108 108 L 113 108 L 113 113 L 108 113 Z"))
  }

  @Test func aSubclassMakesItsPath() throws {
    let (calls, errors, _) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:createPath()
        Mine.super.createPath(self)
        local path = CGPathCreateMutableCopy(self.path)
        CGPathAddRect(path, nil, CGRectMake(10, 10, 5, 5))
        self.path = path
      end
      """, pictures: 2)
    #expect(errors == [])
    #expect(calls.count == 4 && calls[0] == calls[2])
    #expect(calls[0].contains("\(Self.square) M 118 118 L 123 118 L 123 123 L 118 123 Z"))
  }

  /// With `drawMapRect` overridden the shape comes in tiles; `super` draws what of it the tile's clip lets through.
  @Test func drawMapRectOfAPathRendererIsCalledTileByTile() throws {
    let (calls, errors, printed) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:drawMapRect(mapRect, zoomScale, context)
        print(mapRect.origin.x - 2^27, mapRect.origin.y - 2^27, mapRect.size.width)
        Mine.super.drawMapRect(self, mapRect, zoomScale, context)
      end
      """)
    #expect(errors == [])
    #expect(
      printed == ["-512.0\t-512.0\t512.0", "0.0\t-512.0\t512.0", "-512.0\t0.0\t512.0", "0.0\t0.0\t512.0"])
    #expect(calls.count == 8)
  }

  /// Listing S36.
  @Test func overlaysAreDrawnOnceTheyAreReady() throws {
    let (calls, errors, printed) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:canDrawMapRect(mapRect, zoomScale)
        self.asked = (self.asked or 0) + 1
        print("asked", self.asked)
        if self.asked == 4 then
          self.data = true
          self:setNeedsDisplayInMapRect(MKMapRectWorld, zoomScale)
        end
        return self.data or false
      end
      """, pictures: 3)
    #expect(errors == [])
    // Four tiles; the last is ready and has the others asked about again.
    #expect(printed.count == 7)
    #expect(calls.count == 2 * 4 * 3)
  }

  @Test func anErrorMarksTheOverlayAndIsReportedOnceWithItsTraceback() throws {
    let (calls, errors, printed) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:drawMapRect(mapRect, zoomScale, context)
        print("drawn")
        local function load() error("no data for this part") end
        load()
      end
      """, pictures: 2)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("no data for this part") == true)
    #expect(errors.first?.contains("test.lua:5: in function") == true)
    // Once a picture, not once a tile; each picture has the mark's five parts.
    #expect(printed == ["drawn", "drawn"])
    #expect(calls.count == 10)
  }

  @Test func budgetStopsAnEndlessRenderer() throws {
    machine.instructionBudget = 200_000
    let (calls, errors, _) = try drawn(
      """
      Mine = MKOverlayRenderer:subclass("Mine")
      function Mine:drawMapRect(mapRect, zoomScale, context)
        while true do CGContextFillRect(context, CGRectMake(0, 0, 1, 1)) end
      end
      """)
    #expect(errors.count == 1 && errors.first?.contains("instructions") == true)
    #expect(calls.suffix(5).count == 5 && calls.last?.contains("#ffffff") == true)
  }

  @Test func anErrorInCanDrawMapRectDoesNotBlockThePicture() throws {
    let (calls, errors, printed) = try drawn(
      """
      Mine = MKPolygonRenderer:subclass("Mine")
      function Mine:canDrawMapRect() print("asked") error("lost") end
      """)
    #expect(errors.count == 1)
    #expect(printed == ["asked", "asked"])
    #expect(calls.count == 5)
  }
}
