import Geo
import LuaBridge

/// Any annotation on its way into Lua or out of it: a host object, or a table of the script's with a `coordinate`.
typealias AnnotationValue = LuaConforming<AnnotationProtocol>

enum AnnotationProtocol: LuaProtocol {
  typealias StandIn = ScriptedAnnotation

  static func conforming(_ object: AnyObject) -> (any MKAnnotation)? { object as? any MKAnnotation }
}
