public import Geo
public import LuaBridge

/// Searches, ways and their parts.
enum MapSearches {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(
      MKPointOfInterestFilter.self, name: "MKPointOfInterestFilter", swiftBytes: 64,
      MKPointOfInterestFilter.bind)
    machine.add(MKMapItem.self, name: "MKMapItem", swiftBytes: 112, MKMapItem.bind)
    machine.add(
      MKLocalSearch.Request.self, name: "MKLocalSearchRequest", swiftBytes: 96, MKLocalSearch.Request.bind)
    machine.add(
      MKLocalSearch.Response.self, name: "MKLocalSearchResponse", swiftBytes: 64, MKLocalSearch.Response.bind)
    machine.add(MKLocalSearch.self, name: "MKLocalSearch", swiftBytes: 200, MKLocalSearch.bind)
    machine.add(MKRoute.Step.self, name: "MKRouteStep", swiftBytes: 64, MKRoute.Step.bind)
    machine.add(MKRoute.self, name: "MKRoute", swiftBytes: 160, MKRoute.bind)
    machine.add(
      MKDirections.Request.self, name: "MKDirectionsRequest", swiftBytes: 96, MKDirections.Request.bind)
    machine.add(
      MKDirections.Response.self, name: "MKDirectionsResponse", swiftBytes: 48, MKDirections.Response.bind)
    machine.add(
      MKDirections.ETAResponse.self, name: "MKETAResponse", swiftBytes: 96, MKDirections.ETAResponse.bind)
    machine.add(MKDirections.self, name: "MKDirections", swiftBytes: 128, MKDirections.bind)
    machine.add(
      MKDistanceFormatter.self, name: "MKDistanceFormatter", swiftBytes: 32, MKDistanceFormatter.bind)
  }

  static func declareConstants(_ g: LuaScope) {
    MKPointOfInterestCategory.declareConstants(g)
    g.constants(MKDirectionsTransportType.self, "What travels.")
    g.constants(MKDistanceFormatterUnits.self, "Which units a distance has.")
    g.constants(MKDistanceFormatterUnitStyle.self, "How units are written.")
  }

  /// Starts a request: its answer goes to a handler, or to the task that waits for it.
  ///
  /// - Errors: ``LuaSuspension`` for a task that waits.
  static func request<Answer: LuaValue>(
    _ name: String, _ handler: LuaFunction?, _ caller: LuaCaller, _ script: RunningScript,
    start: @escaping (@escaping (Answer?, NSError?) throws -> Void) throws -> Void
  ) throws {
    let memory = try script.chargeHost(1000)
    if let handler {
      return try start { answer, error in
        defer { withExtendedLifetime(memory) {} }
        try handler.call(answer, error)
      }
    }
    guard caller.isInTask else {
      throw LuaMessage("\(name): function expected as the last argument: function(response, error) … end")
    }
    let tasks = script.tasks
    throw try tasks.suspension(caller, name) { task in
      try start { answer, error in
        defer { withExtendedLifetime(memory) {} }
        tasks.resume(task, with: [answer, error])
      }
      return nil
    }
  }
}

extension MKMapItem: LuaObject {
  static func bind(_ c: LuaBinder<MKMapItem>) {
    c.summary("A place of the map with what is known of it.")
    c.initializer(["placemark"]) { (placemark: MKPlacemark) in MKMapItem(placemark: placemark) }
    c.property("placemark", .none, "Its place; nil for the user's location.") { $0.placemark }
    c.property("isCurrentLocation", .none, "Whether it is the user's location.") { $0.isCurrentLocation }
    c.text("name", "Its name.", get: { $0.name }, set: { $0.name = $1 }, paidBy: \.memory)
    c.text(
      "phoneNumber", "Its telephone number; nil if unknown.", get: { $0.phoneNumber },
      set: { $0.phoneNumber = $1 }, paidBy: \.memory)
    c.text("url", "Its web page; nil if unknown.", get: { $0.url }, set: { $0.url = $1 }, paidBy: \.memory)
    c.property(
      "pointOfInterestCategory", .none,
      "Its kind, an `MKPointOfInterestCategory…`; nil if unknown, as places of the gazetteer are.",
      get: { $0.pointOfInterestCategory }, set: { $0.pointOfInterestCategory = $1 })
    c.classMethod("mapItemForCurrentLocation", .none, "Returns the place of the user.") {
      forCurrentLocation()
    }
    c.operation("__tostring") { stack in
      try MKMapItem.read(stack, 1).description.push(stack)
      return 1
    }
  }
}

