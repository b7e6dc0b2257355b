public import Geo
public import LuaBridge

extension MKMapSnapshotOptions: LuaObject {
  static func bind(_ c: LuaBinder<MKMapSnapshotOptions>) {
    c.summary("The area and size of a snapshot. A snapshotter copies its options when it is created.")
    c.initializer { MKMapSnapshotOptions() }
    c.property(
      "region", .none,
      "The area to show, as large as it fits. Of `region`, `mapRect` and `camera`, the one assigned last "
        + "counts."
    ) {
      $0.region
    } set: { (me: MKMapSnapshotOptions, value: MKCoordinateRegion) in
      try MKMapView.require(value)
      me.region = value
    }
    c.property("mapRect", .none, "The area to show, in map points.") {
      $0.mapRect
    } set: { (me: MKMapSnapshotOptions, value: MKMapRect) in
      try MKMapView.require(value)
      me.mapRect = value
    }
    c.property("camera", .none, "A copy of the map's `MKMapCamera`.") {
      $0.camera
    } set: { (me: MKMapSnapshotOptions, value: MKMapCamera) in
      guard value.isUsable else {
        throw LuaMismatch("camera with a valid center and a distance of 0 or more expected")
      }
      me.camera = value
    }
    c.property(
      "size", .none, "The size of the image in points; 256 by 256 by default.", get: { $0.size },
      set: { $0.size = $1 })
    c.property("scale", .one, "The number of pixels per point, from 1 to 3.") {
      $0.scale
    } set: { (me: MKMapSnapshotOptions, value: Double) in
      guard MKMapSnapshotOptions.scales.contains(value) else {
        throw LuaMismatch("number from 1 to 3 expected, got \(value)")
      }
      me.scale = value
    }
    c.property(
      "mapType", .one, "The kind of map, an `MKMapType…`.", get: { $0.mapType }, set: { $0.mapType = $1 })
    c.property(
      "showsPointsOfInterest", .none, "Whether points of interest are shown, if the map data includes them.",
      get: { $0.showsPointsOfInterest }, set: { $0.showsPointsOfInterest = $1 })
    c.property(
      "pointOfInterestFilter", .none,
      "Which points of interest the snapshot shows; nil for all. It is stored: snapshots draw none.",
      get: { $0.pointOfInterestFilter }, set: { $0.pointOfInterestFilter = $1 })
    c.property(
      "showsBuildings", .none, "Whether buildings are shown, if the map data includes them.",
      get: { $0.showsBuildings }, set: { $0.showsBuildings = $1 }
    )
    c.property(
      "mapView", .none,
      "A map view whose overlays and annotations are drawn too; nil for none. A geoscript extension.",
      get: { $0.mapView }, set: { $0.mapView = $1 }
    )
  }
}
