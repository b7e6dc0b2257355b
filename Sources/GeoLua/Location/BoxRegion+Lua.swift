import Geo
import LuaBridge

extension BoxRegion {
  static func bind(_ c: LuaBinder<BoxRegion>) {
    c.summary("A region between two parallels and two meridians.")
    c.initializer(["southWest", "northEast", "identifier"]) {
      (southWest: CLLocationCoordinate2D, northEast: CLLocationCoordinate2D, identifier: String) in
      try RegionFlaw.named("BoxRegion", identifier) { () throws(ShapeFlaw) in
        BoxRegion(try BoxShape(southWest: southWest, northEast: northEast), identifier: identifier)
      }
    }
    c.property(
      "southWest", .none, "The southwest corner. If it lies east of the other corner, the box crosses 180°."
    ) {
      $0.box.southWest
    }
    c.property("northEast", .none, "The northeast corner.") { $0.box.northEast }
  }
}
