import Geo
import LuaBridge

/// UIKit's functions of the current context.
enum UIKitDrawing {
  static func declare(_ g: LuaScope) {
    declareContext(g)
    declareImages(g)
    declareRects(g)
  }

  private static func declareContext(_ g: LuaScope) {
    g.function(
      "UIGraphicsGetCurrentContext", .none,
      "Returns where UIKit draws: the context of drawRect, or what was pushed or begun since; nil elsewhere, in "
        + "drawMapRect too."
    ) { [unowned machine = g.machine] in try CurrentContext.get(machine) }
    g.function(
      "UIGraphicsPushContext", ["context"], "Has UIKit draw into a context until UIGraphicsPopContext."
    ) { [unowned machine = g.machine] (context: CGContext) in
      try RunningScript.current(machine).device.screen.graphics.push(context)
    }
    g.function("UIGraphicsPopContext", "Takes away the context that was pushed last.") {
      [unowned machine = g.machine] in try RunningScript.current(machine).device.screen.graphics.pop()
    }
  }

  private static func declareImages(_ g: LuaScope) {
    g.function("UIGraphicsBeginImageContext", ["size"], "Begins an image of so many points, a pixel each.") {
      [unowned machine = g.machine] (size: CGSize) in
      try begin(machine, size, isOpaque: false, scale: 1)
    }
    g.function(
      "UIGraphicsBeginImageContextWithOptions", ["size", "opaque", "scale"],
      "Begins an image, black instead of clear when opaque, of so many pixels to a point; 0 is 1."
    ) { [unowned machine = g.machine] (size: CGSize, isOpaque: Bool, scale: Length) in
      try begin(machine, size, isOpaque: isOpaque, scale: scale.value == 0 ? 1 : scale.value)
    }
    g.function(
      "UIGraphicsGetImageFromCurrentImageContext", .none,
      "Returns what was drawn since the image began; nil where none is current."
    ) { [unowned machine = g.machine] () -> UIImage? in
      let script = try RunningScript.current(machine)
      guard let context = script.device.screen.graphics.image else { return nil }
      let memory = try charge(script, context.context.canvas)
      let image = try context.image()
      image.memory = memory
      return image
    }
    g.function(
      "UIGraphicsEndImageContext", "Ends the image that was begun last; its context is of no use then."
    ) {
      [unowned machine = g.machine] in
      try RunningScript.current(machine).device.screen.graphics.endImage()?.context.expire(machine.stack)
    }
  }

  private static func begin(_ machine: LuaMachine, _ size: CGSize, isOpaque: Bool, scale: Double) throws {
    let script = try RunningScript.current(machine)
    guard let maker = script.device.screen.canvasFactory else {
      throw LuaMessage("nothing can be drawn here: this run has no pictures")
    }
    let bytes = try ImageContext.bytes(size, scale: scale)
    let memory = try script.keepIfRoom(bytes, for: "an image")
    let image = try ImageContext(maker, size: size, scale: scale)
    image.memory = memory
    try script.device.screen.graphics.begin(image)
    guard isOpaque else { return }
    image.context.fill(CGRect(origin: .zero, size: size))
  }

  private static func charge(_ script: RunningScript, _ canvas: any Canvas) throws -> HostMemory {
    try script.keepIfRoom(ImageContext.bytes(canvas.size, scale: canvas.scale), for: "an image")
  }

  private static func declareRects(_ g: LuaScope) {
    let work = DrawingWork(g.machine)
    g.function(
      "UIRectFill", ["rect"], "Fills a rect of the current context without blending."
    ) {
      [unowned machine = g.machine] (rect: FiniteRect) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.blending(.copy, 1) { $0.fill(rect.value) }
    }
    g.function(
      "UIRectFillUsingBlendMode", ["rect", "blendMode"], "Fills a rect, mixed as a `kCGBlendMode…` says."
    ) { [unowned machine = g.machine] (rect: FiniteRect, mode: Constant<CGBlendMode>) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.blending(mode.value, 1) { $0.fill(rect.value) }
    }
    g.function(
      "UIRectFrame", ["rect"], "Draws a line a point wide just inside of a rect, in the color of the fill."
    ) {
      [unowned machine = g.machine] (rect: FiniteRect) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.frame(rect.value)
    }
    g.function("UIRectClip", ["rect"], "Has the current context paint no more outside of a rect.") {
      [unowned machine = g.machine] (rect: FiniteRect) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.clip(to: CGPath(rect.value))
    }
  }
}

extension CGContext {
  /// Fills a line of one point along the inside of a rect.
  fileprivate func frame(_ rect: CGRect) {
    var ring = CGPath(rect)
    let inner = rect.insetBy(dx: 1, dy: 1)
    if !inner.isEmpty { ring.add(inner) }
    fill(ring, .evenOdd)
  }
}

extension RunningScript {
  /// Charges the copy with `bytes` that it has room for.
  ///
  /// - Errors: ``LuaMessage`` when there is less room.
  func keepIfRoom(_ bytes: Int, for what: String) throws -> HostMemory {
    let room = room(for: bytes)
    guard bytes <= room else {
      throw LuaMessage(
        "not enough memory for \(what) of \(bytes) bytes: \(max(0, room)) left (--max-memory-device, --max-memory)"
      )
    }
    return try keep(bytes)
  }
}
