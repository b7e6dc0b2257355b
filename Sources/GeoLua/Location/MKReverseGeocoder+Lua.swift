public import Geo
public import LuaBridge

extension MKReverseGeocoder: LuaObject {
  static func bind(_ c: LuaBinder<MKReverseGeocoder>) {
    c.summary(
      "Converts one coordinate to an address and calls its delegate. The predecessor of `CLGeocoder`.")
    c.initializer(["coordinate"]) { [unowned machine = c.machine] (coordinate: CLLocationCoordinate2D) in
      make(coordinate, try RunningScript.current(machine))
    }
    let names = ReverseGeocoderNames(c.machine)
    c.delegate(
      "delegate", protocol: "MKReverseGeocoderDelegate",
      "The delegate: a table of functions that receives the result."
    ) {
      [unowned machine = c.machine] geocoder, table in
      let delegate = try table.map {
        ScriptedReverseGeocoderDelegate($0, names: names, script: try RunningScript.current(machine))
      }
      // The geocoder's own reference to its delegate is weak.
      geocoder.attachment = delegate
      geocoder.delegate = delegate
    }
    c.property("coordinate", .none, "The coordinate to look up.") { $0.coordinate }
    c.property(
      "placemark", .none,
      "The result; nil until found. Its `coordinate` is exactly that of the request."
    ) {
      $0.placemark
    }
    c.property("isQuerying", .none, "Whether a request is in progress.") {
      $0.isQuerying
    }
    c.property("querying", .none, "The Objective-C name of `isQuerying`.") { $0.isQuerying }
    c.method(
      "start",
      "Starts the request; the delegate gets one call, later at the same device time. A second start is an "
        + "error."
    ) {
      [unowned machine = c.machine] (me: MKReverseGeocoder) in
      try me.start(keeping: RunningScript.current(machine).chargeHost(600))
    }
    c.method("cancel", "Cancels the request; the delegate gets no call.") { $0.cancel() }
  }

  /// Makes a geocoder on the script's device. Its userdata keeps the delegate, and lives at least until the
  /// result.
  private static func make(_ coordinate: CLLocationCoordinate2D, _ script: RunningScript) -> MKReverseGeocoder
  {
    let geocoder = MKReverseGeocoder(coordinate: coordinate, device: script.device)
    geocoder.onHoldChange = { [unowned geocoder, unowned script] isHeld in
      if isHeld { script.environment.hold(geocoder) } else { script.environment.letGo(geocoder) }
    }
    return geocoder
  }

  /// The functions that a reverse geocoder's delegate may implement.
  static let delegateRecord = LuaCatalog.Delegate(
    name: "MKReverseGeocoderDelegate", summary: "Functions that a reverse geocoder calls.",
    functions: [
      function(
        "didFindPlacemark", ("placemark", "MKPlacemark"), "The result.",
        "reverseGeocoder:didFindPlacemark:"),
      function(
        "didFailWithError", ("error", "NSError"),
        "No placemark was found (`MKErrorPlacemarkNotFound`), or the request failed.",
        "reverseGeocoder:didFailWithError:"),
    ])

  private static func function(
    _ name: String, _ parameter: (String, String), _ summary: String, _ selector: String
  ) -> LuaCatalog.DelegateFunction {
    let all = [
      LuaCatalog.Parameter("geocoder", "MKReverseGeocoder"), .init(parameter.0, parameter.1),
    ]
    return LuaCatalog.DelegateFunction(
      LuaCatalog.Function(name, all, summary: summary), selector: selector)
  }
}

/// The names of the delegate's functions, kept ready in one machine.
struct ReverseGeocoderNames {
  let didFindPlacemark: LuaName
  let didFailWithError: LuaName

  init(_ machine: LuaMachine) {
    didFindPlacemark = machine.name("didFindPlacemark")
    didFailWithError = machine.name("didFailWithError")
  }
}

/// Forwards a reverse geocoder's callbacks to the script's delegate table.
///
/// Owned by its geocoder as attachment.
final class ScriptedReverseGeocoderDelegate: MKReverseGeocoderDelegate {
  private let table: LuaDelegate
  private let names: ReverseGeocoderNames
  private unowned let script: RunningScript

  init(_ table: LuaDelegate, names: ReverseGeocoderNames, script: RunningScript) {
    self.table = table
    self.names = names
    self.script = script
  }

  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFind placemark: MKPlacemark) throws {
    let function = names.didFindPlacemark
    _ = try script.recordCall(
      if: { table.implements(function) ?? true },
      { .call(name: "didFindPlacemark", fields: geocoder.fields + placemark.address.fields) }
    ) { try table.call(function, geocoder, placemark) }
  }

  func reverseGeocoder(_ geocoder: MKReverseGeocoder, didFailWithError error: NSError) throws {
    let function = names.didFailWithError
    _ = try script.recordCall(
      if: { table.implements(function) ?? true },
      { .call(name: "didFailWithError", fields: geocoder.fields + error.fields) }
    ) {
      try table.call(function) { stack in
        geocoder.push(stack)
        error.push(stack)
        return 2
      }
    }
  }
}

extension MKReverseGeocoder {
  fileprivate var fields: [(name: String, value: JSONValue)] {
    [("latitude", .number(coordinate.latitude)), ("longitude", .number(coordinate.longitude))]
  }
}

extension PlacemarkAddress {
  /// The known address fields, named as the placemark's properties.
  fileprivate var fields: [(name: String, value: JSONValue)] {
    let parts: [(String, String?)] = [
      ("name", name), ("thoroughfare", thoroughfare), ("subThoroughfare", subThoroughfare),
      ("locality", locality), ("subLocality", subLocality), ("administrativeArea", administrativeArea),
      ("subAdministrativeArea", subAdministrativeArea), ("postalCode", postalCode),
      ("ISOcountryCode", ISOcountryCode), ("country", country), ("inlandWater", inlandWater),
      ("ocean", ocean),
    ]
    return parts.compactMap { name, text in text.map { (name, .string($0)) } }
  }
}
