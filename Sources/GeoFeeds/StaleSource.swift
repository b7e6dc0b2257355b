public import Geo
public import GeoFormats

/// Events of another source, with a failure of each device that is silent for too long: `--stale-after` of a replay.
///
/// A device fails once, and must be heard again before it fails again. The end of the input is not a silence.
///
/// - Shapes: the failure is `kCLErrorLocationUnknown` at the time of the device's last event plus the silence, and comes
///   before the first event of any device that is later.
/// - Units: seconds.
/// - Source: HO-43.
public final class StaleSource: EventSource {
  private let base: any EventSource
  private let silence: TimeInterval
  /// When each device was heard last, by its index; NaN before its first event and while it is silent.
  private var heard: [TimeInterval] = []
  /// No silence ends before this time.
  private var nextDue = TimeInterval.infinity
  private var batch: [DeviceEvent] = []

  public init(_ base: any EventSource, silence: TimeInterval) { (self.base, self.silence) = (base, silence) }

  public var name: String { base.name }
  public var form: String { base.form }
  public var skips: SkipCounts { base.skips }
  public var notes: [String] { base.notes }
  public var fraction: Double? { base.fraction }
  public var positions: [SourcePosition] { base.positions }
  public var summary: [String] { base.summary }
  public var stop: RecordedStop { base.stop }

  public func resume(at position: SourcePosition) throws(GeoError) { try base.resume(at: position) }

  public func read(into events: inout [DeviceEvent]) throws(GeoError) -> Bool {
    batch.removeAll(keepingCapacity: true)
    let isGoingOn = try base.read(into: &batch)
    for event in batch {
      if event.time > nextDue { reportSilence(until: event.time, into: &events) }
      note(event)
      events.append(event)
    }
    return isGoingOn
  }

  private func note(_ event: DeviceEvent) {
    if case .clock = event.payload { return }
    let index = Int(event.device.index)
    while heard.count <= index { heard.append(.nan) }
    // The oldest of two that came out of order has been heard as well.
    heard[index] = heard[index] > event.time ? heard[index] : event.time
    nextDue = min(nextDue, heard[index] + silence)
  }

  private func reportSilence(until time: TimeInterval, into events: inout [DeviceEvent]) {
    let silent = heard.indices.filter { heard[$0] + silence < time }
    for index in silent.sorted(by: { (heard[$0], $0) < (heard[$1], $1) }) {
      let due = heard[index] + silence
      heard[index] = .nan
      events.append(
        DeviceEvent(
          time: due, timestamp: due, device: DeviceID(index: UInt32(index)),
          payload: .error(code: CLError.locationUnknown.rawValue)))
    }
    nextDue = heard.reduce(.infinity) { $1.isNaN ? $0 : min($0, $1 + silence) }
  }
}
