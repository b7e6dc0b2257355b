public import Geo
public import LuaBridge

extension MKMapCamera: LuaObject {
  static func bind(_ c: LuaBinder<MKMapCamera>) {
    c.summary("The viewpoint of a map. Changes take effect when assigned to `map.camera`.")
    c.initializer { MKMapCamera() }
    c.property("centerCoordinate", .none, "The center of the map.", \.centerCoordinate)
    c.property("centerCoordinateDistance", .meters, "The way from the eye to the centre.") {
      Number($0.centerCoordinateDistance)
    } set: {
      $0.centerCoordinateDistance = $1.value
    }
    c.property("altitude", .meters, "How high above the ground the eye is.") {
      Number($0.altitude)
    } set: {
      $0.altitude = $1.value
    }
    c.property("heading", .degrees, "The direction that is up, clockwise from north.") {
      Number($0.heading)
    } set: {
      $0.heading = $1.value
    }
    c.property(
      "pitch", .degrees,
      "The angle between the line of sight and straight down; kept, but the map is drawn from above all the same."
    ) {
      Number($0.pitch)
    } set: {
      $0.pitch = $1.value
    }
    c.classMethod("camera", .none, "Returns a camera at (0, 0) to be filled in.") { MKMapCamera() }
    c.classMethod(
      "cameraLookingAtCenterCoordinate_fromDistance_pitch_heading",
      ["center", "distance", "pitch", "heading"],
      .none, "Returns a camera at a distance in metres, tilted and turned by degrees."
    ) { (center: CLLocationCoordinate2D, distance: Number, pitch: Number, heading: Number) in
      MKMapCamera(
        centerCoordinate: center, centerCoordinateDistance: distance.value, pitch: pitch.value,
        heading: heading.value)
    }
    c.classMethod(
      "cameraLookingAtCenterCoordinate_fromEyeCoordinate_eyeAltitude", ["center", "eye", "altitude"], .none,
      "Returns a camera that looks at the centre from metres above another place."
    ) { (center: CLLocationCoordinate2D, eye: CLLocationCoordinate2D, altitude: Number) in
      MKMapCamera(lookingAtCenter: center, fromEyeCoordinate: eye, eyeAltitude: altitude.value)
    }
  }
}
