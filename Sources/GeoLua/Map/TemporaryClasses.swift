// Until the classes have bindings of their own.
public import Geo
public import LuaBridge

extension UIView: LuaObject {}
extension MKOverlayRenderer: LuaObject {}
extension MKClusterAnnotation: LuaObject {}

enum TemporaryClasses {
  static func declare(_ machine: LuaMachine) {
    machine.add(UIView.self, name: "UIView") { $0.summary("A view.") }
    machine.add(UIControl.self, name: "UIControl", base: UIView.self) { $0.summary("A control.") }
    machine.add(MKAnnotationView.self, name: "MKAnnotationView", base: UIView.self) {
      $0.summary("A view.")
      $0.initializer { MKAnnotationView(annotation: nil, reuseIdentifier: nil) }
    }
    machine.add(MKMapView.self, name: "MKMapView", base: UIView.self) { c in
      c.summary("A map.")
      c.initializer { [unowned machine = c.machine] in
        MKMapView(device: try RunningScript.current(machine).device)
      }
      MKMapView.bindUser(c)
      c.property("region", .none, "The area that is seen.") {
        $0.region
      } set: {
        $0.region = $1
      }
      c.property("centerCoordinate", .none, "The middle.") {
        $0.centerCoordinate
      } set: {
        $0.centerCoordinate = $1
      }
      c.method("setRegion", ["region", "animated"], "Shows a region.") {
        (me: MKMapView, region: MKCoordinateRegion, animated: Bool) in me.setRegion(region, animated: animated)
      }
    }
    machine.add(MKOverlayRenderer.self, name: "MKOverlayRenderer") { $0.summary("A renderer.") }
    machine.add(MKClusterAnnotation.self, name: "MKClusterAnnotation") { $0.summary("A cluster.") }
  }
}