extension MKLocalSearch.Request: LuaObject {
  public static var luaType: String { "MKLocalSearchRequest" }

  static func bind(_ c: LuaBinder<MKLocalSearch.Request>) {
    c.summary("What a search looks for; also `MKLocalSearch.Request`.")
    c.initializer(["naturalLanguageQuery", "region"]) { (query: String?, region: MKCoordinateRegion?) in
      MKLocalSearch.Request(naturalLanguageQuery: query, region: region)
    }
    c.text(
      "naturalLanguageQuery", "The words: a name, an address, in any order.",
      get: { $0.naturalLanguageQuery }, set: { $0.naturalLanguageQuery = $1 }, paidBy: \.memory)
    c.property(
      "region", .none, "The area whose places come first; nil for none.", get: { $0.region },
      set: { $0.region = $1 })
    c.property(
      "pointOfInterestFilter", .none,
      "Which points of interest to find; nil for all. Servers with OpenStreetMap's data know categories, the "
        + "gazetteer does not.",
      get: { $0.pointOfInterestFilter }, set: { $0.pointOfInterestFilter = $1 })
  }
}

extension MKLocalSearch.Response: LuaObject {
  public static var luaType: String { "MKLocalSearchResponse" }

  static func bind(_ c: LuaBinder<MKLocalSearch.Response>) {
    c.summary("What a search has found.")
    c.property("mapItems", .none, "The places, the best first.") { $0.mapItems }
    c.property("boundingRegion", .none, "The region around all of them.") { $0.boundingRegion }
  }
}

extension MKLocalSearch: LuaObject {
  static func bind(_ c: LuaBinder<MKLocalSearch>) {
    c.summary("Finds the places that a text names, those of a region first.")
    c.initializer(["request"]) { [unowned machine = c.machine] (request: MKLocalSearch.Request) in
      MKLocalSearch(request: request, device: try RunningScript.current(machine).device)
    }
    c.property("isSearching", .none, "Whether the search runs.") { $0.isSearching }
    c.property("searching", .none, "The Objective-C name of `isSearching`.") { $0.isSearching }
    c.method(
      "startWithCompletionHandler", ["handler"], awaiting: "MKLocalSearchResponse?, NSError?",
      "Starts the search; `handler(response, error)` is called once with one of them, later at the same device time. "
        + "A task may leave the handler out and wait."
    ) { [unowned machine = c.machine] (me: MKLocalSearch, handler: LuaFunction?, caller: LuaCaller) in
      try MapSearches.request("MKLocalSearch", handler, caller, RunningScript.current(machine)) {
        try me.start(completionHandler: $0)
      }
    }
    c.alias("start", of: "startWithCompletionHandler")
    c.method("cancel", "Cancels the search: the handler gets an error.") { $0.cancel() }
    c.nested("Request", MKLocalSearch.Request.self, "What a search looks for.")
  }
}

extension MKDistanceFormatter: LuaObject {
  static func bind(_ c: LuaBinder<MKDistanceFormatter>) {
    c.summary("Writes distances as people say them: `1.2 km`.")
    c.initializer { MKDistanceFormatter() }
    c.property(
      "units", .one, "Which units a distance has, an `MKDistanceFormatterUnits…`.", get: { $0.units },
      set: { $0.units = $1 })
    c.property(
      "unitStyle", .one, "How units are written, an `MKDistanceFormatterUnitStyle…`.",
      get: { $0.unitStyle }, set: { $0.unitStyle = $1 })
    c.method("stringFromDistance", ["distance"], .none, "Returns a distance in meters as text.") {
      (me: MKDistanceFormatter, distance: Number) in me.string(fromDistance: distance.value)
    }
    c.method(
      "distanceFromString", ["text"], .meters, "Returns the meters of a text; −1 for one that is no distance."
    ) { (me: MKDistanceFormatter, text: String) in me.distance(from: text) }
  }
}
