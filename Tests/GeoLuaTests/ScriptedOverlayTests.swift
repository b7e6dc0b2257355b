import Geo
import LuaBridge
import Testing

@testable import GeoLua
@testable import GeoMap

/// What the host gets from classes and tables of a script's that stand for overlays and renderers.
@Suite struct ScriptedOverlayTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")

  private func run(_ source: String) throws -> RunningScript {
    let environment = LuaEnvironment(machine: machine)
    let script = RunningScript(device: device, environment: environment, options: ScriptOptions())
    try script.run(LuaChunk(source, name: "test.lua", machine: machine), keepsTimers: false)
    // The host delivers inside of the copy, which pays for what its callbacks make.
    environment.enter { device.deliver() }
    return script
  }

  private func end(_ script: RunningScript) {
    device.closeScreen()
    script.environment.finish()
  }

  @Test func theHostAsksAScriptsTileOverlayForAddresses() throws {
    let script = try run(
      """
      local Quad = MKTileOverlay:subclass("Quad")
      function Quad:URLForTilePath(path)
        if path.z == 0 then return Quad.super.URLForTilePath(self, path) end
        return "q/" .. path.z .. "/" .. path.x
      end
      MKMapView():addOverlays{ Quad("t/{z}"), MKTileOverlay:subclass("Plain")("p/{x}") }
      """)
    let tiles = try #require(device.maps.first?.overlays as? [MKTileOverlay])
    #expect(try tiles[0].url(forTilePath: MKTileOverlayPath(x: 3, y: 2, z: 5)) == "q/5/3")
    #expect(try tiles[0].url(forTilePath: MKTileOverlayPath(x: 0, y: 0, z: 0)) == "t/0")
    #expect(try tiles[1].url(forTilePath: MKTileOverlayPath(x: 7, y: 0, z: 0)) == "p/7")
    end(script)
  }

  @Test func theHostAsksAScriptsRendererWhetherItIsReady() throws {
    let script = try run(
      """
      local overlay = { coordinate = { latitude = 0, longitude = 0 }, boundingMapRect = MKMapRectWorld }
      local Waiting = MKOverlayRenderer:subclass("Waiting")
      function Waiting:canDrawMapRect(rect, scale) return scale < 0.5 and rect.size.width > 1 end
      local map = MKMapView()
      map.delegate = { rendererForOverlay = function(_, o) return Waiting(o) end }
      map:addOverlay(overlay)
      """)
    let map = try #require(device.maps.first)
    let overlay = try #require(map.overlays.first)
    let renderer = try #require(map.renderer(for: overlay))
    #expect(renderer.overlay === overlay)
    func canDraw(_ scale: MKZoomScale) throws -> Bool {
      try renderer.overrides.decide(.canDrawMapRect, of: renderer, [.mapRect(MKMapRectWorld), .scale(scale)])
      {
        try renderer.canDraw(MKMapRectWorld, zoomScale: scale)
      }
    }
    #expect(try canDraw(0.25))
    #expect(try !canDraw(1))
    end(script)
  }

  @Test func aTableKeepsItsPlaceUntilItIsAddedAgain() throws {
    let script = try run(
      """
      storm = { coordinate = { latitude = 1, longitude = 2 }, boundingMapRect = MKMapRectMake(0, 0, 10, 10) }
      storm.canReplaceMapContent, storm.title = true, "storm"
      map = MKMapView()
      map:addOverlay(storm)
      storm.boundingMapRect = MKMapRectMake(5, 5, 1, 1)
      """)
    let overlay = try #require(device.maps.first?.overlays.first)
    #expect(overlay.boundingMapRect == MKMapRect(x: 0, y: 0, width: 10, height: 10))
    #expect(overlay.canReplaceMapContent && overlay.title == "storm")
    #expect(overlay.coordinate == CLLocationCoordinate2D(latitude: 1, longitude: 2))
    end(script)
    // The table is gone with its copy; what is left of it says nothing, and nothing breaks.
    #expect(overlay.title == nil && !overlay.canReplaceMapContent)
    #expect(try overlay.intersects(MKMapRectWorld))
  }
}
