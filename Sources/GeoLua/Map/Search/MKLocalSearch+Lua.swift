public import Geo
public import LuaBridge

/// Searches, ways and their parts.
enum MapSearches {
  static func declareClasses(_ machine: LuaMachine) {
    machine.add(
      MKPointOfInterestFilter.self, name: "MKPointOfInterestFilter", swiftBytes: 64,
      MKPointOfInterestFilter.bind)
    machine.add(MKAddress.self, name: "MKAddress", swiftBytes: 64, MKAddress.bind)
    machine.add(
      MKAddressRepresentations.self, name: "MKAddressRepresentations", swiftBytes: 32,
      MKAddressRepresentations.bind)
    machine.add(MKMapItem.self, name: "MKMapItem", swiftBytes: 192, MKMapItem.bind)
    machine.add(
      MKLocalSearchCompletion.self, name: "MKLocalSearchCompletion", swiftBytes: 160,
      MKLocalSearchCompletion.bind)
    machine.add(
      MKLocalSearchCompleter.self, name: "MKLocalSearchCompleter", swiftBytes: 320,
      MKLocalSearchCompleter.bind)
    machine.add(MKLocalSearchCompleter.delegateRecord)
    machine.add(
      MKLocalSearch.Request.self, name: "MKLocalSearchRequest", swiftBytes: 128, MKLocalSearch.Request.bind)
    machine.add(
      MKLocalSearch.Response.self, name: "MKLocalSearchResponse", swiftBytes: 64, MKLocalSearch.Response.bind)
    machine.add(MKLocalSearch.self, name: "MKLocalSearch", swiftBytes: 280, MKLocalSearch.bind)
    machine.add(
      MKGeocodingRequest.self, name: "MKGeocodingRequest", swiftBytes: 240, MKGeocodingRequest.bind)
    machine.add(
      MKReverseGeocodingRequest.self, name: "MKReverseGeocodingRequest", swiftBytes: 200,
      MKReverseGeocodingRequest.bind)
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
    MKLocalSearchResultType.declareConstants(g)
    g.constants(MKLocalSearchRegionPriority.self, "Whether the search finds places outside the region.")
    g.constants(MKAddressRepresentations.ContextStyle.self, "How much follows a city's name.")
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
      throw LuaMessage(
        "\(name): function expected as the last argument: function(response, error) … end; or call it without one in "
          + "geoscript.task(function() … end)")
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

extension MKLocalSearch.Request: LuaObject {
  public static var luaType: String { "MKLocalSearchRequest" }

  static func bind(_ c: LuaBinder<MKLocalSearch.Request>) {
    c.summary("What a search looks for; also `MKLocalSearch.Request`.")
    c.initializer(["naturalLanguageQuery", "region"]) {
      (query: SearchWordsArgument?, region: MKCoordinateRegion?) in
      MKLocalSearch.Request(naturalLanguageQuery: query?.text, region: region)
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
    c.property(
      "resultTypes", .one,
      "Which kinds of places to find, a sum of `MKLocalSearchResultType…`; all if not set.",
      get: { $0.resultTypes.rawValue }, set: { $0.resultTypes = MKLocalSearchResultType(rawValue: $1) })
    c.property(
      "regionPriority", .one,
      "Whether the search finds places outside `region`, an `MKLocalSearchRegionPriority…`.",
      get: { $0.regionPriority }, set: { $0.regionPriority = $1 })
  }
}

/// What a search looks for: words, or what a completer gave.
private struct SearchWordsArgument: LuaValue {
  static var luaType: String { "string|MKLocalSearchCompletion" }
  let text: String

  static func read(_ stack: LuaStack, _ index: Int32) throws -> SearchWordsArgument {
    guard LuaKind(stack, index) == .object else {
      return SearchWordsArgument(text: try String.read(stack, index))
    }
    return SearchWordsArgument(text: try MKLocalSearchCompletion.read(stack, index).naturalLanguageQuery)
  }

  func push(_ stack: LuaStack) { text.push(stack) }
}

extension MKLocalSearchResultType {
  static func declareConstants(_ g: LuaScope) {
    let types: [(String, MKLocalSearchResultType, String)] = [
      ("Address", .address, "Cities, streets and houses."),
      ("PointOfInterest", .pointOfInterest, "Points of interest."),
      ("PhysicalFeature", .physicalFeature, "Lakes, mountains and the like."),
    ]
    for (name, type, summary) in types {
      g.constant("MKLocalSearchResultType\(name)", Double(type.rawValue), .one, summary)
    }
    let completions: [(String, MKLocalSearchCompleterResultType, String)] = [
      ("Address", .address, "Cities, streets and houses."),
      ("PointOfInterest", .pointOfInterest, "Points of interest."),
      ("Query", .query, "Words to search for; no source gives any."),
      ("PhysicalFeature", .physicalFeature, "Lakes, mountains and the like."),
    ]
    for (name, type, summary) in completions {
      g.constant("MKLocalSearchCompleterResultType\(name)", Double(type.rawValue), .one, summary)
    }
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
