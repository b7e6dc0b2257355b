public import Geo
import LuaBridge

/// Timers with an identifier, of which there is one at a time: setting it again moves it.
///
/// A later run knows them by their identifiers, so that timers which callbacks set survive, too, if the main chunk
/// says again what they do.
public struct NamedTimers {
  private var timers: [(identifier: String, timer: DeviceTimer)] = []
  private var earlier: [DeviceTimer.Snapshot] = []

  /// - Parameter earlier: the timers of an earlier run, for those that the main chunk is about to set.
  mutating func begin(earlier: [DeviceTimer.Snapshot]) { self.earlier = earlier }

  /// Ends the main chunk: what it did not set again is lost.
  mutating func end() { earlier = [] }

  /// Registers a timer that was just set, in place of the one of its identifier.
  ///
  /// - Parameter isDeclared: whether it only says what the timer does.
  mutating func add(_ timer: DeviceTimer, as identifier: String, isDeclared: Bool, now: TimeInterval) {
    if let known = timers.firstIndex(where: { $0.identifier == identifier }) {
      timers.remove(at: known).timer.cancel()
    }
    timers.append((identifier, timer))
    if let past = earlier.firstIndex(where: { $0.place == identifier }) {
      timer.restore(earlier.remove(at: past), now: now)
    } else if isDeclared {
      timer.cancel()
    }
  }

  /// The current state of the timers; their places are their identifiers.
  public var snapshots: [DeviceTimer.Snapshot] {
    timers.map { DeviceTimer.Snapshot(of: $0.timer, at: $0.identifier) }
  }

  /// The number of timers still pending.
  public var pendingCount: Int { timers.count { $0.timer.isPending } }
}

/// The options of `geoscript.after` and `geoscript.every`.
struct TimerOptions: LuaValue {
  static let luaType = "{ identifier: string? }"
  var identifier: String?

  static func read(_ stack: LuaStack, _ index: Int32) throws -> TimerOptions {
    guard LuaTable.isRecord(stack, index) else {
      throw LuaMismatch("table of options expected: write { identifier = \"lock\" }")
    }
    var options = TimerOptions()
    try LuaTable.forEachField(stack, index) { name in
      guard name == "identifier" else {
        throw LuaMismatch("unknown option '\(name)': write identifier")
      }
      do { options.identifier = try String.read(stack, -1) } catch let mismatch as LuaMismatch {
        throw LuaMismatch("option 'identifier': \(mismatch.message)")
      }
    }
    return options
  }

  func push(_ stack: LuaStack) { LuaTable.push(stack, [("identifier", identifier)]) }
}
