import Geo
import LuaBridge

/// The function that a script's `loadTileAtPath` calls with the tile, once, now or later.
final class TileResult: LuaObject {
  static var luaType: String { "MKTileResult" }
  private var give: ((TileAnswer) -> Void)?

  init(_ give: @escaping (TileAnswer) -> Void) { self.give = give }

  // Nothing can call the result anymore.
  deinit {
    give?(
      .failed(
        .tile(
          "loadTileAtPath dropped its result without calling it: call result(data) or result(nil, error) for "
            + "each tile"
        )))
  }

  static func bind(_ c: LuaBinder<TileResult>) {
    c.summary(
      "The result function of `loadTileAtPath`. Call it once, `result(data, error)`, with the bytes of a "
        + "PNG, JPEG or WebP, with a UIImage, or with nil for no tile.")
    c.property("isDone", .none, "Whether the result was called.") { $0.give == nil }
    c.operation("__call") { stack in
      try TileResult.read(stack, 1).receive(stack)
      return 0
    }
  }

  private func receive(_ stack: LuaStack) throws {
    guard let give else { throw LuaMessage("the result of this tile was already given: call it once") }
    let answer = try TileResult.answer(stack)
    self.give = nil
    give(answer)
  }

  func receive(_ answer: TileAnswer) {
    let give = give
    self.give = nil
    give?(answer)
  }

  /// The tile given by arguments 2 and 3.
  private static func answer(_ stack: LuaStack) throws -> TileAnswer {
    let script = try RunningScript.current(stack)
    switch LuaKind(stack, 2) {
    case .string:
      let bytes = try LuaBytes.read(stack, 2).bytes
      return .bytes(bytes, memory: try script.chargeHost(bytes.count))
    case .object:
      let image = try UIImage.read(stack, 2)
      let pixels = image.size.width * image.scale * image.size.height * image.scale
      return .image(image, memory: try script.chargeHost(Int(min(pixels, 1e9)) * 4))
    case .none:
      switch LuaKind(stack, 3) {
      case .none: return .empty
      case .string: return .failed(.tile(try String.read(stack, 3)))
      default: return .failed(try NSError.read(stack, 3))
      }
    default: throw LuaMismatch("data: string with the bytes of an image, UIImage or nil expected")
    }
  }
}

/// The receiver of a tile: a function of the script, or the result function that it was given.
enum TileCallback: LuaValue {
  case function(LuaFunction)
  case result(TileResult)

  static var luaType: String { "fun(data: string?, error: NSError?)" }

  static func read(_ stack: LuaStack, _ index: Int32) throws -> TileCallback {
    if LuaKind(stack, index) == .object { return .result(try TileResult.read(stack, index)) }
    return .function(try LuaFunction.read(stack, index))
  }

  func push(_ stack: LuaStack) {
    switch self {
    case .function(let function): function.push(stack)
    case .result(let result): result.push(stack)
    }
  }

  /// - Errors: the ``LuaError`` that the function raises.
  private func call(_ answer: TileAnswer) throws {
    switch self {
    case .result(let result): result.receive(answer)
    case .function(let function):
      switch answer {
      case .bytes(let bytes, _): try function.call(LuaBytes(bytes))
      case .image(let image, _): try function.call(image)
      case .empty: try function.call()
      case .failed(let error): try function.call(LuaBytes?.none, error)
      }
    }
  }

  /// Loads a tile as the overlay's class does, and passes it on.
  ///
  /// - Errors: those of the function if it is called immediately; later ones go to ``Device/Hooks/onError``.
  func load(_ path: MKTileOverlayPath, of overlay: MKTileOverlay, _ script: RunningScript) throws {
    let call = Call(try script.chargeHost(Call.bytes))
    overlay.tileLoader = overlay.tileLoader ?? script.device.screen.tileLoader
    try LuaScript.callingBase(of: overlay, TileMethod.loadTileAtPath.rawValue) { overlay in
      try overlay.loadTile(at: path) { [weak device = script.device] answer in
        do { try self.call(answer) } catch {
          if call.isOpen { call.fault = error } else { device?.hooks.onError?(error) }
        }
        call.memory = nil
      }
    }
    call.isOpen = false
    if let fault = call.fault { throw fault }
  }

  /// A pending request, charged until it is answered.
  private final class Call {
    var isOpen = true
    var fault: (any Error)?
    var memory: HostMemory?
    static let bytes = 500

    init(_ memory: HostMemory) { self.memory = memory }
  }
}
