import Geo
import LuaBridge

/// Any annotation as a Lua value: a host object, or a script's table with a `coordinate`.
typealias AnnotationValue = LuaConforming<AnnotationProtocol>

enum AnnotationProtocol: LuaProtocol {
  typealias StandIn = ScriptedAnnotation

  static func conforming(_ object: AnyObject) -> (any MKAnnotation)? { object as? any MKAnnotation }
}
