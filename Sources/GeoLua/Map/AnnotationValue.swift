import Geo
import LuaBridge

/// Any annotation on its way into Lua or out of it.
struct AnnotationValue: LuaValue {
  static var luaType: String { "MKAnnotation" }
  let annotation: any MKAnnotation

  init(_ annotation: any MKAnnotation) { self.annotation = annotation }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> AnnotationValue {
    AnnotationValue(try MKUserLocation.read(stack, index))
  }

  func push(_ stack: LuaStack) { (annotation as? any LuaObject)?.push(stack) }
}
