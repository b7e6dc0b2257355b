import Geo
import GeoLua
import LuaBridge

/// The cost of many annotations on a map.
enum AnnotationRows {
  private static let count = 100_000
  private static let pans = 100

  static func run(_ arguments: Arguments) throws {
    row("map-annotations", adding(arguments, { $0.addAnnotations($1) }))
    row("map-annotations-each", adding(arguments, { map, all in for one in all { map.addAnnotation(one) } }))
    row("map-annotations-lua", try addingInLua(arguments, "map:addAnnotations(all)"))
    row(
      "map-annotations-lua-each",
      try addingInLua(arguments, "for _, one in ipairs(all) do map:addAnnotation(one) end"))
    row("map-pan", panning(arguments))
    row("map-pan-lua", try panningInLua(arguments))
  }

  private static func row(_ name: String, _ times: [Double]) {
    Measure.row(name, Measure.median(times) * 1000, "ms", digits: 3)
  }

  private static func device() -> Device { Device(id: DeviceID(index: 0), name: "bench") }

  /// Places without a pattern, spread over 10° each way, so that about 200 are in sight at once.
  private static func place(_ number: Int) -> CLLocationCoordinate2D {
    let (y, x) = (number * 7919 % count, number * 104_729 % count)
    return CLLocationCoordinate2DMake(Double(y) / Double(count) * 10, Double(x) / Double(count) * 10)
  }

  private static func pins() -> [any MKAnnotation] {
    (0..<count).map { MKPointAnnotation(coordinate: place($0), title: "pin") }
  }

  private static func adding(_ arguments: Arguments, _ add: (MKMapView, [any MKAnnotation]) -> Void)
    -> [Double]
  {
    (0..<arguments.runs).map { _ in
      let (device, pins) = (device(), pins())
      let map = MKMapView(device: device)
      return Measure.time { add(map, pins) }.1
    }
  }

  private static func script() throws -> RunningScript {
    let machine = GeoLibrary.machine()
    machine.instructionBudget = 1 << 40
    let environment = LuaEnvironment(machine: machine, memoryLimit: 1 << 30)
    return RunningScript(device: device(), environment: environment, options: ScriptOptions())
  }

  private static func run(_ text: String, _ script: RunningScript) throws {
    try script.run(LuaChunk(text, name: "map", machine: script.environment.machine), keepsTimers: false)
  }

  private static let made = """
    all = {}
    for i = 0, \(count - 1) do
      all[i + 1] = { coordinate = CLLocationCoordinate2DMake(
        i * 7919 % \(count) / \(count) * 10, i * 104729 % \(count) / \(count) * 10), title = "pin" }
    end
    map = MKMapView()
    """

  private static func addingInLua(_ arguments: Arguments, _ statement: String) throws -> [Double] {
    try (0..<arguments.runs).map { _ in
      let script = try script()
      try run(made, script)
      return try Measure.time { try run(statement, script) }.1
    }
  }

  /// One pan by the width of the view, after which about 200 others are in sight.
  private static func panning(_ arguments: Arguments) -> [Double] {
    final class Supplier: MKMapViewDelegate {
      var asked = 0
      func implements(_ callback: MKMapViewCallback) -> Bool { callback == .viewForAnnotation }
      func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
        asked += 1
        let view =
          try mapView.dequeueReusableAnnotationView(withIdentifier: "pin")
          ?? MKPinAnnotationView(annotation: annotation, reuseIdentifier: "pin")
        view.annotation = annotation
        return view
      }
    }
    let device = device()
    let map = MKMapView(device: device)
    let supplier = Supplier()
    map.delegate = supplier
    let pins = pins()
    map.addAnnotations(pins)
    map.region = region
    pan(map, 1, pins[0])
    return (0..<arguments.runs).map { _ in
      supplier.asked = 0
      let time = Measure.time { for step in 0..<pans { pan(map, step, pins[0]) } }.1
      precondition(
        (200 * pans...260 * pans).contains(supplier.asked), "\(supplier.asked / pans) came into sight")
      return time / Double(pans)
    }
  }

  private static let region = MKCoordinateRegionMake(
    CLLocationCoordinate2DMake(5, 5), MKCoordinateSpanMake(0.3, 0.4))

  private static func pan(_ map: MKMapView, _ step: Int, _ any: any MKAnnotation) {
    let width = map.visibleMapRect.size.width / MKMapSizeWorld.width * 360
    map.centerCoordinate = CLLocationCoordinate2DMake(5, 5 + (step % 2 == 0 ? width : 0))
    // Asking for a view runs the layout pass.
    _ = map.view(for: any)
  }

  private static func panningInLua(_ arguments: Arguments) throws -> [Double] {
    let script = try script()
    try run(made, script)
    try run(
      """
      map:addAnnotations(all)
      map.delegate = {
        viewForAnnotation = function(map, annotation)
          local view = map:dequeueReusableAnnotationViewWithIdentifier("pin")
            or MKPinAnnotationView(annotation, "pin")
          view.annotation = annotation
          return view
        end
      }
      """, script)
    guard let map = script.device.maps.first, let any = map.annotations.first else { return [] }
    map.region = region
    return (0..<arguments.runs).map { _ in
      script.environment.enter {
        Measure.time { for step in 0..<pans { pan(map, step, any) } }.1 / Double(pans)
      }
    }
  }
}
