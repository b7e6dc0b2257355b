public import Geo
public import LuaBridge

extension MKGeocodingRequest: LuaObject {
  static func bind(_ c: LuaBinder<MKGeocodingRequest>) {
    c.summary("Finds the places of an address: the successor of `CLGeocoder` in iOS 26.")
    c.initializer(["addressString"]) { [unowned machine = c.machine] (address: String) in
      let request = MKGeocodingRequest(
        addressString: address, device: try RunningScript.current(machine).device)
      try machine.charge(address, as: "addressString", to: &request.addressMemory)
      return request
    }
    c.property("addressString", .none, "The address.") { $0.addressString }
    c.property(
      "region", .none, "The area whose places come first; nil for none.", get: { $0.region },
      set: { $0.region = $1 })
    c.text(
      "preferredLocale", "The language of names, such as `ja`; nil for each place's own.",
      get: { $0.preferredLocale }, set: { $0.preferredLocale = $1 }, paidBy: \.memory)
    c.property("isLoading", .none, "Whether the request runs.") { $0.isLoading }
    c.property("loading", .none, "The Objective-C name of `isLoading`.") { $0.isLoading }
    c.property("isCancelled", .none, "Whether the request was canceled.") { $0.isCancelled }
    c.property("cancelled", .none, "The Objective-C name of `isCancelled`.") { $0.isCancelled }
    c.method(
      "getMapItemsWithCompletionHandler", ["handler"], awaiting: "MKMapItem[]?, NSError?",
      "Finds the places, the best first; `handler(mapItems, error)` is called once with one of them, later at the same "
        + "device time. A task may leave the handler out and wait."
    ) { [unowned machine = c.machine] (me: MKGeocodingRequest, handler: LuaFunction?, caller: LuaCaller) in
      try MapSearches.request("MKGeocodingRequest", handler, caller, RunningScript.current(machine)) {
        try me.getMapItems(completionHandler: $0)
      }
    }
    c.alias("getMapItems", of: "getMapItemsWithCompletionHandler")
    c.method("cancel", "Cancels the request: the handler gets an error.") { $0.cancel() }
  }
}

extension MKReverseGeocodingRequest: LuaObject {
  static func bind(_ c: LuaBinder<MKReverseGeocodingRequest>) {
    c.summary("Finds the address of a location: the successor of `CLGeocoder` in iOS 26.")
    c.initializer(["location"]) { [unowned machine = c.machine] (location: CLLocation) in
      MKReverseGeocodingRequest(location: location, device: try RunningScript.current(machine).device)
    }
    c.property("location", .none, "The location.") { $0.location }
    c.text(
      "preferredLocale", "The language of names, such as `ja`; nil for each place's own.",
      get: { $0.preferredLocale }, set: { $0.preferredLocale = $1 }, paidBy: \.memory)
    c.property("isLoading", .none, "Whether the request runs.") { $0.isLoading }
    c.property("loading", .none, "The Objective-C name of `isLoading`.") { $0.isLoading }
    c.property("isCancelled", .none, "Whether the request was canceled.") { $0.isCancelled }
    c.property("cancelled", .none, "The Objective-C name of `isCancelled`.") { $0.isCancelled }
    c.method(
      "getMapItemsWithCompletionHandler", ["handler"], awaiting: "MKMapItem[]?, NSError?",
      "Finds the address; `handler(mapItems, error)` is called once with one of them, later at the same device time. A "
        + "task may leave the handler out and wait."
    ) {
      [unowned machine = c.machine] (me: MKReverseGeocodingRequest, handler: LuaFunction?, caller: LuaCaller)
      in
      try MapSearches.request("MKReverseGeocodingRequest", handler, caller, RunningScript.current(machine)) {
        try me.getMapItems(completionHandler: $0)
      }
    }
    c.alias("getMapItems", of: "getMapItemsWithCompletionHandler")
    c.method("cancel", "Cancels the request: the handler gets an error.") { $0.cancel() }
  }
}
