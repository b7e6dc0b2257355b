import CLuaBridge

/// A protocol of Apple's, such as `MKAnnotation`: objects of some host classes serve, and any table with its fields.
///
/// ```swift
/// enum AnnotationProtocol: LuaProtocol {
///   typealias StandIn = ScriptedAnnotation
///   static func conforming(_ object: AnyObject) -> (any MKAnnotation)? { object as? any MKAnnotation }
/// }
/// typealias LuaAnnotation = LuaConforming<AnnotationProtocol>
///
/// c.method("addAnnotation", ["annotation"], "Adds it.") { (me: MKMapView, annotation: LuaAnnotation) in
///   me.addAnnotation(annotation.object)
/// }
/// c.property("annotation", .none, "What it shows.") { (me: MKAnnotationView) in me.annotation.map(LuaAnnotation.init) }
/// ```
public protocol LuaProtocol {
  /// The protocol's existential: `any MKAnnotation`.
  associatedtype Object
  /// The Swift class for a script's table; it conforms to the protocol.
  associatedtype StandIn: LuaStandIn
  static func conforming(_ object: AnyObject) -> Object?
}

/// A value that conforms to a protocol, read from a script or pushed to it; a table comes back as the same
/// table.
public struct LuaConforming<Conformance: LuaProtocol>: LuaValue {
  public static var luaType: String { Conformance.StandIn.luaName }
  public let object: Conformance.Object

  public init(_ object: Conformance.Object) { self.object = object }

  public static func read(_ stack: LuaStack, _ index: Int32) throws -> LuaConforming {
    if let object = LuaMachine.object(stack, index), let served = Conformance.conforming(object) {
      return LuaConforming(served)
    }
    let standIn = try LuaMachine.of(stack).standIn(stack, index, as: Conformance.StandIn.self)
    guard let served = Conformance.conforming(standIn) else {
      throw LuaMismatch(expected: luaType, stack, index)
    }
    return LuaConforming(served)
  }

  public func push(_ stack: LuaStack) {
    let object = object as AnyObject
    if let standIn = object as? LuaStandIn {
      standIn.push(stack)
    } else if let object = object as? any LuaObject {
      object.push(stack)
    } else {
      lb_pushnil(stack)
    }
  }
}
