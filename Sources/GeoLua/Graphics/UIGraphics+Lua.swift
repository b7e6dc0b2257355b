import Geo
import LuaBridge

/// UIKit functions for the current context.
enum UIKitDrawing {
  static func declare(_ g: LuaScope) {
    declareContext(g)
    declareImages(g)
    declareRects(g)
  }

  private static func declareContext(_ g: LuaScope) {
    g.function(
      "UIGraphicsGetCurrentContext", .none,
      "Returns the context that UIKit draws into: that of drawRect, or the one pushed or started since; nil "
        + "elsewhere, including in drawMapRect."
    ) { [unowned machine = g.machine] in try CurrentContext.get(machine) }
    g.function(
      "UIGraphicsPushContext", ["context"], "Makes a context current until UIGraphicsPopContext."
    ) { [unowned machine = g.machine] (context: CGContext) in
      try RunningScript.current(machine).device.screen.graphics.push(context)
    }
    g.function("UIGraphicsPopContext", "Removes the context that was pushed last.") {
      [unowned machine = g.machine] in try RunningScript.current(machine).device.screen.graphics.pop()
    }
  }

  private static func declareImages(_ g: LuaScope) {
    g.function(
      "UIGraphicsBeginImageContext", ["size"],
      "Starts an image of a size in points, with one pixel per point."
    ) {
      [unowned machine = g.machine] (size: CGSize) in
      try begin(machine, size, isOpaque: false, scale: 1)
    }
    g.function(
      "UIGraphicsBeginImageContextWithOptions", ["size", "opaque", "scale"],
      "Starts an image with `scale` pixels per point (0 means 1); an opaque image is black instead of "
        + "transparent."
    ) { [unowned machine = g.machine] (size: CGSize, isOpaque: Bool, scale: Length) in
      try begin(machine, size, isOpaque: isOpaque, scale: scale.value == 0 ? 1 : scale.value)
    }
    g.function(
      "UIGraphicsGetImageFromCurrentImageContext", .none,
      "Returns what was drawn since the image was started; nil if no image is current."
    ) { [unowned machine = g.machine] () -> UIImage? in
      let script = try RunningScript.current(machine)
      guard let context = script.device.screen.graphics.image else { return nil }
      let memory = try charge(script, context.context.canvas)
      let image = try context.image()
      image.memory = memory
      return image
    }
    g.function(
      "UIGraphicsEndImageContext", "Ends the image that was started last; its context becomes invalid."
    ) {
      [unowned machine = g.machine] in
      try RunningScript.current(machine).device.screen.graphics.endImage()?.context.expire(machine.stack)
    }
  }

  private static func begin(_ machine: LuaMachine, _ size: CGSize, isOpaque: Bool, scale: Double) throws {
    let script = try RunningScript.current(machine)
    guard let maker = script.device.screen.canvasFactory else {
      throw LuaMessage("images cannot be drawn here: this run has no renderer")
    }
    let bytes = try ImageContext.bytes(size, scale: scale)
    let memory = try script.chargeIfRoom(bytes, for: "an image")
    let image = try ImageContext(maker, size: size, scale: scale)
    image.memory = memory
    try script.device.screen.graphics.begin(image)
    guard isOpaque else { return }
    image.context.fill(CGRect(origin: .zero, size: size))
  }

  private static func charge(_ script: RunningScript, _ canvas: any Canvas) throws -> HostMemory {
    try script.chargeIfRoom(ImageContext.bytes(canvas.size, scale: canvas.scale), for: "an image")
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
      "UIRectFillUsingBlendMode", ["rect", "blendMode"], "Fills a rect with a blend mode `kCGBlendMode…`."
    ) { [unowned machine = g.machine] (rect: FiniteRect, mode: Constant<CGBlendMode>) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.blending(mode.value, 1) { $0.fill(rect.value) }
    }
    g.function(
      "UIRectFrame", ["rect"], "Draws a one-point line just inside a rect in the fill color."
    ) {
      [unowned machine = g.machine] (rect: FiniteRect) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.frame(rect.value)
    }
    g.function("UIRectClip", ["rect"], "Clips further drawing in the current context to a rect.") {
      [unowned machine = g.machine] (rect: FiniteRect) in
      let context = try CurrentContext.required(machine)
      work.spend(own: rect.value, in: context)
      context.clip(to: CGPath(rect.value))
    }
  }
}

extension CGContext {
  /// Fills a one-point line just inside a rect.
  fileprivate func frame(_ rect: CGRect) {
    var ring = CGPath(rect)
    let inner = rect.insetBy(dx: 1, dy: 1)
    if !inner.isEmpty { ring.add(inner) }
    fill(ring, .evenOdd)
  }
}

extension RunningScript {
  /// Charges the script for `bytes` if its memory has room for them.
  ///
  /// - Errors: ``LuaMessage`` when there is not enough memory.
  func chargeIfRoom(_ bytes: Int, for what: String) throws -> HostMemory {
    let room = room(for: bytes)
    guard bytes <= room else {
      throw LuaMessage(
        "not enough memory for \(what) of \(bytes) bytes: \(max(0, room)) left (--max-memory-device, --max-memory)"
      )
    }
    return try chargeHost(bytes)
  }
}
