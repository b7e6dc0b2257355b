import Geo
import LuaBridge

extension MKMapView {
  /// The map's overlays.
  static func bindOverlays(_ c: LuaBinder<MKMapView>) {}
}
