import Geo
import LuaBridge

extension MKMapView {
  /// The map's user location and tracking.
  static func bindUser(_ c: LuaBinder<MKMapView>) {}
}
