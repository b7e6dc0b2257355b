import Geo
import LuaBridge

/// Memory charged for the long texts that an object keeps, besides the object itself.
private final class RetainedTexts {
  /// Bytes charged for the object itself.
  let itself: AnyObject?
  var texts: [String: HostMemory] = [:]

  init(_ itself: AnyObject?) { self.itself = itself }
}

extension LuaMachine {
  /// Charges the running script for a text that the host keeps with an object; replaces the earlier text of
  /// that name.
  ///
  /// Short texts are covered by the charge for the object itself.
  ///
  /// - Parameter memory: the object's charges, as long as it lives.
  /// - Errors: ``LuaMessage`` when the script is already over its memory limit.
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
