public import Geo
public import LuaBridge

extension MKMapSnapshotOptions: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshotOptions>) {
    c.summary("The area and size of a snapshot. A snapshotter copies its options when it is made.")
    c.initializer { MKMapSnapshotOptions() }
    c.property(
      "region", .none,
      "The area to be shown, as large as it fits. Of this, `mapRect` and `camera` the one assigned last counts."
    ) {
      $0.region
    } set: { (me: MKMapSnapshotOptions, value: MKCoordinateRegion) in
      try MKMapView.require(value)
      me.region = value
    }
    c.property("mapRect", .none, "The area to be shown, in map points.") {
      $0.mapRect
    } set: { (me: MKMapSnapshotOptions, value: MKMapRect) in
      try MKMapView.require(value)
      me.mapRect = value
    }
    c.property("camera", .none, "A copy of the map's `MKMapCamera`.") {
      $0.camera
    } set: { (me: MKMapSnapshotOptions, value: MKMapCamera) in
      guard value.isUsable else {
        throw LuaMismatch("a camera with a place for its centre and a distance of 0 or more expected")
      }
      me.camera = value
    }
    c.property("size", .none, "The size of the image in points, 256 by 256 at first.", \.size)
    c.property("scale", .one, "Pixels to a point, from 1 to 3.") {
      $0.scale
    } set: { (me: MKMapSnapshotOptions, value: Double) in
      guard MKMapSnapshotOptions.scales.contains(value) else {
        throw LuaMismatch("a number from 1 to 3 expected, got \(value)")
      }
      me.scale = value
    }
    c.property("mapType", .one, "What kind of map is shown, an `MKMapType…`.", \.mapType)
    c.property(
      "showsPointsOfInterest", .none, "Whether places of interest are shown, where the map's data has them.",
      \.showsPointsOfInterest)
    c.property(
      "showsBuildings", .none, "Whether buildings are shown, where the map's data has them.", \.showsBuildings
    )
    c.property(
      "mapView", .none,
      "The map on the screen whose overlays and annotations are drawn as well; nil for none. Ours.", \.mapView
    )
  }
}
