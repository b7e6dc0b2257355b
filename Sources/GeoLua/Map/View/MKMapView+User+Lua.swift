import Geo
import LuaBridge

extension MKMapView {
  /// The delegate and the user's location.
  static func bindUser(_ c: LuaBinder<MKMapView>) {
    let names = MapViewNames(c.machine)
    c.delegate("delegate", protocol: "MKMapViewDelegate", "The table of functions that receives events.") {
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
      "Whether the map locates the user and shows the location; may ask for permission."
    ) {
      $0.showsUserLocation
    } set: { (me: MKMapView, value: Bool) in
      try requireRoom(me)
      me.showsUserLocation = value
    }
    c.property(
      "userLocation", .none, "The annotation of the user's location; never nil, but its `location` may be."
    ) {
      $0.userLocation
    }
    c.property("userLocationVisible", .none, "Whether the user's location, within its accuracy, is visible.")
    {
      $0.userLocationVisible
    }
    c.property("userTrackingMode", .one, "The tracking mode, an `MKUserTrackingMode…`.") {
      $0.userTrackingMode.rawValue
    } set: { (me: MKMapView, mode: Int) in
      try requireRoom(me)
      me.userTrackingMode = try trackingMode(mode)
    }
    c.method(
      "setUserTrackingMode", ["mode", "animated"],
      "Starts or stops following the user. While following, each fix recenters the map, whatever the script "
        + "sets."
    ) { (me: MKMapView, mode: Int, animated: Bool?) in
      try requireRoom(me)
      me.setUserTrackingMode(try trackingMode(mode), animated: animated ?? false)
    }
    c.alias("setUserTrackingMode_animated", of: "setUserTrackingMode")
  }

  private static func trackingMode(_ number: Int) throws -> MKUserTrackingMode {
    guard let mode = MKUserTrackingMode(rawValue: number) else {
      throw LuaMismatch("MKUserTrackingMode… expected, got \(number)")
    }
    return mode
  }
}
