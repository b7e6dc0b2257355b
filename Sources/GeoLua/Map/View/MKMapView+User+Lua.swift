import Geo
import LuaBridge

extension MKMapView {
  /// The delegate, and where the user is.
  static func bindUser(_ c: LuaBinder<MKMapView>) {
    let names = MapViewNames(c.machine)
    c.delegate("delegate", protocol: "MKMapViewDelegate", "The table of functions that get events.") {
      [unowned machine = c.machine] map, table in
      let delegate = try table.map {
        ScriptedMapDelegate($0, names: names, script: try RunningScript.current(machine))
      }
      // The map's own reference to its delegate is weak.
      map.attachment = delegate
      map.delegate = delegate
    }
    c.property(
      "showsUserLocation", .none,
      "Whether the map looks for the user, which may ask for permission, and shows where that is."
    ) {
      $0.showsUserLocation
    } set: { (me: MKMapView, value: Bool) in
      try requireRoom(me)
      me.showsUserLocation = value
    }
    c.property("userLocation", .none, "Where the user is; always there, while its `location` may be nil.") {
      $0.userLocation
    }
    c.property("userLocationVisible", .none, "Whether the user, as well as known, is within the view.") {
      $0.userLocationVisible
    }
    c.property("userTrackingMode", .one, "How the map follows the user, an `MKUserTrackingMode…`.") {
      $0.userTrackingMode.rawValue
    } set: { (me: MKMapView, mode: Int) in
      try requireRoom(me)
      me.userTrackingMode = try trackingMode(mode)
    }
    c.method(
      "setUserTrackingMode", ["mode", "animated"],
      "Begins or ends to follow the user; each fix then moves the middle back, whatever a script sets meanwhile."
    ) { (me: MKMapView, mode: Int, animated: Bool?) in
      try requireRoom(me)
      me.setUserTrackingMode(try trackingMode(mode), animated: animated ?? false)
    }
    c.alias("setUserTrackingMode_animated", of: "setUserTrackingMode")
  }

  private static func trackingMode(_ number: Int) throws -> MKUserTrackingMode {
    guard let mode = MKUserTrackingMode(rawValue: number) else {
      throw LuaMismatch("\(number) is no MKUserTrackingMode")
    }
    return mode
  }
}
