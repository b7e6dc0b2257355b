import Geo
import GeoFormats

/// A source that degrades its fixes on purpose, see ``Distortion``.
///
/// - Shapes: in order of `time` again; where fixes are delayed, `time` is when they arrive, `timestamp` stays.
/// - Memory: a batch of the source, and the delayed events.
final class DistortedSource: EventSource {
  private let source: any EventSource
  private let distortion: Distortion
  private let directory: DeviceDirectory
  /// The number of the source in the run: the same device in another source has other errors.
  private let number: Int

  private var devices: [DeviceID: DeviceDistorter] = [:]
  private var counts = DistortionCounts()
  private var incoming: [DeviceEvent] = []
  private var outgoing: [DeviceEvent] = []
  private var underway = EventQueue()
  private var newest: [DeviceID: TimeInterval] = [:]
  private var skip = EventsToSkip()
  /// Events delivered, including those of an earlier run: the random numbers have no other way back to a
  /// position.
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

  var isShort: Bool { skip.count > 0 }

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
    // The replay differs from the recording, so its marks no longer hold.
    event.marks = []
    let device = event.device
    if devices[device] == nil {
      devices[device] = DeviceDistorter(distortion, device: directory.name(of: device), source: number)
    }
    guard distortion.delay > 0 else {
      devices[device]?.ingest(event, into: &batch, &counts)
      return
    }
    // All further events are later than this one.
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
