import Geo

/// The stays of one device in the regions of fence files.
///
/// - Shapes: a device that is inside at its first fix entered then; one that is inside at its last fix has no exit.
struct FenceCollector: ReportCollector {
  private let device: String
  private let table: ReportTable
  private var monitor: RegionMonitor
  private var events: [RegionEvent] = []
  private var last: ReportSample?
  /// The regions that the device is in, by slot, with where it entered.
  private var open: [UInt32: (time: TimeInterval, distance: Double)] = [:]

  static let columns: [ReportTable.Column] = [
    .init("day", "Day", .day), .init("device", "Device", .text), .init("region", "Region", .text),
    .init("enter", "Enter", .time), .init("exit", "Exit", .time), .init("duration", "Duration", .duration),
    .init("distance", "Distance inside", .distance),
  ]

  init(_ device: String, _ table: ReportTable, _ regions: RegionSet) {
    (self.device, self.table) = (device, table)
    monitor = RegionMonitor(deviceName: device)
    monitor.monitor(regions)
  }

  mutating func take(_ sample: ReportSample, ignition: Bool?, _ emit: Emit) {
    let isFirst = last == nil
    last = sample
    monitor.ingest(
      coordinate: sample.coordinate, horizontalAccuracy: sample.accuracy, timestamp: sample.time,
      altitude: sample.altitude, into: &events)
    if isFirst {
      for slot in monitor.regions.slots where monitor.state(ofSlot: slot) == .inside {
        open[slot] = (sample.time, sample.distance)
      }
    }
    guard !events.isEmpty else { return }
    for event in events {
      switch event.kind {
      case .enter: open[event.slot] = (event.timestamp, sample.distance)
      case .exit:
        guard let enter = open.removeValue(forKey: event.slot) else { continue }
        write(event.slot, enter, exit: event.timestamp, sample, emit)
      case .dwell, .determined: break
      }
    }
    events.removeAll(keepingCapacity: true)
  }

  mutating func loseSignal() { monitor.loseSignal() }

  mutating func finish(_ emit: Emit) {
    guard let last else { return }
    for (slot, enter) in open { write(slot, enter, exit: nil, last, emit) }
    open = [:]
  }

  private func write(
    _ slot: UInt32, _ enter: (time: TimeInterval, distance: Double), exit: TimeInterval?, _ end: ReportSample,
    _ emit: Emit
  ) {
    emit([
      .text(table.day(enter.time)), .text(device), .text(monitor.regions.identifier(at: slot)),
      .number(enter.time), .date(exit), .number((exit ?? end.time) - enter.time),
      .number(end.distance - enter.distance),
    ])
  }
}
