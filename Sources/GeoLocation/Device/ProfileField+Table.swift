import GeoCore

extension ProfileField {
  /// Every field, in the order of the manual; changes are applied in this order, too.
  static let all: [ProfileField] = sensors + limits + screen + settings + answers

  private static let sensors = [
    sensor("gps", .gps, "GPS-accurate positions, even without a network."),
    sensor("cellular", .cellular, "Positions from cell towers; significant changes need it."),
    sensor("wifi", .wifi, "Positions from Wi-Fi."),
    sensor("magnetometer", .magnetometer, "Heading."),
  ]

  private static func sensor(
    _ name: String, _ sensor: DeviceProfile.Sensors, _ summary: String
  ) -> ProfileField {
    ProfileField(path: "sensors.\(name)", form: .flag, summary: summary) {
      .flag($0.sensors.contains(sensor))
    } set: {
      if $1.isTrue { $0.sensors.insert(sensor) } else { $0.sensors.remove(sensor) }
    }
  }

  private static let limits = [
    ProfileField(path: "monitorsRegions", form: .flag, summary: "Whether the hardware can monitor regions.") {
      .flag($0.monitorsRegions)
    } set: {
      $0.monitorsRegions = $1.isTrue
    },
    ProfileField(
      path: "monitorsRegionsWhenInUse", form: .flag,
      summary: "Whether an app that may use location only while in use can monitor regions (iOS 13)."
    ) {
      .flag($0.monitorsRegionsWhenInUse)
    } set: {
      $0.monitorsRegionsWhenInUse = $1.isTrue
    },
    ProfileField(
      path: "regionLimit", form: .countOrNone, summary: "The most regions that an app can monitor."
    ) {
      $0.regionLimit.map { .number(Double($0)) } ?? .none
    } set: {
      $0.regionLimit = $1.number.map { Int($0) }
    },
    ProfileField(
      path: "maximumRegionMonitoringDistance", form: .metersOrNone,
      summary: "The largest radius of a monitored region."
    ) {
      $0.maximumRegionMonitoringDistance < CLLocationDistanceMax
        ? .number($0.maximumRegionMonitoringDistance) : .none
    } set: {
      $0.maximumRegionMonitoringDistance = $1.number ?? CLLocationDistanceMax
    },
    ProfileField(
      path: "minimumRegionBuffer", form: .meters,
      summary:
        "The minimum distance past an edge that counts as a crossing, for regions registered later."
    ) {
      .number($0.minimumRegionBuffer)
    } set: {
      $0.minimumRegionBuffer = $1.number ?? 0
    },
    ProfileField(
      path: "locationTimeout", form: .seconds, summary: "How long `requestLocation` waits for a good fix."
    ) {
      .number($0.locationTimeout)
    } set: {
      $0.locationTimeout = $1.number ?? 0
    },
    ProfileField(
      path: "pausesLocationUpdates", form: .flag,
      summary: "Whether updates pause at rest, for managers started later."
    ) {
      .flag($0.pausesLocationUpdates)
    } set: {
      $0.pausesLocationUpdates = $1.isTrue
    },
  ]

  private static let screen = [
    ProfileField(
      path: "screenSize.width", form: .points, summary: "Width of a map made without a frame."
    ) {
      .number($0.screenSize.width)
    } set: {
      $0.screenSize.width = $1.number ?? 0
    },
    ProfileField(
      path: "screenSize.height", form: .points, summary: "Height of a map made without a frame."
    ) {
      .number($0.screenSize.height)
    } set: {
      $0.screenSize.height = $1.number ?? 0
    },
  ]

  private static let settings = [
    ProfileField(path: "settings.services", form: .flag, summary: "The switch of location services.") {
      .flag($0.settings.servicesEnabled)
    } set: {
      $0.settings.servicesEnabled = $1.isTrue
    },
    ProfileField(
      path: "settings.authorization", form: .word(CLAuthorizationStatus.allCases.map { "\($0)" }),
      summary: "The app's location authorization."
    ) {
      .word("\($0.settings.authorization)")
    } set: { profile, value in
      guard case .word(let word) = value, let status = CLAuthorizationStatus(constantName: word) else {
        return
      }
      profile.settings.authorization = status
    },
    ProfileField(path: "settings.network", form: .flag, summary: "Whether a network is available.") {
      .flag($0.settings.networkUp)
    } set: {
      $0.settings.networkUp = $1.isTrue
    },
    ProfileField(path: "settings.airplane", form: .flag, summary: "Airplane mode: all hardware is off.") {
      .flag($0.settings.airplaneMode)
    } set: {
      $0.settings.airplaneMode = $1.isTrue
    },
  ]

  private static let answers = [
    ProfileField(
      path: "answers.services", form: .flagOrNone,
      summary:
        "Whether the user switches location services on when asked; `\"none\"` leaves the answer to the event log."
    ) {
      $0.answers.services.map { .flag($0) } ?? .none
    } set: {
      $0.answers.services = $1 == .none ? nil : $1.isTrue
    },
    answer(
      "authorization", UserAnswers.Choice.allCases, \.authorization,
      "The most that the user grants on the app's first request."),
    answer(
      "upgrade", [.always, .whenInUse, .none], \.upgrade,
      "The user's answer when an app with when-in-use authorization asks for always."),
    ProfileField(
      path: "answers.delay", form: .seconds,
      summary: "How long the user takes to answer, on the device's clock."
    ) {
      .number($0.answers.delay)
    } set: {
      $0.answers.delay = $1.number ?? 0
    },
  ]

  private static func answer(
    _ name: String, _ choices: [UserAnswers.Choice],
    _ place: any WritableKeyPath<UserAnswers, UserAnswers.Choice> & Sendable, _ summary: String
  ) -> ProfileField {
    ProfileField(path: "answers.\(name)", form: .word(choices.map(\.rawValue)), summary: summary) {
      .word($0.answers[keyPath: place].rawValue)
    } set: { profile, value in
      guard case .word(let word) = value, let choice = UserAnswers.Choice(rawValue: word) else { return }
      profile.answers[keyPath: place] = choice
    }
  }
}
