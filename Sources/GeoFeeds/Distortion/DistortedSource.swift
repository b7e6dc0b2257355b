import Geo
import GeoFormats

/// A source whose fixes are made worse on purpose, see ``Distortion``.
///
/// - Shapes: in order of `time` again; where fixes are delayed, `time` is when they arrive, `timestamp` stays.
/// - Memory: a batch of the source, and what is delayed.
final class DistortedSource: EventSource {
  private let source: any EventSource
  private let distortion: Distortion
  private let directory: DeviceDirectory
  /// Which of the run's sources it is: the same device in another has errors of its own.
  private let number: Int

  private var devices: [DeviceID: DeviceDistorter] = [:]
  private var counts = DistortionCounts()
  private var incoming: [DeviceEvent] = []
  private var outgoing: [DeviceEvent] = []
  private var underway = EventQueue()
  private var newest: [DeviceID: TimeInterval] = [:]
  private var skip = EventsToSkip()
  /// Events delivered, in an earlier run too: random numbers cannot be entered in their middle.
  private var count = 0

  init(_ source: any EventSource, _ distortion: Distortion, number: Int, directory: DeviceDirectory) {
    self.source = source
    self.distortion = distortion
    self.number = number
    self.directory = directory
  }

  var name: String { source.name }
  var skips: SkipCounts { source.skips }
  var form: String { source.form }
  var fraction: Double? { source.fraction }
  var notes: [String] { source.notes }

  var positions: [SourcePosition] {
    source.positions.map { SourcePosition(source: $0.source, events: count) }
  }

  func resume(at position: SourcePosition) throws(GeoError) {
    count = position.events
    skip.skip(position.events)
  }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    incoming.removeAll(keepingCapacity: true)
    var fault: GeoError?
    var isMore = false
    do { isMore = try source.read(into: &incoming) } catch { fault = error }
    let first = batch.count
    for event in incoming { ingest(event, into: &batch) }
    if !isMore { underway.deliver(upTo: .infinity, into: &batch) }
    countOvertaken(batch[first...])
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    if let fault { throw fault }
    return isMore
  }

  private func ingest(_ event: DeviceEvent, into batch: inout [DeviceEvent]) {
    var event = event
    // What was recorded is no more what is replayed.
    event.marks = []
    let device = event.device
    if devices[device] == nil {
      devices[device] = DeviceDistorter(distortion, device: directory.name(of: device), source: number)
    }
    guard distortion.delay > 0 else {
      devices[device]?.ingest(event, into: &batch, &counts)
      return
    }
    // Whatever still comes is later than this.
    underway.deliver(upTo: event.time, into: &batch)
    outgoing.removeAll(keepingCapacity: true)
    devices[device]?.ingest(event, into: &outgoing, &counts)
    for event in outgoing { underway.add(event) }
  }

  /// Counts fixes that were overtaken.
  private func countOvertaken(_ events: ArraySlice<DeviceEvent>) {
    guard distortion.delay > 0 else { return }
    for event in events {
      guard case .location = event.payload else { continue }
      let before = newest[event.device] ?? -.infinity
      if event.timestamp < before { counts.overtaken += 1 }
      newest[event.device] = max(before, event.timestamp)
    }
  }

  var summary: [String] { source.summary + [counts.sentence(distortion, of: name)] }
}
