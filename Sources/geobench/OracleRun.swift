import Geo
import Glibc

/// Prints the events of a workload to compare with those of `scripts/generate/workload.py --oracle --metric
/// wgs84 --settle`, or those of its polygons, to compare with those of `scripts/checks/polygons.py`.
enum OracleRun {
  static func run(_ arguments: Arguments) throws {
    guard let folder = arguments.words.first else { throw GeoError(.usage, "oracle needs a folder") }
    let buffer = arguments["buffer"].flatMap(Double.init) ?? 0
    let workload = try Workload(folder: folder)
    let regions =
      arguments["shapes"] == "polygons"
      ? try workload.polygons().enumerated().map {
        MonitoredRegion(identifier: "p\($0.offset)", shape: .polygon($0.element), desiredAccuracy: buffer)
      } : (0..<workload.fenceCount).map { workload.region($0, buffer: buffer) }
    let set = RegionSet.empty.adding(contentsOf: regions)
    var monitors = (0..<workload.deviceCount).map { RegionMonitor(deviceName: "d\($0)") }
    var events: [RegionEvent] = []
    print("t,device,fence,event")
    for i in 0..<workload.fixes.count {
      let fix = workload.fix(i)
      let device = Int(fix.device)
      monitors[device].monitor(set)
      events.removeAll(keepingCapacity: true)
      monitors[device].ingest(
        coordinate: CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude),
        horizontalAccuracy: Double(fix.accuracy), timestamp: fix.time, into: &events)
      for event in events {
        let fence = set.identifier(at: event.slot).dropFirst()
        print("\(Int(fix.time)),\(device),\(fence),\(event.kind == .enter ? "enter" : "exit")")
      }
    }
  }
}
