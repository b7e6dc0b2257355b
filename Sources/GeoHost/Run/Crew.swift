import Geo
import GeoFeeds

/// The workers of a run: one on the calling thread, or several on threads of their own.
protocol Crew: AnyObject {
  /// Whether a callback has failed under `--strict`.
  var hasFailed: Bool { get }
  func handle(_ events: [DeviceEvent])
  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval)
  /// Live: handles what was taken together.
  func handleLive(_ events: [DeviceEvent])
  /// Live: when ``tick(to:)`` will have something to do, infinity for never.
  var nextTick: TimeInterval { get }
  /// Live: lets clocks run to `now` on the wall; whether anything was due.
  func tick(to now: TimeInterval) -> Bool
  /// Live: the recording is to end at `time`.
  func recordEnd(at time: TimeInterval)
  /// Waits until everything handed over has been handled, and is with the recorder.
  ///
  /// - Parameter time: live: what came a window's width before that has left the windows, too; infinity for all.
  func settle(windowsTo time: TimeInterval?)
  /// Loads devices of an earlier run that something concerns beside their own events.
  func wake(_ devices: [DeviceID], startsNow: Bool)
  /// Waits like ``settle(windowsTo:)`` and returns what has changed since the last call; only with `--state`.
  func checkpoint() -> WorkerState
  /// Ends the input: clocks run to the greatest time of all, at least to `time`, then `onFinish`. A stop by signal
  /// leaves the clocks.
  ///
  /// - Parameter stop: how a replayed run left its clocks.
  func finish(isStopped: Bool, atLeast time: TimeInterval, _ stop: RecordedStop)
  /// The maps that there are when all has ended.
  func mapsToDraw() -> [PictureJob]
  /// Draws maps at the end; returns what was drawn since the beginning of the run.
  func draw(_ jobs: [PictureJob]) -> PictureTally
  /// What the automatic picture is made of.
  func ways() -> [DeviceWay]
  /// Ends the copies of the script.
  func close() -> RunTally
}
