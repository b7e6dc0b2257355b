public import Geo

/// How a recorded run that a signal stopped left its clocks.
///
/// - Shapes: the last lines of a recording: `{"type":"stopped"}` for a run that was stopped before the end of its input;
///   `{"type":"stopped","time":1780000000,"device":"a"}` for each device whose clock did not come to the end after it.
public struct RecordedStop: Sendable, Hashable {
  /// Whether all clocks stay where the last event has left them.
  public var isWhole = false
  /// How far the clocks of devices go, in seconds since 1970; those of others go to the end.
  public var clocks: [DeviceID: TimeInterval] = [:]

  public init() {}

  /// Those of several sources: all clocks stay only where all do.
  package static func merging(_ stops: [RecordedStop]) -> RecordedStop {
    var all = RecordedStop()
    all.isWhole = !stops.isEmpty && stops.allSatisfy(\.isWhole)
    for stop in stops { all.clocks.merge(stop.clocks) { max($0, $1) } }
    return all
  }
}
