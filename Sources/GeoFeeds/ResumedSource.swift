import Geo
import GeoFormats

/// A file that continues where an earlier run left it. If it ends before that place, it is read from its beginning, as a
/// file that has become shorter is.
///
/// It finds the place when it is opened, before anything is delivered: then devices still learn in time that they hear
/// events again.
///
/// - Memory: the first batch after the place.
/// - Source: HO-173.
final class ResumedSource: EventSource {
  let base: any EventSource
  /// Whether it is read from its beginning.
  let beginsAnew: Bool
  private let place: SourcePosition
  /// What was read when the place was found; nil once it is delivered.
  private var first: (events: [DeviceEvent], isMore: Bool, fault: GeoError?)?

  /// - Parameter open: opens the file at its beginning.
  /// - Errors: ``GeoError`` of `open`.
  init(at place: SourcePosition, _ open: () throws(GeoError) -> any EventSource) throws(GeoError) {
    self.place = place
    let source = try open()
    var (events, isMore, fault) = ([DeviceEvent](), true, GeoError?.none)
    do throws(GeoError) {
      try source.resume(at: place)
      while isMore, events.isEmpty { isMore = try source.read(into: &events) }
    } catch { (isMore, fault) = (false, error) }
    beginsAnew = fault == nil && !isMore && events.isEmpty && source.isShort
    base = beginsAnew ? try open() : source
    first = beginsAnew ? nil : (events, isMore, fault)
  }

  var name: String { base.name }
  var form: String { base.form }
  var skips: SkipCounts { base.skips }
  var notes: [String] { base.notes }
  var fraction: Double? { base.fraction }
  var summary: [String] { base.summary }
  var stop: RecordedStop { base.stop }
  var positions: [SourcePosition] { first == nil ? base.positions : [place] }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    guard let first else { return try base.read(into: &batch) }
    self.first = nil
    batch += first.events
    if let fault = first.fault { throw fault }
    return first.isMore
  }
}
