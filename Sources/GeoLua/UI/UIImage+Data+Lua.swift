import Geo
import LuaBridge

/// Images from and to bytes of a file, and the memory charged for them.
extension UIImage {
  static func bindData(_ c: LuaBinder<UIImage>) {
    c.classMethod(
      "imageWithData", ["data", "scale"], .none,
      "Returns the image in a file's bytes, with `scale` pixels per point; nil if the bytes are not an image."
    ) { [unowned machine = c.machine] (data: LuaBytes, scale: Double?) -> UIImage? in
      guard scale ?? 1 >= 0.01, scale ?? 1 <= 100 else {
        throw LuaMismatch("scale must be at least 0.01 and at most 100")
      }
      guard let image = UIImage(encoded: data.bytes, scale: scale ?? 1) else { return nil }
      try RunningScript.current(machine).charge(image)
      return image
    }
    c.alias("imageWithData_scale", of: "imageWithData")
  }

  static func declareFunctions(_ g: LuaScope) {
    g.function("UIImagePNGRepresentation", ["image"], .none, "Returns an image as the bytes of a PNG file.") {
      [unowned machine = g.machine] (image: UIImage) -> LuaBytes in
      let script = try RunningScript.current(machine)
      guard let maker = script.device.screen.canvasFactory else {
        throw LuaMessage("UIImagePNGRepresentation: images cannot be drawn here: this run has no renderer")
      }
      try script.requireMemory()
      LuaStackWork.spend(machine.stack, image.pixelCount / 4)
      return LuaBytes(try maker.png(of: image))
    }
  }

  var pixelCount: Int { Int(min(size.width * size.height * scale * scale, 1e9)) }

  /// Bytes of the pixels, or of the encoded data.
  fileprivate var byteCount: Int {
    switch source {
    case .file: 0
    case .encoded(let bytes): bytes.count
    case .drawn: 4 * pixelCount
    }
  }
}

extension RunningScript {
  /// Charges the script for an image made for it, as long as the image lives.
  ///
  /// - Errors: ``LuaMessage`` when the image takes more memory than the script has left.
  func charge(_ image: UIImage) throws {
    let bytes = image.byteCount
    if let why = refusal(ofImage: bytes) { throw LuaMessage(why) }
    image.memory = try chargeHost(bytes)
  }

  /// Memory that the script has left; unreferenced images are freed to make room for `bytes`.
  func room(for bytes: Int) -> Int {
    let machine = environment.machine
    if bytes > LuaStackWork.room(machine.stack) {
      LuaStackWork.spend(machine.stack, machine.bytes / RunningScript.collectedBytesAStep)
    }
    return LuaStackWork.room(machine.stack, for: bytes)
  }

  private static let collectedBytesAStep = 32

  /// Why the script cannot have an image of `bytes`; nil if it can.
  func refusal(ofImage bytes: Int) -> String? {
    let room = room(for: bytes)
    guard bytes > room else { return nil }
    return
      "the image takes \(bytes / 1024 + 1) KiB of memory, "
      + "but the script has only \(max(0, room) / 1024) KiB left"
      + RunningScript.memoryAdvice
  }
}
