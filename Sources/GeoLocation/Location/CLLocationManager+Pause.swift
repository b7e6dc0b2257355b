/// Standard updates that pause while the device stays in one place.
struct AutomaticPause {
  let watch: StayWatch
  var isPaused = false
}

extension CLActivityType {
  /// When a device counts as resting: within 100 m for a quarter of an hour, in vehicles for twenty minutes.
  ///
  /// Our figures. Apple gives none («an extended period of time» for vehicles, «a period of time» for the
  /// others), and apps report 10 to 20 minutes (mauron85/react-native-background-geolocation#56).
  var pauseRule: VisitMonitor.Rule {
    var rule = VisitMonitor.Rule()
    rule.minimumStay =
      switch self {
      case .other, .fitness: 900
      case .automotiveNavigation, .otherNavigation, .airborne: 1200
      }
    return rule
  }
}

extension CLLocationManager {
  /// Whether standard updates are paused because the device rests.
  public var isPaused: Bool { services?.pause?.isPaused ?? false }

  /// Starts or stops detecting pauses, after updates or their conditions changed.
  func updatePausing() {
    guard let device else { return }
    let mayPause =
      isUpdatingLocation && pausesLocationUpdatesAutomatically && device.profile.pausesLocationUpdates
    guard mayPause != (services?.pause != nil) else { return }
    if mayPause {
      let past = earlier?.pause, rule = activityType.pauseRule
      let known = past?.monitor(rule)
      let watch = StayWatch(
        known ?? VisitMonitor(rule: rule), on: device.madeServiceTimers, as: .pauses
      ) { [unowned self] _ in pauseUpdates() }
      changeServices {
        $0.pause = AutomaticPause(watch: watch, isPaused: known != nil && past?.isPaused == true)
      }
      if known != nil { device.renewServiceTimers() }
    } else {
      if isUpdatingLocation { resumeUpdates() }
      changeServices { $0.pause = nil }
    }
  }

  /// Detects pauses by another rule; a pause that has begun continues.
  func updatePauseRule() {
    guard device != nil, let pause = services?.pause, !pause.isPaused else { return }
    let rule = activityType.pauseRule
    pause.watch.restart(earlier?.pause?.monitor(rule) ?? VisitMonitor(rule: rule))
  }

  /// Restarts a paused manager on request: Apple leaves that to the app.
  func restartUpdates() {
    guard let device, let pause = services?.pause, pause.isPaused else { return }
    resumeUpdates()
    pause.watch.restart(VisitMonitor(rule: activityType.pauseRule))
    if device.route.deliversLocations, let last = device.location {
      device.queue.append(self, .location(last))
    }
  }

  func pauseUpdates() {
    guard let device, !isPaused else { return }
    services?.pause?.isPaused = true
    endDeferral(.deferredNotUpdatingLocation)
    device.updateRadios()
    if implements(.locationManagerDidPauseLocationUpdates) { device.queue.append(self, .service(.paused)) }
  }

  func resumeUpdates() {
    guard let device, isPaused else { return }
    services?.pause?.isPaused = false
    device.updateRadios()
    if implements(.locationManagerDidResumeLocationUpdates) { device.queue.append(self, .service(.resumed)) }
  }
}
