import Geo
import LuaBridge

extension MKMapView {
  static func bind(_ c: LuaBinder<MKMapView>) {
    c.summary(
      "A headless map view: visible region, annotations, overlays, delegate. Cannot be subclassed.")
    c.initializer(["frame"]) { [unowned machine = c.machine] (frame: FiniteRect?) in
      try make(RunningScript.current(machine), frame?.value)
    }
    bindRegion(c)
    bindConversions(c)
    bindAttributes(c)
    bindConfiguration(c)
    bindUser(c)
    bindAnnotations(c)
    bindOverlays(c)
  }

  /// Makes a map view on the script's device. Its userdata lives until the map view leaves the screen.
  private static func make(_ script: RunningScript, _ frame: CGRect?) throws -> MKMapView {
    guard script.device.maps.count < 1000 else {
      throw LuaMessage("1,000 map views are on the screen: remove some with removeFromSuperview()")
    }
    let map = MKMapView(frame: frame, device: script.device)
    script.environment.hold(map)
    map.onLeave = { [unowned map, unowned script] in script.environment.letGo(map) }
    return map
  }

  /// Bounds pending callbacks, which the host keeps outside of the script's own memory.
  static func requireRoom(_ map: MKMapView) throws {
    guard let device = map.device, device.waitingCount >= 100_000 else { return }
    throw LuaMessage("100,000 callbacks are pending: return from this one first")
  }

  private static func bindAttributes(_ c: LuaBinder<MKMapView>) {
    c.property(
      "mapType", .one, "The kind of map, an `MKMapType…`.", get: { $0.mapType }, set: { $0.mapType = $1 })
    let flags: [(String, ReferenceWritableKeyPath<MKMapView, Bool>, String)] = [
      ("zoomEnabled", \.zoomEnabled, "Whether the user can zoom."),
      ("scrollEnabled", \.scrollEnabled, "Whether the user can pan."),
      ("rotateEnabled", \.rotateEnabled, "Whether the user can rotate the map."),
      ("pitchEnabled", \.pitchEnabled, "Whether the user can tilt the map."),
      ("showsCompass", \.showsCompass, "Whether a rotated map shows a compass."),
      ("showsScale", \.showsScale, "Whether a scale bar is shown."),
      (
        "showsGraticule", \.showsGraticule,
        "Whether meridians and parallels are drawn. A geoscript extension."
      ),
      ("showsTraffic", \.showsTraffic, "Whether traffic is shown, if the map data includes it."),
      ("showsBuildings", \.showsBuildings, "Whether buildings are shown, if the map data includes them."),
      (
        "showsPointsOfInterest", \.showsPointsOfInterest,
        "Whether points of interest are shown, if the map data includes them."
      ),
      (
        "zoomSnapping", \.zoomSnapping,
        "Whether the map snaps to whole zoom levels, as by default. A geoscript extension."
      ),
    ]
    for (name, path, summary) in flags {
      c.property(name, .none, summary) {
        $0[keyPath: path]
      } set: { (me: MKMapView, value: Bool) in
        me[keyPath: path] = value
      }
    }
    c.property(
      "camera", .none,
      "A copy of the map's `MKMapCamera`; change it and assign it back."
    ) {
      $0.camera
    } set: { (me: MKMapView, value: MKMapCamera) in
      try me.move(from: value, animated: false)
    }
    c.method("setCamera", ["camera", "animated"], "Sets center, heading and altitude from a camera.") {
      (me: MKMapView, camera: MKMapCamera, animated: Bool?) in
      try me.move(from: camera, animated: animated ?? false)
    }
    c.alias("setCamera_animated", of: "setCamera")
  }

  private func move(from camera: MKMapCamera, animated: Bool) throws {
    guard camera.isUsable else {
      throw LuaMismatch("camera with a valid center and a distance of 0 or more expected")
    }
    try MKMapView.requireRoom(self)
    setCamera(camera, animated: animated)
  }
}
