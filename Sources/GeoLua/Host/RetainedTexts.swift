import Geo
import LuaBridge

/// What an object is charged for beside itself: the long texts that it keeps.
private final class RetainedTexts {
  /// What the object itself is charged for.
  let itself: AnyObject?
  var texts: [String: HostMemory] = [:]

  init(_ itself: AnyObject?) { self.itself = itself }
}

extension LuaMachine {
  /// Charges the copy that runs for a text that the host keeps with an object, in place of the one of that name before.
  ///
  /// A short one is within what the object itself is charged for.
  ///
  /// - Parameter memory: what the object is charged for, as long as it lives.
  /// - Errors: ``LuaMessage`` when the copy is over its memory already.
  func charge(_ text: String?, as name: String, to memory: inout AnyObject?) throws {
    let kept = memory as? RetainedTexts
    guard let size = text?.utf8.count, size > 64 else {
      kept?.texts[name] = nil
      return
    }
    let charge = try RunningScript.current(self).chargeHost(size)
    let texts = kept ?? RetainedTexts(memory)
    texts.texts[name] = charge
    memory = texts
  }
}
