public import Geo
public import LuaBridge

/// Overridable methods of the classes that scripts may subclass, in slot order.
extension Overridable {
  static let responderNames = names(.touchesBegan ... .touchesCancelled)
  static let viewNames = names(.touchesBegan ... .drawRect)
  static let annotationViewNames = names(.touchesBegan ... .setDragState)
  static let controllerNames = responderNames + names(.viewDidLoad ... .loadView)
  static let rendererNames = names(.canDrawMapRect ... .drawMapRect)
  static let pathRendererNames = names(.canDrawMapRect ... .fillPath)

  private static func names(_ methods: ClosedRange<Overridable>) -> [String] {
    allCases.filter(methods.contains).map { "\($0)" }
  }

  /// The method's slot in its class.
  fileprivate var slot: Int32 {
    switch self {
    case ...(.setDragState): rawValue
    case .viewDidLoad, .loadView:
      rawValue - Overridable.viewDidLoad.rawValue + Int32(Overridable.responderNames.count)
    default: rawValue - Overridable.canDrawMapRect.rawValue
    }
  }
}

extension Overridable: Comparable {
  package static func < (one: Overridable, other: Overridable) -> Bool { one.rawValue < other.rawValue }
}

extension OverrideArgument {
  fileprivate func push(_ stack: LuaStack) {
    switch self {
    case .touches(let touches): touches.push(stack)
    case .event(let event): event.push(stack)
    case .point(let point): point.push(stack)
    case .rect(let rect): rect.push(stack)
    case .mapRect(let rect): rect.push(stack)
    case .scale(let scale): scale.push(stack)
    case .path(let path): path.push(stack)
    case .flag(let flag): flag.push(stack)
    case .state(let state): state.rawValue.push(stack)
    }
  }
}

/// Forwards overridden methods to the script's class.
extension LuaScript: Overrides {
  package func overrides(_ method: Overridable) -> Bool { overrides(method.slot) }

  package func run(
    _ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument], in context: CGContext?
  ) throws -> Bool {
    guard overrides(method) else { return false }
    guard let context else { return try answer(method, object, arguments) { _, _ in } != nil }
    switch method {
    case .applyStrokePropertiesToContext, .applyFillPropertiesToContext:
      return try apply(method, object, arguments, to: context)
    default: return try draw(method, object, arguments, in: context)
    }
  }

  package func decide(
    _ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument]
  ) throws -> Bool? {
    try answer(method, object, arguments, Bool.read)
  }

  package func find(
    _ method: Overridable, of object: AnyObject, _ arguments: [OverrideArgument]
  ) throws -> UIView?? {
    try answer(method, object, arguments, UIView?.read)
  }

  private func answer<Answer>(
    _ method: Overridable, _ object: AnyObject, _ arguments: [OverrideArgument],
    _ read: (LuaStack, Int32) throws -> Answer
  ) throws -> Answer? {
    guard let object = object as? any LuaObject else { return nil }
    return try override(method.slot, of: object, { push(arguments, $0) }, result: read)
  }

  private func push(_ arguments: [OverrideArgument], _ stack: LuaStack) -> Int32 {
    for argument in arguments { argument.push(stack) }
    return Int32(arguments.count)
  }

  /// Calls a method that changes the context's settings; the context is the first argument.
  private func apply(
    _ method: Overridable, _ object: AnyObject, _ arguments: [OverrideArgument], to context: CGContext
  ) throws -> Bool {
    guard let machine, let object = object as? any LuaObject else { return false }
    let isDone: Void? = try context.pushScoped(machine.stack) {
      try override(method.slot, of: object) { stack in
        context.push(stack)
        return 1 + push(arguments, stack)
      } result: { _, _ in
      }
    }
    return isDone != nil
  }

  /// Calls a method that draws. A view's context is current during the call. A renderer's is not, as at
  /// Apple, unless the script pushes it.
  ///
  /// - Shape: the context is valid until the script's function returns. Any state that it leaves behind is
  ///   then
  ///   restored, also after an error.
  private func draw(
    _ method: Overridable, _ object: AnyObject, _ arguments: [OverrideArgument], in context: CGContext
  ) throws -> Bool {
    guard let object = object as? any LuaObject else { return false }
    return try context.saving {
      let device = (try? RunningScript.current(machine))?.device
      let depth = device?.screen.graphics.beginCall(method == .drawRect ? context : nil)
      defer {
        if let device, let depth {
          for image in device.screen.graphics.endCall(depth) {
            machine.map { image.context.expire($0.stack) }
          }
        }
      }
      return try override(method.slot, of: object, lending: context) { push(arguments, $0) }
    }
  }
}

extension UIResponder: LuaOverridable {
  public func overridden(by script: LuaScript) { overrides = script }
}

extension MKOverlayRenderer: LuaOverridable {
  public func overridden(by script: LuaScript) { overrides = script }
}
