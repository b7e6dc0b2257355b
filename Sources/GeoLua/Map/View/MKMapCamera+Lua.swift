public import Geo
public import LuaBridge

extension MKMapCamera: LuaObject {
  static func bind(_ c: LuaBinder<MKMapCamera>) {
    c.summary("The viewpoint of a map. Changes take effect when assigned to `map.camera`.")
    c.initializer(["center", "distance", "pitch", "heading"]) {
      (center: CLLocationCoordinate2D?, distance: Number?, pitch: Number?, heading: Number?) in
      MKMapCamera(
        centerCoordinate: center ?? CLLocationCoordinate2D(latitude: 0, longitude: 0),
        centerCoordinateDistance: distance?.value ?? 0, pitch: pitch?.value ?? 0, heading: heading?.value ?? 0
      )
    }
    c.property(
      "centerCoordinate", .none, "The center of the map.", get: { $0.centerCoordinate },
      set: { $0.centerCoordinate = $1 })
    c.property("centerCoordinateDistance", .meters, "The distance from the eye to the center.") {
      Number($0.centerCoordinateDistance)
    } set: {
      $0.centerCoordinateDistance = $1.value
    }
    c.property("altitude", .meters, "The height of the eye above the ground.") {
      Number($0.altitude)
    } set: {
      $0.altitude = $1.value
    }
    c.property("heading", .degrees, "The direction at the top of the map, clockwise from north.") {
      Number($0.heading)
    } set: {
      $0.heading = $1.value
    }
    c.property(
      "pitch", .degrees,
      "The angle between the line of sight and straight down. It is stored, but the map is always drawn from "
        + "above."
    ) {
      Number($0.pitch)
    } set: {
      $0.pitch = $1.value
    }
    c.classMethod("camera", .none, "Returns a new camera at (0, 0).") { MKMapCamera() }
    c.classMethod(
      "cameraLookingAtCenterCoordinate_fromDistance_pitch_heading",
      ["center", "distance", "pitch", "heading"],
      .none, "Returns a camera at a distance in meters, with pitch and heading in degrees."
    ) { (center: CLLocationCoordinate2D, distance: Number, pitch: Number, heading: Number) in
      MKMapCamera(
        centerCoordinate: center, centerCoordinateDistance: distance.value, pitch: pitch.value,
        heading: heading.value)
    }
    c.classMethod(
      "cameraLookingAtCenterCoordinate_fromEyeCoordinate_eyeAltitude", ["center", "eye", "altitude"], .none,
      "Returns a camera that looks at `center` from `altitude` meters above `eye`."
    ) { (center: CLLocationCoordinate2D, eye: CLLocationCoordinate2D, altitude: Number) in
      MKMapCamera(lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude.value)
    }
  }
}
