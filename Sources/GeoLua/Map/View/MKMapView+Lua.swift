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
    bindUser(c)
    bindAnnotations(c)
    bindOverlays(c)
  }

  /// Makes a map on the script's device; its userdata lives until the map leaves the screen.
  private static func make(_ script: RunningScript, _ frame: CGRect?) throws -> MKMapView {
    guard script.device.maps.count < 1000 else {
      throw LuaMessage("1,000 maps are on the screen already: take some off with removeFromSuperview()")
    }
    let map = MKMapView(frame: frame, device: script.device)
    script.environment.hold(map)
    map.onLeave = { [unowned map, unowned script] in script.environment.letGo(map) }
    return map
  }

  /// The host keeps what a delegate is still to be told outside of the copy's memory: there is an end.
  static func requireRoom(_ map: MKMapView) throws {
    guard let device = map.device, device.waitingCount >= 100_000 else { return }
    throw LuaMessage("100,000 callbacks wait already: let this one end first")
  }

  private static func bindAttributes(_ c: LuaBinder<MKMapView>) {
    c.property("mapType", .one, "What kind of map is shown, an `MKMapType…`.", \.mapType)
    let flags: [(String, ReferenceWritableKeyPath<MKMapView, Bool>, String)] = [
      ("zoomEnabled", \.zoomEnabled, "Whether the user's hand may zoom."),
      ("scrollEnabled", \.scrollEnabled, "Whether the user's hand may pan."),
      ("rotateEnabled", \.rotateEnabled, "Whether the user's hand may turn the map."),
      ("pitchEnabled", \.pitchEnabled, "Whether the user's hand may tilt the map."),
      ("showsCompass", \.showsCompass, "Whether a turned map shows where north is."),
      ("showsScale", \.showsScale, "Whether a scale bar is shown."),
      ("showsGraticule", \.showsGraticule, "Whether meridians and parallels are drawn. Ours."),
      ("showsTraffic", \.showsTraffic, "Whether traffic is shown, where the map's data has it."),
      ("showsBuildings", \.showsBuildings, "Whether buildings are shown, where the map's data has them."),
      (
        "showsPointsOfInterest", \.showsPointsOfInterest,
        "Whether places of interest are shown, where the map's data has them."
      ),
      ("zoomSnapping", \.zoomSnapping, "Whether only whole zoom levels are shown, as is usual. Ours."),
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
      "A copy of the `MKMapCamera` that the map is seen from; assign it back to turn the map."
    ) {
      $0.camera
    } set: { (me: MKMapView, value: MKMapCamera) in
      try me.move(from: value, animated: false)
    }
    c.method("setCamera", ["camera", "animated"], "Looks from a camera: centre, heading and height.") {
      (me: MKMapView, camera: MKMapCamera, animated: Bool?) in
      try me.move(from: camera, animated: animated ?? false)
    }
    c.alias("setCamera_animated", of: "setCamera")
  }

  private func move(from camera: MKMapCamera, animated: Bool) throws {
    guard camera.isUsable else {
      throw LuaMismatch("a camera with a place for its centre and a distance of 0 or more expected")
    }
    try MKMapView.requireRoom(self)
    setCamera(camera, animated: animated)
  }
}
