public import Geo
public import LuaBridge

extension MKMapView {
  /// The delegate, and where the user is.
  static func bindUser(_ c: LuaBinder<MKMapView>) {
    let names = MapViewNames(c.machine)
    c.delegate("delegate", protocol: "MKMapViewDelegate", "The table of functions that is told of events.") {
      [unowned machine = c.machine] map, table in
      let delegate = try table.map {
        ScriptedMapDelegate($0, names: names, script: try RunningScript.current(machine))
      }
      // The map's own reference to its delegate is weak.
      map.attachment = delegate
      map.delegate = delegate
    }
  }
}
