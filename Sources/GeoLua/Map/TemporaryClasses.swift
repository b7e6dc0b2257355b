// Until the classes have bindings of their own.
public import Geo
public import LuaBridge

extension MKOverlayRenderer: LuaObject {}

enum TemporaryClasses {
  static func declare(_ machine: LuaMachine) {
    machine.add(MKOverlayRenderer.self, name: "MKOverlayRenderer") { $0.summary("A renderer.") }
  }
}
