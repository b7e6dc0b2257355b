extension Device {
  /// Applies a change of what the user or the surroundings allow, and queues what it causes.
  func apply(_ setting: Setting) {
    var changed = settings
    switch setting {
    case .services(let enabled): changed.servicesEnabled = enabled
    case .network(let up): changed.networkUp = up
    case .airplane(let on): changed.airplaneMode = on
    case .authorization(let status):
      guard let status = CLAuthorizationStatus(rawValue: status) else { return }
      changed.authorization = status
    }
    apply(changed)
  }

  func apply(_ changed: DeviceSettings) {
    let old = settings
    settings = changed
    deliversLocations = changed.deliversLocations
    if changed.authorizationStatus != old.authorizationStatus {
      eachManager { manager in
        guard manager.wants(.didChangeAuthorizationStatus) else { return }
        queue.append(manager, .authorization(changed.authorizationStatus))
      }
    }
    if old.servicesEnabled, !changed.servicesEnabled { headingsEnded() }
    if old.deliversLocations, !changed.deliversLocations {
      // What happens meanwhile is unknown, so the next fix has nothing to be derived from.
      lastKnown?.loseSignal()
      fail(changed.refusal ?? .locationUnknown)
    }
  }

  /// Tells the managers that wait for a location that there is none.
  func fail(_ error: CLError) { fail(code: error.rawValue) }

  func fail(code: Int) {
    let error = NSError(domain: kCLErrorDomain, code: code)
    eachManager { if isAwake, $0.isListening { $0.locationFailed(error) } }
  }

  /// Asks the user what is missing for locations; the profile answers.
  ///
  /// - Source: CL-8, RG-5.
  func askForLocation(_ wanted: CLAuthorizationStatus = .authorizedAlways) {
    if !settings.servicesEnabled {
      let answer = profile.enablesServicesWhenAsked
      onNotice?(.askedToEnableServices(answer: answer))
      if answer { apply(.services(enabled: true)) }
    }
    if settings.authorization == .notDetermined { askForAuthorization(wanted) }
  }

  /// Asks for an authorization that the user has not decided on yet, or for the higher one.
  func askForAuthorization(_ wanted: CLAuthorizationStatus) {
    let isUpgrade = settings.authorization == .authorizedWhenInUse && wanted == .authorizedAlways
    guard settings.authorization == .notDetermined || isUpgrade else { return }
    let refused = isUpgrade ? CLAuthorizationStatus.authorizedWhenInUse : .denied
    let answer = profile.grantsAuthorizationWhenAsked ? wanted : refused
    onNotice?(.askedForAuthorization(answer: answer))
    apply(.authorization(answer.rawValue))
  }
}

extension DeviceSettings {
  /// Why the app gets no location, nil when it does or when only the hardware is off.
  var refusal: CLError? {
    servicesEnabled && authorization.allowsLocation ? nil : .denied
  }
}
