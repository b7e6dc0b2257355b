import GeoCore

extension CLLocationManager {
  /// Starts standard updates; the last known location, if any, comes first with its own timestamp.
  ///
  /// - Errors: `didFailWithError` with `kCLErrorDenied` if services are off or denied, with
  ///   `kCLErrorLocationUnknown` if the hardware is off, with `kCLErrorNetwork` if positions need a network
  ///   that is down; updates begin when that changes.
  public func startUpdatingLocation() {
    guard let device else { return }
    guard !isUpdatingLocation else { return restartUpdates() }
    // Asked before it counts as running, so that a refusal is reported once, below.
    device.askForLocation()
    isUpdatingLocation = true
    if services?.significant == nil { forgetUpdates() }
    updatePausing()
    device.updateListenerCount()
    device.updateHold(of: self)
    let earlier = earlier
    let isGoingOn = device.isGoingOn || earlier?.isUpdating == true
    if let fault = device.locationFault {
      // Starting before the user has answered is safe; the answer decides.
      awaitsPermission = device.awaitsPermission
      if !awaitsPermission, !isGoingOn { locationFailed(fault.error()) }
    } else if isGoingOn {
      resumeUpdates(of: earlier, on: device)
    } else if !device.life.isServingFix, let last = device.location, !device.queue.share(last, of: self) {
      device.queue.append(self, .location(last))
    }
  }

  /// The next update has no predecessor.
  func forgetUpdates() {
    previousLocation = nil
    deliveredLocation = nil
  }

  /// Stops standard updates and a request; queued and deferred updates are dropped, other services continue.
  public func stopUpdatingLocation() {
    guard let device, isUpdatingLocation || request != nil else { return }
    isUpdatingLocation = false
    endRequest()
    endDeferral(.deferredCanceled, drops: true)
    updatePausing()
    device.queue.dropLocations(of: self)
    device.updateListenerCount()
    device.updateHold(of: self)
  }

  /// Requests one location: one `didUpdateLocations` or one `didFailWithError` follows.
  ///
  /// The first fix as good as `desiredAccuracy` answers it. After the profile's `locationTimeout` on the
  /// device's clock, the best one so far answers it, or `kCLErrorLocationUnknown`. Stopping the updates
  /// cancels it.
  public func requestLocation() {
    guard let device, request == nil else { return }
    device.askForLocation()
    if let fault = device.locationFault, fault != .locationUnknown, !device.awaitsPermission {
      return fail(fault.error())
    }
    let timer = device.clock.after(device.profile.locationTimeout) { [weak self] in self?.requestTimedOut() }
    request = LocationRequest(timer: timer)
    if device.awaitsPermission { awaitsPermission = true }
    device.updateListenerCount()
    device.updateHold(of: self)
  }

  private func requestTimedOut() {
    guard let device, let best = request.map({ $0.best }) else { return }
    endRequest()
    if let best {
      device.queue.append(self, .location(best))
    } else {
      fail(CLError.locationUnknown.error("No location came in time."))
    }
  }

  /// Ends the request; the device releases the manager when the answer has been delivered.
  private func endRequest() {
    guard let ended = request else { return }
    request = nil
    ended.timer.cancel()
    device?.updateListenerCount()
  }

  /// Whether the distance filter is active; NaN is not.
  var hasDistanceFilter: Bool { distanceFilter > 0 }

  /// Whether a fix becomes an update; ends a request that it answers.
  func accepts(_ fix: Fix) -> Bool {
    guard wantsLocations else { return false }
    return answersRequest(fix) || isUpdatingLocation && passesFilter(fix)
  }

  /// Whether the delegate implements updates in either form.
  var wantsLocations: Bool { implements(.didUpdateLocations) || implements(.didUpdateToLocation) }

  /// Whether a fix answers the request, which then ends; the best insufficient fix is kept.
  func answersRequest(_ fix: Fix) -> Bool {
    guard request != nil else { return false }
    if desiredAccuracy <= 0 || fix.horizontalAccuracy <= desiredAccuracy {
      endRequest()
      return true
    }
    if request?.best.map({ fix.horizontalAccuracy <= $0.horizontalAccuracy }) ?? true {
      request?.best = device?.location
    }
    return false
  }

  func passesFilter(_ fix: Fix) -> Bool {
    guard hasDistanceFilter, let last = deliveredLocation else { return true }
    return fix.horizontalAccuracy < last.horizontalAccuracy
      || Geodesic.distance(from: last.coordinate, to: fix.coordinate) >= distanceFilter
  }

  /// Reports that no location is available, and ends a request unless the service keeps trying.
  func locationFailed(_ error: NSError) {
    let keepsTrying = error.code == CLError.locationUnknown.rawValue
    if request != nil, !keepsTrying { endRequest() } else if !hearsFailure(keepsTrying) { return }
    fail(error)
  }

  /// Paused updates, significant changes and visits can wait for a location; a refusal concerns them too.
  private func hearsFailure(_ keepsTrying: Bool) -> Bool {
    keepsTrying ? isUpdatingLocation && !isPaused : isListening
  }

  func fail(_ error: NSError) {
    if implements(.didFailWithError) { device?.queue.append(self, .failure(error)) }
  }
}
