// Until the classes have bindings of their own.
public import Geo
public import LuaBridge

extension MKOverlayRenderer: LuaObject {}
extension MKClusterAnnotation: LuaObject {}

enum TemporaryClasses {
  static func declare(_ machine: LuaMachine) {
    machine.add(MKAnnotationView.self, name: "MKAnnotationView", base: UIView.self) {
      $0.summary("A view.")
      $0.initializer { MKAnnotationView(annotation: nil, reuseIdentifier: nil) }
    }
    machine.add(MKOverlayRenderer.self, name: "MKOverlayRenderer") { $0.summary("A renderer.") }
    machine.add(MKClusterAnnotation.self, name: "MKClusterAnnotation") { $0.summary("A cluster.") }
  }
}
