public import Geo
public import LuaBridge

extension MKDirections.Request: LuaObject {
  public static var luaType: String { "MKDirectionsRequest" }

  static func bind(_ c: LuaBinder<MKDirections.Request>) {
    c.summary("The ends of a way and what travels; also `MKDirections.Request`.")
    c.initializer { MKDirections.Request() }
    c.property(
      "source", .none, "The beginning of the way.", get: { $0.source }, set: { $0.source = $1 })
    c.property(
      "destination", .none, "The end of the way.", get: { $0.destination }, set: { $0.destination = $1 })
    c.property(
      "transportType", .one, "What travels, an `MKDirectionsTransportType…`; any is by car.",
      get: { $0.transportType }, set: { $0.transportType = $1 })
    c.property(
      "requestsAlternateRoutes", .none, "Whether more than one way is wanted.",
      get: { $0.requestsAlternateRoutes }, set: { $0.requestsAlternateRoutes = $1 })
    c.property(
      "departureDate", .none, "When the travel begins; nil for now.", get: { $0.departureDate },
      set: { $0.departureDate = $1 })
    c.property(
      "arrivalDate", .none, "When the travel should end; nil if it begins at `departureDate`.",
      get: { $0.arrivalDate }, set: { $0.arrivalDate = $1 })
  }
}

extension MKDirections: LuaObject {
  static func bind(_ c: LuaBinder<MKDirections>) {
    c.summary("Asks for ways between two places: a router of --router, or else an estimate that says so.")
    c.initializer(["request"]) { [unowned machine = c.machine] (request: MKDirections.Request) in
      try MKDirections(request: request, device: RunningScript.current(machine).device)
    }
    c.property("isCalculating", .none, "Whether it is asking.") { $0.isCalculating }
    c.property("calculating", .none, "The Objective-C name of `isCalculating`.") { $0.isCalculating }
    c.method(
      "calculateDirectionsWithCompletionHandler", ["handler"], awaiting: "MKDirectionsResponse?, NSError?",
      "Asks for the ways; `handler(response, error)` is called once with one of them, later at the same device time. A "
        + "task may leave the handler out and wait."
    ) { [unowned machine = c.machine] (me: MKDirections, handler: LuaFunction?, caller: LuaCaller) in
      try MapSearches.request("MKDirections", handler, caller, RunningScript.current(machine)) {
        try me.calculate(completionHandler: $0)
      }
    }
    c.alias("calculate", of: "calculateDirectionsWithCompletionHandler")
    c.method(
      "calculateETAWithCompletionHandler", ["handler"], awaiting: "MKETAResponse?, NSError?",
      "Asks for the time that the best way takes, as `calculateDirectionsWithCompletionHandler` does for the ways."
    ) { [unowned machine = c.machine] (me: MKDirections, handler: LuaFunction?, caller: LuaCaller) in
      try MapSearches.request("MKDirections", handler, caller, RunningScript.current(machine)) {
        try me.calculateETA(completionHandler: $0)
      }
    }
    c.alias("calculateETA", of: "calculateETAWithCompletionHandler")
    c.method("cancel", "Cancels the request: the handler gets an error.") { $0.cancel() }
    c.nested("Request", MKDirections.Request.self, "The ends of a way and what travels.")
  }
}

extension MKDirections.Response: LuaObject {
  public static var luaType: String { "MKDirectionsResponse" }

  static func bind(_ c: LuaBinder<MKDirections.Response>) {
    c.summary("The ways between two places.")
    c.property("source", .none, "The beginning.") { $0.source }
    c.property("destination", .none, "The end.") { $0.destination }
    c.property("routes", .none, "The ways, the best first.") { $0.routes }
  }
}

extension MKDirections.ETAResponse: LuaObject {
  public static var luaType: String { "MKETAResponse" }

  static func bind(_ c: LuaBinder<MKDirections.ETAResponse>) {
    c.summary("The time that the best way between two places takes.")
    c.property("source", .none, "The beginning.") { $0.source }
    c.property("destination", .none, "The end.") { $0.destination }
    c.property("expectedTravelTime", .seconds, "How long it takes.") { $0.expectedTravelTime }
    c.property("distance", .meters, "The length of the way.") { $0.distance }
    c.property("expectedDepartureDate", .none, "When the travel begins.") { $0.expectedDepartureDate }
    c.property("expectedArrivalDate", .none, "When the travel ends.") { $0.expectedArrivalDate }
    c.property("transportType", .one, "What travels, an `MKDirectionsTransportType…`.") {
      $0.transportType.rawValue
    }
    c.property("isEstimate", .none, "Whether no router was asked. A geoscript extension.") { $0.isEstimate }
  }
}

extension MKRoute: LuaObject {
  static func bind(_ c: LuaBinder<MKRoute>) {
    c.summary("A way between two places.")
    c.property("name", .none, "The streets that it takes, in short.") { $0.name }
    c.property("distance", .meters, "Its length.") { $0.distance }
    c.property("expectedTravelTime", .seconds, "How long it takes.") { $0.expectedTravelTime }
    c.property("transportType", .one, "What travels, an `MKDirectionsTransportType…`.") {
      $0.transportType.rawValue
    }
    c.property("polyline", .none, "Its line, for a map.") { $0.polyline }
    c.property("steps", .none, "Its instructions.") { $0.steps }
    c.property("advisoryNotices", .none, "What the traveler should know.") { $0.advisoryNotices }
    c.property("isEstimate", .none, "Whether no router was asked. A geoscript extension.") { $0.isEstimate }
  }
}

extension MKRoute.Step: LuaObject {
  public static var luaType: String { "MKRouteStep" }

  static func bind(_ c: LuaBinder<MKRoute.Step>) {
    c.summary("One instruction of a way, and the part to the next.")
    c.property("instructions", .none, "What to do.") { $0.instructions }
    c.property("distance", .meters, "The length of the part.") { $0.distance }
    c.property("polyline", .none, "The line of the part.") { $0.polyline }
    c.property("transportType", .one, "What travels, an `MKDirectionsTransportType…`.") {
      $0.transportType.rawValue
    }
  }
}
