public import Geo
public import LuaBridge

extension CLGeocoder: LuaObject {
  static func bind(_ c: LuaBinder<CLGeocoder>) {
    c.summary("Converts coordinates to addresses and addresses to coordinates, one request at a time.")
    c.initializer { [unowned machine = c.machine] in make(try RunningScript.current(machine)) }
    c.property("isGeocoding", .none, "Whether a request is in progress.") { $0.isGeocoding }
    c.property("geocoding", .none, "The Objective-C name of `isGeocoding`.") { $0.isGeocoding }
    c.method("cancelGeocode", "Cancels the request: its handler gets `kCLErrorGeocodeCanceled`.") {
      $0.cancelGeocode()
    }
    bindReverse(c)
    bindForward(c)
    bindAddresses(c)
  }

  /// Makes a geocoder on the script's device. Its userdata lives at least until the handlers of its requests
  /// have run.
  private static func make(_ script: RunningScript) -> CLGeocoder {
    let geocoder = CLGeocoder(device: script.device)
    geocoder.onHoldChange = { [unowned geocoder, unowned script] isHeld in
      if isHeld { script.environment.hold(geocoder) } else { script.environment.letGo(geocoder) }
    }
    return geocoder
  }

  private static func bindReverse(_ c: LuaBinder<CLGeocoder>) {
    c.method(
      "reverseGeocodeLocation", ["location", "option", "handler"], awaiting: answer,
      "Finds the address of a location; `handler(placemarks, error)` is called once, later at the same "
        + "device time. A heading or a language may precede the handler. A task may leave the handler out and wait."
    ) {
      [unowned machine = c.machine]
      (
        me: CLGeocoder, location: CLLocation, option: ReverseGeocodeOption?, handler: GeocodeHandler?,
        caller: LuaCaller
      ) in
      let script = try RunningScript.current(machine)
      switch (option, handler) {
      case (.handler(let handler), nil): try me.reverse(location, nil, .handler(handler), script)
      case (.handler, _): throw missingHandler
      case (.locale(let locale), _): try me.reverse(location, locale, Answer(handler, caller), script)
      case (.heading, _), (nil, _): try me.reverse(location, nil, Answer(handler, caller), script)
      }
    }
    c.alias("reverseGeocodeLocation_completionHandler", of: "reverseGeocodeLocation")
    c.method(
      "reverseGeocodeLocation_heading_completionHandler", ["location", "heading", "handler"],
      "As `reverseGeocodeLocation`; the heading has no effect."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, location: CLLocation, _: CLHeading?, handler: GeocodeHandler) in
      try me.reverse(location, nil, .handler(handler), RunningScript.current(machine))
    }
    c.method(
      "reverseGeocodeLocation_preferredLocale_completionHandler", ["location", "locale", "handler"],
      "As `reverseGeocodeLocation`, with names in a language such as `ja` or `pt_BR` where available; nil "
        + "for local names."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, location: CLLocation, locale: String?, handler: GeocodeHandler) in
      try me.reverse(location, locale, .handler(handler), RunningScript.current(machine))
    }
  }

  private static func bindForward(_ c: LuaBinder<CLGeocoder>) {
    c.method(
      "geocodeAddressString", ["address", "option", "handler"], awaiting: answer,
      "Finds the place that a text names, in any word order and case; `handler(placemarks, error)` is called "
        + "once. A region may precede the handler: places in it are preferred. A task may leave the handler out "
        + "and wait."
    ) {
      [unowned machine = c.machine]
      (
        me: CLGeocoder, text: String, option: ForwardGeocodeOption?, handler: GeocodeHandler?,
        caller: LuaCaller
      ) in
      let script = try RunningScript.current(machine)
      switch (option, handler) {
      case (.handler(let handler), nil): try me.forward(text, nil, nil, .handler(handler), script)
      case (.handler, _): throw missingHandler
      case (.region(let region), _): try me.forward(text, region, nil, Answer(handler, caller), script)
      case (nil, _): try me.forward(text, nil, nil, Answer(handler, caller), script)
      }
    }
    c.alias("geocodeAddressString_completionHandler", of: "geocodeAddressString")
    c.alias("geocodeAddressString_inRegion_completionHandler", of: "geocodeAddressString")
    c.method(
      "geocodeAddressString_inRegion_preferredLocale_completionHandler",
      ["address", "region", "locale", "handler"],
      "As `geocodeAddressString`, with names in a language such as `ja` where available; region and locale "
        + "may be nil."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, text: String, region: CLRegion?, locale: String?, handler: GeocodeHandler) in
      try me.forward(text, region, locale, .handler(handler), RunningScript.current(machine))
    }
  }

  private static func bindAddresses(_ c: LuaBinder<CLGeocoder>) {
    c.method(
      "geocodeAddressDictionary", ["address", "handler"], awaiting: answer,
      "Finds the location of an address: a table with `Street`, `City`, `State`, `ZIP`, `Country`, "
        + "`CountryCode` …"
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, address: AddressDictionary, handler: GeocodeHandler?, caller: LuaCaller) in
      let address = PlacemarkAddress(dictionary: address.members)
      try me.find(address, nil, Answer(handler, caller), RunningScript.current(machine))
    }
    c.alias("geocodeAddressDictionary_completionHandler", of: "geocodeAddressDictionary")
    c.method(
      "geocodePostalAddress", ["address", "handler"], awaiting: answer,
      "Finds the location of a table with `street`, `city`, `state`, `postalCode`, `country`, "
        + "`ISOCountryCode` …"
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, address: PostalAddress, handler: GeocodeHandler?, caller: LuaCaller) in
      try me.find(address.address, nil, Answer(handler, caller), RunningScript.current(machine))
    }
    c.alias("geocodePostalAddress_completionHandler", of: "geocodePostalAddress")
    c.method(
      "geocodePostalAddress_preferredLocale_completionHandler", ["address", "locale", "handler"],
      "As `geocodePostalAddress`, with names in a language such as `ja` where available; nil for local names."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, address: PostalAddress, locale: String?, handler: GeocodeHandler) in
      try me.find(address.address, locale, .handler(handler), RunningScript.current(machine))
    }
  }

  /// The checker's warning about a geocoder request at every fix.
  ///
  /// - Source: GC-4 … GC-6.
  static let caution = LuaCatalog.Caution(
    methods: [
      "reverseGeocodeLocation", "reverseGeocodeLocation_completionHandler",
      "reverseGeocodeLocation_heading_completionHandler",
      "reverseGeocodeLocation_preferredLocale_completionHandler",
    ],
    functions: ["didUpdateLocations", "didUpdateToLocation", "didUpdateHeading", "didUpdateUserLocation"],
    restraints: [
      "distanceFilter", "headingFilter", "requestLocation", "startMonitoringSignificantLocationChanges",
      "stopUpdatingLocation", "stopUpdatingHeading", "allowDeferredLocationUpdatesUntilTraveled",
      "allowDeferredLocationUpdatesUntilTraveled_timeout",
    ],
    advice: "set a distanceFilter, and let a minute pass between requests (geoscript docs geocoding)")

  /// What a task gets that waits.
  private static let answer = "CLPlacemark[]?, NSError?"

  private static let missingHandler = LuaMessage(
    "function expected as the last argument: function(placemarks, error) … end; or call it without one in "
      + "geoscript.task(function() … end)")

  /// Where the placemarks go: to a handler, or to the task that waits for them.
  private enum Answer {
    case handler(GeocodeHandler)
    case task(LuaCaller)

    init(_ handler: GeocodeHandler?, _ caller: LuaCaller) {
      self = handler.map(Answer.handler) ?? .task(caller)
    }
  }

  private func reverse(
    _ location: CLLocation, _ locale: String?, _ answer: Answer, _ script: RunningScript
  ) throws {
    try request(answer, script) { handler in
      try reverseGeocodeLocation(location, preferredLocale: locale, completionHandler: handler)
    }
  }

  private func forward(
    _ text: String, _ region: CLRegion?, _ locale: String?, _ answer: Answer, _ script: RunningScript
  ) throws {
    guard !text.utf8.contains(0) else { throw LuaMessage("an address has no character NUL: leave it out") }
    try request(answer, script, bytes: text.utf8.count) { handler in
      try geocodeAddressString(text, in: region, preferredLocale: locale, completionHandler: handler)
    }
  }

  private func find(
    _ address: PlacemarkAddress, _ locale: String?, _ answer: Answer, _ script: RunningScript
  ) throws {
    try request(answer, script, bytes: 1000) { handler in
      try geocodeAddress(address, preferredLocale: locale, completionHandler: handler)
    }
  }

  /// Starts a request, which counts as the script's memory until it is answered.
  ///
  /// - Errors: ``LuaSuspension`` for a task that waits.
  private func request(
    _ answer: Answer, _ script: RunningScript, bytes: Int = 0,
    start: (@escaping CompletionHandler) throws -> Void
  ) throws {
    let memory = try script.chargeHost(600 + bytes)
    switch answer {
    case .handler(let handler):
      try start { placemarks, error in
        defer { withExtendedLifetime(memory) {} }
        try handler.function.call(placemarks, error)
      }
    case .task(let caller):
      guard caller.isInTask else { throw CLGeocoder.missingHandler }
      let tasks = script.tasks
      throw try tasks.suspension(caller, "CLGeocoder") { task in
        try start { placemarks, error in
          defer { withExtendedLifetime(memory) {} }
          tasks.resume(task, with: [placemarks, error])
        }
        return nil
      }
    }
  }
}
