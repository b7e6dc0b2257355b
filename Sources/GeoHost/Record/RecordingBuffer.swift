import Geo
import GeoDelivery
import GeoFormats

/// One worker's share of the recording: written without a lock, handed over batch by batch.
final class RecordingBuffer {
  /// One recording: with `--record` and `--record-exact` there are two.
  private struct Tape {
    let recorder: Recorder
    let privacy: PrivacyZones?
    let writer: EventLogWriter

    func append(_ event: DeviceEvent) {
      if let zone = privacy?.zone(of: event) { return writer.append(event, in: zone.name) }
      writer.append(privacy?.masked(event) ?? event)
    }
  }

  private let tapes: [Tape]

  /// The group that each device was last recorded in.
  private var lastGroups: [DeviceID: String] = [:]
  /// Whether other workers record the same devices in other groups, so that nothing is known at the next batch.
  private let isShared: Bool

  /// Where hooks of OwnTracks Recorder may refuse messages; nil without them.
  var gate: RecordingGate?

  /// The most bytes that wait for the end of a batch.
  private static let most = 1 << 16

  init(_ recorders: [Recorder], directory: DeviceDirectory, isShared: Bool = false) {
    tapes = recorders.map {
      Tape(recorder: $0, privacy: $0.privacy, writer: EventLogWriter(directory: directory))
    }
    self.isShared = isShared
  }

  func record(_ event: DeviceEvent) {
    for tape in tapes { tape.append(event) }
    if let first = tapes.first, first.writer.bytes.count > RecordingBuffer.most { handOver() }
  }

  /// Records an event as a group has handled it: groups have windows of their own, so a device may have events in its
  /// old group after the first in its new one.
  func record(_ event: DeviceEvent, in group: String) {
    guard let gate else { return write(event, in: group) }
    for event in gate.pass(event) { write(event, in: group) }
  }

  private func write(_ event: DeviceEvent, in group: String) {
    // An acknowledgement names its group itself.
    if case .message(let message) = event.payload, message.kind == .acknowledge { return record(event) }
    var event = event
    let last = lastGroups[event.device]
    if case .message(let message) = event.payload, let name = message.groupName {
      if name != group { event.payload = .message(DeviceMessage(group: name, leaving: group)) }
    } else if last ?? Grouping.usual != group || (isShared && last == nil) {
      var route = event
      route.payload = .message(DeviceMessage(route: group))
      record(route)
    }
    if last != group { lastGroups[event.device] = group }
    record(event)
  }

  /// Records that the device's clock stopped on its way to the end.
  func recordStop(of device: Device) {
    for tape in tapes { tape.writer.appendStop(of: device.clockDevice, at: device.clock.now) }
  }

  /// Hands over the lines of a handled batch.
  func handOver() {
    if let gate { for event in gate.release() { write(event, in: gate.group) } }
    for tape in tapes { tape.recorder.append(tape.writer) }
    if isShared { lastGroups = [:] }
  }
}
