import GeoCore
import GeoRegions

extension Device {
  /// Asks the user for what locations need; a refusal is final until the user turns the switch.
  ///
  /// It never asks about airplane mode, because nothing in the guide does.
  ///
  /// - Source: CL-8, RG-5.
  func askForLocation(_ wanted: CLAuthorizationStatus = .authorizedAlways) {
    guard prompts.pending == nil else { return }
    if !settings.servicesEnabled {
      guard !prompts.servicesRefused else { return }
      prompts.wanted = wanted
      ask(.services)
    } else if settings.authorization == .notDetermined {
      ask(.authorization(wanted: wanted))
    }
  }

  /// Asks for an authorization that the user has not decided on yet, or once for the higher one.
  ///
  /// Does nothing otherwise: an app cannot ask for what is denied or restricted.
  func askForAuthorization(_ wanted: CLAuthorizationStatus) {
    switch settings.authorization {
    case .notDetermined: askForLocation(wanted)
    case .authorizedWhenInUse where wanted == .authorizedAlways:
      guard prompts.pending == nil, !prompts.askedForAlways, settings.servicesEnabled else { return }
      ask(.authorization(wanted: wanted))
    default: break
    }
  }

  /// Whether the user's answer will decide if the app gets locations.
  var awaitsPermission: Bool { prompts.pending != nil && locationFault == .denied }
  /// Whether the user's answer will decide if regions are monitored.
  var awaitsRegionPermission: Bool { prompts.pending != nil && regionFault == .regionMonitoringDenied }

  private func ask(_ prompt: Prompt) {
    counts.prompts += 1
    hooks.onNotice?(self, .asked(prompt))
    prompts.pending = prompt
    if case .authorization(wanted: .authorizedAlways) = prompt { prompts.askedForAlways = true }
    if profile.answers.delay > 0 {
      prompts.answer = clock.after(profile.answers.delay) { [unowned self] in answer(prompt) }
    } else {
      answer(prompt)
    }
  }

  /// Gives the profile's answer, if it has one.
  private func answer(_ prompt: Prompt) {
    switch prompt {
    case .services:
      if let isOn = profile.answers.services { apply(.services(enabled: isOn)) }
    case .authorization(let wanted):
      if let status = answer(to: wanted) { apply(.authorization(status.rawValue)) }
    }
  }

  private func answer(to wanted: CLAuthorizationStatus) -> CLAuthorizationStatus? {
    let isUpgrade = settings.authorization == .authorizedWhenInUse
    switch isUpgrade ? profile.answers.upgrade : profile.answers.authorization {
    case .always: return wanted
    case .whenInUse: return .authorizedWhenInUse
    case .denied: return isUpgrade ? .authorizedWhenInUse : .denied
    case .none: return nil
    }
  }

  /// Withdraws the pending question if `setting` answers it.
  func removePrompt(answeredBy setting: Setting) -> Prompt? {
    if case .services(let isOn) = setting { prompts.servicesRefused = !isOn && prompts.pending == .services }
    guard let prompt = prompts.pending, prompt.isAnswered(by: setting) else { return nil }
    prompts.pending = nil
    // The event log may have answered before the profile.
    prompts.answer?.cancel()
    prompts.answer = nil
    hooks.onNotice?(self, .answered(prompt, setting))
    return prompt
  }

  /// Reports the meaning of the answer to those who waited for it, or asks the next question.
  ///
  /// - Parameter isTold: whether managers with updates already know that there are none.
  func end(_ prompt: Prompt, isTold: Bool) {
    let wanted = prompts.wanted
    prompts.wanted = nil
    if prompt == .services, settings.servicesEnabled, settings.authorization == .notDetermined, let wanted {
      return ask(.authorization(wanted: wanted))
    }
    let fault = isTold ? nil : locationFault
    eachManager { manager in
      if manager.awaitsPermission, let fault { manager.locationFailed(fault.error()) }
      manager.awaitsPermission = false
    }
    let waiting = prompts.regions
    prompts.regions = []
    for entry in waiting {
      let region = entry.region
      let isStopped =
        entry.proximity.map { !proximities.map(\.watch).contains($0) }
        ?? entry.beacon.map { _ in stateOfBeacons(region.identifier) == nil }
        ?? (regions.regions.slot(of: region.identifier) == nil)
      guard !isStopped else { continue }
      reportMonitoring(of: region, to: entry.manager, proximity: entry.proximity, beacon: entry.beacon)
    }
  }
}
