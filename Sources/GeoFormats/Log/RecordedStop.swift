public import Geo

/// The state of the clocks of a recorded run that a signal stopped.
///
/// - Shapes: the last lines of a recording: `{"type":"stopped"}` for a run that was stopped before the end of its input;
///   `{"type":"stopped","time":1780000000,"device":"a"}` for each device whose clock did not come to the end after it.
public struct RecordedStop: Sendable, Hashable {
  /// Whether all clocks stay at the last event.
  public var isWhole = false
  /// The final clocks of devices, in seconds since 1970; other clocks run to the end.
  public var clocks: [DeviceID: TimeInterval] = [:]

  public init() {}

  /// Merges several sources: the clocks stay only if they do in all of them.
  package static func merging(_ stops: [RecordedStop]) -> RecordedStop {
    var all = RecordedStop()
    all.isWhole = !stops.isEmpty && stops.allSatisfy(\.isWhole)
    for stop in stops { all.clocks.merge(stop.clocks) { max($0, $1) } }
    return all
  }
}
