import GeoCore

/// The stage of an app's life, and the time until which it may run.
///
/// In the foreground an app always runs. In the background it runs for ``allowance`` seconds after each event
/// that woke it. Then it is suspended, without callbacks and timers, until the next event. An event that a
/// terminated app is registered for (a region, a visit, a significant change) launches it again.
///
/// - Source: BG-1 … BG-5; ten seconds and a quarter of an hour are ours.
struct AppLifecycle {
  /// How long a woken app may run, on its device's clock.
  static let allowance: TimeInterval = 10
  /// How long a suspended app is kept, if the host may unload it.
  static let patience: TimeInterval = 900

  /// The time until which it may run; infinity while it is unlimited.
  var runsUntil: TimeInterval = .infinity
  /// The number of sessions by which updates keep it running in the background.
  var activitySessions = 0
  var state = AppState.foreground
  /// Whether a location event launched it.
  var wasLaunchedForLocation = false
  /// Whether a fix is about to be passed to the managers, including those of an app launched for it.
  var isServingFix = false

  func runs(at time: TimeInterval) -> Bool { time <= runsUntil }
}
