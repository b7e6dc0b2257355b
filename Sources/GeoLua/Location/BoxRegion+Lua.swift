import Geo
import LuaBridge

extension BoxRegion {
  static func bind(_ c: LuaBinder<BoxRegion>) {
    c.summary("All places between two parallels and two meridians, that a device can enter and leave.")
    c.initializer(["southWest", "northEast", "identifier"]) {
      (southWest: CLLocationCoordinate2D, northEast: CLLocationCoordinate2D, identifier: String) in
      try RegionFlaw.named("BoxRegion", identifier) { () throws(ShapeFlaw) in
        BoxRegion(try BoxShape(southWest: southWest, northEast: northEast), identifier: identifier)
      }
    }
    c.property(
      "southWest", .none, "Its corner in the south-west; east of the other, the box goes across 180°."
    ) {
      $0.box.southWest
    }
    c.property("northEast", .none, "Its corner in the north-east.") { $0.box.northEast }
  }
}
