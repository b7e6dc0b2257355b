import Geo

/// The cost of the region engine: fixes in, events out, no script.
enum EngineRows {
  /// The rows of the circles of a workload.
  static func run(_ arguments: Arguments) throws {
    let (workload, runs, buffer) = try read(arguments)
    let name = "engine.\(workload.name)"
    let before = Measure.residentBytes()
    let (set, registering) = Measure.time {
      RegionSet.empty.adding(
        contentsOf: (0..<workload.fenceCount).lazy.map { workload.region($0, buffer: buffer) })
    }
    fixes(name, workload, set, runs, before: before, registering, of: "circle")
    changes(name, workload, set, runs, buffer)
  }

  /// The rows of its polygons.
  static func runPolygons(_ arguments: Arguments) throws {
    let (workload, runs, buffer) = try read(arguments)
    let name = "polygons.\(workload.name)"
    let before = Measure.residentBytes()
    let (shapes, making) = try Measure.time { try workload.polygons() }
    Measure.row("\(name).make_all", making, "s", digits: 4)
    let (set, registering) = Measure.time {
      RegionSet.empty.adding(
        contentsOf: shapes.enumerated().lazy.map {
          MonitoredRegion(identifier: "p\($0.offset)", shape: .polygon($0.element), desiredAccuracy: buffer)
        })
    }
    fixes(name, workload, set, runs, before: before, registering, of: "polygon")
  }

  private static func read(
    _ arguments: Arguments
  ) throws -> (workload: Workload, runs: Int, buffer: Double) {
    guard let folder = arguments["data"] else { throw GeoError(.usage, "engine needs --data DIR") }
    let buffer = arguments["buffer"].flatMap(Double.init) ?? 0
    return (try Workload(folder: folder), arguments["runs"].flatMap(Int.init) ?? 5, buffer)
  }

  private static func fixes(
    _ name: String, _ workload: Workload, _ set: RegionSet, _ runs: Int, before: Int, _ registering: Double,
    of kind: String
  ) {
    // The first fix makes the index, for all devices.
    var first = RegionMonitor(deviceName: "first")
    first.monitor(set)
    var events: [RegionEvent] = []
    events.reserveCapacity(1024)
    let (_, indexing) = Measure.time { feed(workload.fix(0), to: &first, &events) }
    let after = Measure.residentBytes()
    Measure.row("\(name).register_all", registering, "s", digits: 4)
    Measure.row("\(name).index_all", indexing, "s", digits: 4)
    // The growth of the process, including freed memory that the allocator keeps; too coarse below 10,000
    // regions.
    Measure.row("\(name).memory_per_\(kind)", Double(after - before) / Double(set.count), "B")

    let deviceCount = workload.deviceCount
    var times: [Double] = []
    var counts = (enters: 0, exits: 0)
    for _ in 0..<runs {
      var monitors = (0..<deviceCount).map { RegionMonitor(deviceName: "d\($0)") }
      for i in 0..<deviceCount { monitors[i].monitor(set) }
      counts = (0, 0)
      let (_, seconds) = Measure.time {
        replay(workload, &monitors, &events, &counts)
      }
      times.append(seconds * 1e9 / Double(workload.fixes.count))
    }
    Measure.row("\(name).fix", Measure.median(times), "ns")
    Measure.row("\(name).fix.min", times.min() ?? 0, "ns")
    Measure.row("\(name).fix.max", times.max() ?? 0, "ns")
    Measure.row("\(name).enters", Double(counts.enters), "events")
    Measure.row("\(name).exits", Double(counts.exits), "events")
    Measure.row("\(name).resident", Double(Measure.residentBytes()) / 1e6, "MB")
    Measure.row("\(name).resident_peak", Double(Measure.residentBytes("VmHWM")) / 1e6, "MB")
  }

  private static func replay(
    _ workload: Workload, _ monitors: inout [RegionMonitor], _ events: inout [RegionEvent],
    _ counts: inout (enters: Int, exits: Int)
  ) {
    monitors.withUnsafeMutableBufferPointer { monitors in
      for i in 0..<workload.fixes.count {
        let fix = workload.fix(i)
        feed(fix, to: &monitors[Int(fix.device)], &events)
        for event in events {
          if event.kind == .enter { counts.enters += 1 } else { counts.exits += 1 }
        }
      }
    }
  }

  @inline(__always)
  private static func feed(
    _ fix: Workload.Fix, to monitor: inout RegionMonitor, _ events: inout [RegionEvent]
  ) {
    events.removeAll(keepingCapacity: true)
    monitor.ingest(
      coordinate: CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude),
      horizontalAccuracy: Double(fix.accuracy), timestamp: fix.time, into: &events)
  }

  /// Adding and removing one region among all, with a fix after each, and a device that repeats these
  /// changes.
  private static func changes(
    _ name: String, _ workload: Workload, _ set: RegionSet, _ runs: Int, _ buffer: Double
  ) {
    let changes = 1000
    var events: [RegionEvent] = []
    var adding: [Double] = []
    var removing: [Double] = []
    var repeating: [Double] = []
    for run in 0..<runs {
      var monitor = RegionMonitor(deviceName: "changing")
      monitor.monitor(set)
      let fix = workload.fix(run)
      feed(fix, to: &monitor, &events)
      let added = (0..<changes).map { number in
        var region = workload.region(number % workload.fenceCount, buffer: buffer)
        region.identifier = "one\(run)-\(number)"
        return region
      }
      adding.append(
        Measure.time {
          for region in added {
            monitor.monitor(monitor.regions.adding(region))
            feed(fix, to: &monitor, &events)
          }
        }.1 * 1e6 / Double(changes))
      // The other device starts from the same set and makes the same changes.
      repeating.append(
        Measure.time {
          var other = set
          for region in added { other = other.adding(region) }
          precondition(other == monitor.regions)
        }.1 * 1e9 / Double(changes))
      removing.append(
        Measure.time {
          for number in 0..<changes {
            monitor.monitor(monitor.regions.removing(identifier: "f\(number % workload.fenceCount)"))
            feed(fix, to: &monitor, &events)
          }
        }.1 * 1e6 / Double(changes))
    }
    Measure.row("\(name).add_one", Measure.median(adding), "us", digits: 3)
    Measure.row("\(name).remove_one", Measure.median(removing), "us", digits: 3)
    Measure.row("\(name).repeat_add", Measure.median(repeating), "ns")
  }
}
