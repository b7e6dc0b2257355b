public import GeoCore

/// Updates that are collected for joint delivery.
final class Deferral {
  /// Meters from `origin` at which it ends.
  let distance: CLLocationDistance
  /// The device's position at the request, or at the first update after it.
  var origin: CLLocationCoordinate2D?
  /// Ends it; nil without a time limit.
  var timer: DeviceTimer?
  var locations: [CLLocation] = []

  /// The receiver's buffer: when it is full, it is delivered. Our choice.
  static let capacity = 4096

  init(distance: CLLocationDistance, origin: CLLocationCoordinate2D?) {
    self.distance = distance
    self.origin = origin
  }

  /// Whether a collected location ends it.
  func ends(at location: CLLocation) -> Bool {
    guard let origin, distance < CLLocationDistanceMax else { return locations.count >= Deferral.capacity }
    return locations.count >= Deferral.capacity
      || Geodesic.distance(from: origin, to: location.coordinate) >= distance
  }
}

extension CLLocationManager {
  /// Whether the hardware can collect updates: it has a GPS receiver.
  public static func deferredLocationUpdatesAvailable(on device: Device) -> Bool {
    device.profile.sensors.contains(.gps)
  }

  /// Collects updates until the device is `distance` meters from here or `timeout` seconds have passed.
  ///
  /// Then `didFinishDeferredUpdatesWithError` comes without an error, followed by one `didUpdateLocations`
  /// with all of them, oldest first. A phone defers only in the background; here the app is assumed to be
  /// there.
  ///
  /// - Errors: `didFinishDeferredUpdatesWithError`, once for each call, with
  ///   `kCLErrorDeferredNotUpdatingLocation` if standard updates do not run or are paused, `…AccuracyTooLow`
  ///   if `desiredAccuracy` is not the best, `…DistanceFiltered` with a `distanceFilter`, `…Failed` without
  ///   GPS, `…Canceled` if another call replaces it.
  public func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval)
  {
    guard let device else { return }
    endDeferral(.deferredCanceled)
    if let flaw = deferralFlaw { return reportDeferralEnded(flaw) }
    let deferral = Deferral(distance: distance, origin: device.location?.coordinate)
    // No timer for the end of time: a run without sources would wait for it.
    if timeout < 1e9 {
      deferral.timer = device.madeServiceTimers.after(timeout) { [weak self] in self?.endDeferral(nil) }
    }
    changeServices { $0.deferral = deferral }
  }

  /// Ends the collecting: `didFinishDeferredUpdatesWithError` with `kCLErrorDeferredCanceled`, then the
  /// collected updates.
  public func disallowDeferredLocationUpdates() { endDeferral(.deferredCanceled) }

  /// Why updates cannot be deferred now.
  private var deferralFlaw: CLError? {
    guard let device, isUpdatingLocation, !isPaused else { return .deferredNotUpdatingLocation }
    guard CLLocationManager.deferredLocationUpdatesAvailable(on: device) else { return .deferredFailed }
    guard
      desiredAccuracy == kCLLocationAccuracyBest || desiredAccuracy == kCLLocationAccuracyBestForNavigation
    else { return .deferredAccuracyTooLow }
    return hasDistanceFilter ? .deferredDistanceFiltered : nil
  }

  /// Collects an update; false if none are being collected.
  func deferUpdate(_ location: CLLocation) -> Bool {
    guard let deferral = services?.deferral else { return false }
    if let flaw = deferralFlaw {
      endDeferral(flaw)
      return false
    }
    if deferral.origin == nil { deferral.origin = location.coordinate }
    deferral.locations.append(location)
    if deferral.ends(at: location) { endDeferral(nil) }
    return true
  }

  /// Ends the collecting, if active, and delivers the collected updates unless `drops`.
  func endDeferral(_ error: CLError?, drops: Bool = false) {
    guard let device, let deferral = services?.deferral else { return }
    deferral.timer?.cancel()
    changeServices { $0.deferral = nil }
    reportDeferralEnded(error)
    if !drops, !deferral.locations.isEmpty, wantsLocations {
      device.queue.append(self, .service(.deferredLocations(deferral.locations)))
    }
  }

  private func reportDeferralEnded(_ error: CLError?) {
    guard implements(.didFinishDeferredUpdatesWithError) else { return }
    device?.queue.append(self, .service(.deferralEnded(error?.error())))
  }
}
