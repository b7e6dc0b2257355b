import GeoCore

/// Where an app is in its life, and until when it may run.
///
/// In the foreground an app always runs. In the background it runs for ``allowance`` seconds after each event that
/// woke it; then it is suspended: no callback, no timer, until the next. An app that ended is launched afresh by
/// an event that it is registered for: a region, a visit, a significant change.
///
/// - Source: BG-1 … BG-5; ten seconds and a quarter of an hour are ours.
struct AppLifecycle {
  /// How long a woken app may run on its device's clock.
  static let allowance: TimeInterval = 10
  /// How long a suspended app is kept, where the host may unload it.
  static let patience: TimeInterval = 900

  var state = AppState.foreground
  /// The time until which it may run; infinity while nothing ends it.
  var runsUntil: TimeInterval = .infinity
  /// Whether a location event launched it.
  var wasLaunchedForLocation = false
  /// Whether a fix is about to be handed to the managers, those of an app launched for it too.
  var isServingFix = false

  func runs(at time: TimeInterval) -> Bool { time <= runsUntil }
}
