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
      "reverseGeocodeLocation", ["location", "option", "handler"],
      "Finds the address of a location; `handler(placemarks, error)` is called once, later at the same "
        + "device time. A heading or a language may precede the handler."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, location: CLLocation, option: ReverseGeocodeOption?, handler: GeocodeHandler?) in
      let script = try RunningScript.current(machine)
      switch (option, handler) {
      case (.handler(let handler), nil): try me.reverse(location, nil, handler, script)
      case (.locale(let locale), let handler?): try me.reverse(location, locale, handler, script)
      case (.heading, let handler?), (nil, let handler?): try me.reverse(location, nil, handler, script)
      default: throw missingHandler
      }
    }
    c.alias("reverseGeocodeLocation_completionHandler", of: "reverseGeocodeLocation")
    c.method(
      "reverseGeocodeLocation_heading_completionHandler", ["location", "heading", "handler"],
      "As `reverseGeocodeLocation`; the heading has no effect."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, location: CLLocation, _: CLHeading?, handler: GeocodeHandler) in
      try me.reverse(location, nil, handler, RunningScript.current(machine))
    }
    c.method(
      "reverseGeocodeLocation_preferredLocale_completionHandler", ["location", "locale", "handler"],
      "As `reverseGeocodeLocation`, with names in a language such as `ja` or `pt_BR` where available; nil "
        + "for local names."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, location: CLLocation, locale: String?, handler: GeocodeHandler) in
      try me.reverse(location, locale, handler, RunningScript.current(machine))
    }
  }

  private static func bindForward(_ c: LuaBinder<CLGeocoder>) {
    c.method(
      "geocodeAddressString", ["address", "option", "handler"],
      "Finds the place that a text names, in any word order and case; `handler(placemarks, error)` is called "
        + "once. A region may precede the handler: places in it are preferred."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, text: String, option: ForwardGeocodeOption?, handler: GeocodeHandler?) in
      let script = try RunningScript.current(machine)
      switch (option, handler) {
      case (.handler(let handler), nil): try me.forward(text, nil, nil, handler, script)
      case (.region(let region), let handler?): try me.forward(text, region, nil, handler, script)
      case (nil, let handler?): try me.forward(text, nil, nil, handler, script)
      default: throw missingHandler
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
      try me.forward(text, region, locale, handler, RunningScript.current(machine))
    }
  }

  private static func bindAddresses(_ c: LuaBinder<CLGeocoder>) {
    c.method(
      "geocodeAddressDictionary", ["address", "handler"],
      "Finds the location of an address: a table with `Street`, `City`, `State`, `ZIP`, `Country`, "
        + "`CountryCode` …"
    ) {
      [unowned machine = c.machine] (me: CLGeocoder, address: AddressDictionary, handler: GeocodeHandler) in
      let address = PlacemarkAddress(dictionary: address.members)
      try me.find(address, nil, handler, RunningScript.current(machine))
    }
    c.alias("geocodeAddressDictionary_completionHandler", of: "geocodeAddressDictionary")
    c.method(
      "geocodePostalAddress", ["address", "handler"],
      "Finds the location of a table with `street`, `city`, `state`, `postalCode`, `country`, "
        + "`ISOCountryCode` …"
    ) {
      [unowned machine = c.machine] (me: CLGeocoder, address: PostalAddress, handler: GeocodeHandler) in
      try me.find(address.address, nil, handler, RunningScript.current(machine))
    }
    c.alias("geocodePostalAddress_completionHandler", of: "geocodePostalAddress")
    c.method(
      "geocodePostalAddress_preferredLocale_completionHandler", ["address", "locale", "handler"],
      "As `geocodePostalAddress`, with names in a language such as `ja` where available; nil for local names."
    ) {
      [unowned machine = c.machine]
      (me: CLGeocoder, address: PostalAddress, locale: String?, handler: GeocodeHandler) in
      try me.find(address.address, locale, handler, RunningScript.current(machine))
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

  private static let missingHandler = LuaMessage(
    "function expected as the last argument: function(placemarks, error) … end")

  private func reverse(
    _ location: CLLocation, _ locale: String?, _ handler: GeocodeHandler, _ script: RunningScript
  ) throws {
    try reverseGeocodeLocation(
      location, preferredLocale: locale, completionHandler: CLGeocoder.call(handler, script))
  }

  private func forward(
    _ text: String, _ region: CLRegion?, _ locale: String?, _ handler: GeocodeHandler,
    _ script: RunningScript
  ) throws {
    try geocodeAddressString(
      text, in: region, preferredLocale: locale,
      completionHandler: CLGeocoder.call(handler, script, bytes: text.utf8.count))
  }

  private func find(
    _ address: PlacemarkAddress, _ locale: String?, _ handler: GeocodeHandler, _ script: RunningScript
  ) throws {
    try geocodeAddress(
      address, preferredLocale: locale, completionHandler: CLGeocoder.call(handler, script, bytes: 1000))
  }

  /// Returns a closure that calls the script's handler; until then, the request counts as the script's
  /// memory.
  private static func call(
    _ handler: GeocodeHandler, _ script: RunningScript, bytes: Int = 0
  ) throws -> CompletionHandler {
    let memory = try script.chargeHost(600 + bytes)
    return { placemarks, error in
      defer { withExtendedLifetime(memory) {} }
      try handler.function.call(placemarks, error)
    }
  }
}
