import Geo
import LuaBridge

extension MKMapView {
  /// The map's annotations.
  static func bindAnnotations(_ c: LuaBinder<MKMapView>) {}
}
