import Geo
import GeoLua
import LuaBridge

/// The cost of a script's drawing without that of the canvas, which does nothing here.
enum DrawingRows {
  private static let tiles = 100_000

  private static let source = """
    local Fill = MKOverlayRenderer:subclass("Fill")
    function Fill:drawMapRect(mapRect, zoomScale, context)
      CGContextFillRect(context, self.rect)
    end
    local map = MKMapView(CGRectMake(0, 0, 1024, 1024))
    map.delegate = { rendererForOverlay = function(_, overlay)
      local renderer = Fill(overlay)
      renderer.rect = renderer:rectForMapRect(overlay.boundingMapRect)
      return renderer
    end }
    map:addOverlay{ coordinate = CLLocationCoordinate2DMake(0, 0), boundingMapRect = MKMapRectWorld }
    """

  static func run(_ arguments: Arguments) throws {
    let machine = GeoLibrary.machine()
    machine.instructionBudget = 1 << 40
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let script = RunningScript(
      device: device, environment: LuaEnvironment(machine: machine), options: ScriptOptions())
    try script.run(LuaChunk(source, name: "tiles.lua", machine: machine), keepsTimers: false)
    try script.environment.enter {
      device.deliver()
      guard let map = device.maps.first, let overlay = map.overlays.first,
        let renderer = map.renderer(for: overlay)
      else { return }
      let context = CGContext(EmptyCanvas())
      let rect = MKMapRect(x: 0, y: 0, width: 1000, height: 1000)
      let times = try (0..<arguments.runs).map { _ in
        machine.collect()
        return try Measure.time {
          for _ in 0..<tiles { try renderer.draw(rect, zoomScale: 0.25, in: context) }
        }.1
      }
      Measure.row("picture-lua-tile", Measure.median(times) / Double(tiles) * 1e6, "µs", digits: 2)
    }
    device.closeScreen()
    script.environment.finish()
  }
}

/// A canvas that paints nothing.
private final class EmptyCanvas: Canvas {
  let size = CGSize(width: 256, height: 256)
  let scale = 1.0
  var clipBounds: CGRect { CGRect(origin: .zero, size: size) }

  func save() {}
  func restore() {}
  func clip(to path: CGPath, rule: CGPathFillRule) {}
  func fill(_ path: CGPath, rule: CGPathFillRule, with paint: Paint, _ blend: Blending) {}
  func stroke(_ path: CGPath, with pen: Pen, paint: Paint, _ blend: Blending) {}
  func fill(with paint: Paint, _ blend: Blending) {}
  func draw(
    _ image: UIImage, in rect: CGRect, transform: CGAffineTransform, smooth: Bool, _ blend: Blending
  ) throws(GeoError) {}
  func draw(_ text: TextBlock, transform: CGAffineTransform, paint: Paint, _ blend: Blending) {}
  func measure(_ text: TextBlock) -> CGSize { .zero }
  func beginLayer() {}
  func endLayer(_ blend: Blending) {}
}
