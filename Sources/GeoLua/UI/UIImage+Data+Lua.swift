import Geo
import LuaBridge

/// Images as bytes of a file, and what a script pays for them.
extension UIImage {
  static func bindData(_ c: LuaBinder<UIImage>) {
    c.classMethod(
      "imageWithData", ["data", "scale"], .none,
      "Returns the image of the bytes of a file, with so many pixels to a point; nil when they are no picture's."
    ) { [unowned machine = c.machine] (data: LuaBytes, scale: Double?) -> UIImage? in
      guard scale ?? 1 > 0, scale ?? 1 <= 100 else {
        throw LuaMismatch("scale must be above 0 and at most 100")
      }
      guard let image = UIImage(encoded: data.bytes, scale: scale ?? 1) else { return nil }
      try RunningScript.current(machine).charge(image)
      return image
    }
    c.alias("imageWithData_scale", of: "imageWithData")
  }

  static func declareFunctions(_ g: LuaScope) {
    g.function("UIImagePNGRepresentation", ["image"], .none, "Returns the bytes of a PNG file of an image.") {
      [unowned machine = g.machine] (image: UIImage) -> LuaBytes in
      let script = try RunningScript.current(machine)
      guard let maker = script.device.screen.canvasFactory else {
        throw LuaMessage("UIImagePNGRepresentation: pictures cannot be drawn here")
      }
      try script.requireMemory()
      LuaStackWork.spend(machine.stack, image.pixelCount / 4)
      return LuaBytes(try maker.png(of: image))
    }
  }

  var pixelCount: Int { Int(min(size.width * size.height * scale * scale, 1e9)) }

  /// What its dots, or the bytes that they are made of, take.
  fileprivate var byteCount: Int {
    switch source {
    case .file: 0
    case .encoded(let bytes): bytes.count
    case .drawn: 4 * pixelCount
    }
  }
}

extension RunningScript {
  /// Charges the copy for an image that was made for it, as long as that lives.
  ///
  /// - Errors: ``LuaMessage`` when it takes more than the copy has left.
  func charge(_ image: UIImage) throws {
    let bytes = image.byteCount
    if let why = refusal(ofImage: bytes) { throw LuaMessage(why) }
    image.memory = try chargeHost(bytes)
  }

  /// Bytes that the copy may still take: images that nobody holds any more make room for one of `bytes`.
  func room(for bytes: Int) -> Int {
    let machine = environment.machine
    if bytes > LuaStackWork.room(machine.stack) {
      LuaStackWork.spend(machine.stack, machine.bytes / RunningScript.collectedBytesAStep)
    }
    return LuaStackWork.room(machine.stack, for: bytes)
  }

  private static let collectedBytesAStep = 32

  /// Why the copy may not have an image of so many bytes; nil when it may.
  func refusal(ofImage bytes: Int) -> String? {
    let room = room(for: bytes)
    guard bytes > room else { return nil }
    return
      "the image takes \(bytes / 1024 + 1) KiB of memory, and the script may take \(max(0, room) / 1024) KiB more"
      + RunningScript.memoryAdvice
  }
}
