import Geo
import LuaBridge

/// How an alert of a key is repeated and held back: its fields `key`, `cooldown`, `repeatEvery` and `repeatMax`.
struct AlertTerms {
  var key: String
  /// In seconds; nil for none.
  var cooldown: TimeInterval?
  var repeatEvery: TimeInterval?
  var repeatMax: Int?
}

/// The fields of a call as they are read, before it is known whether a key is among them.
struct AlertTermFields {
  private var key: String?
  private var cooldown: TimeInterval?
  private var repeatEvery: TimeInterval?
  private var repeatMax: Int?

  static let names: Set<String> = ["key", "cooldown", "repeatEvery", "repeatMax"]

  /// Reads one of ``names`` from the top of the stack.
  ///
  /// - Errors: ``LuaMessage`` that says what the field takes.
  mutating func read(_ name: String, _ stack: LuaStack) throws {
    func wrong(_ expected: String) -> LuaMessage {
      LuaMessage(
        "geoscript.alert: field '\(name)': \(expected) expected, got \(LuaStackWork.description(stack, -1))")
    }
    switch name {
    case "key":
      key = try AlertTermFields.key(stack, -1, of: "geoscript.alert: field 'key'")
    case "cooldown":
      guard let seconds = try? Double.read(stack, -1), seconds >= 0, seconds.isFinite else {
        throw wrong("seconds, 0 or more,")
      }
      cooldown = seconds
    case "repeatEvery":
      guard let seconds = try? Double.read(stack, -1), seconds >= 1, seconds.isFinite else {
        throw wrong("seconds, 1 or more,")
      }
      repeatEvery = seconds
    default:
      guard let count = try? Int.read(stack, -1), count >= 1 else {
        throw wrong("a whole number, 1 or more,")
      }
      repeatMax = count
    }
  }

  /// Reads the key of an alert.
  static func key(_ stack: LuaStack, _ index: Int32, of place: String) throws -> String {
    guard LuaKind(stack, index) == .string, let key = try? String.read(stack, index),
      Acknowledgement.isKey(key)
    else {
      throw LuaMessage(
        "\(place): a text of 1 to \(Acknowledgement.longestKey) bytes expected, such as \"rex\"")
    }
    return key
  }

  /// - Errors: ``LuaMessage`` for fields that need one that is missing.
  func terms() throws -> AlertTerms? {
    guard let key else {
      for (name, isGiven) in [
        ("cooldown", cooldown != nil), ("repeatEvery", repeatEvery != nil), ("repeatMax", repeatMax != nil),
      ] where isGiven {
        throw LuaMessage(
          "geoscript.alert: field '\(name)' needs a key, which names the condition: write key = \"…\"")
      }
      return nil
    }
    guard repeatMax == nil || repeatEvery != nil else {
      throw LuaMessage("geoscript.alert: field 'repeatMax' needs repeatEvery: write repeatEvery = 300")
    }
    return AlertTerms(key: key, cooldown: cooldown, repeatEvery: repeatEvery, repeatMax: repeatMax)
  }
}
