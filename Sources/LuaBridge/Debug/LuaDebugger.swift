internal import CLuaBridge

/// Stops the scripts of a machine at lines and errors, and shows what they hold there.
///
/// It belongs to the machine's thread, apart from ``LuaDebugBell``. While one lives, scripts run several times slower.
public final class LuaDebugger {
  /// Why a script stands still.
  public struct Reasons: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The line of ``target`` has come.
    public static let target = Reasons(rawValue: LB_AT_TARGET)
    public static let step = Reasons(rawValue: LB_AT_STEP)
    public static let breakpoint = Reasons(rawValue: LB_AT_BREAKPOINT)
    /// Another thread has rung ``LuaDebugBell``.
    public static let request = Reasons(rawValue: LB_AT_REQUEST)
    /// An error that no `pcall` catches.
    public static let error = Reasons(rawValue: LB_AT_ERROR)
  }

  public enum Step: Int32, Sendable {
    case none, into, over, out
  }

  public let machine: LuaMachine
  /// Hears where a script stands; it continues when this returns.
  public var onStop: (LuaPause) -> Void = { _ in }

  public init(_ machine: LuaMachine) {
    self.machine = machine
    // Unowned by Lua: deinit closes it before this goes.
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard lb_debug_open(machine.pointer, stopped, context) else {
      preconditionFailure("no memory for a debugger")
    }
  }

  deinit { lb_debug_close(machine.pointer) }

  /// Sets the lines to stop at, by the names of files that messages have; those that were set before go.
  public func setBreakpoints(_ lines: [(file: String, line: Int)]) {
    lb_debug_clear(machine.pointer)
    for (file, line) in lines { _ = lb_debug_break(machine.pointer, file, Int32(clamping: line)) }
  }

  /// The number of lines that have run: equal runs count alike.
  public var lineCount: UInt64 { lb_debug_lines(machine.pointer) }

  /// The number of the line to stop at, from 1; 0 for none.
  public var target: UInt64 = 0 {
    didSet { lb_debug_set_target(machine.pointer, target) }
  }

  /// Stops at the next line, or no longer.
  public func request(_ isWanted: Bool) { lb_debug_request(machine.pointer, isWanted) }

  /// Ends the running call, and all later ones at their first line.
  public func abandon() { lb_debug_abandon(machine.pointer) }

  /// Where the running call stands, for what the host does in it; nil outside of calls and in ``LuaStackInspector``s.
  public var pauseInCall: LuaPause? {
    guard !isInspecting else { return nil }
    return lb_debug_running(machine.pointer).map { LuaPause(self, $0, reasons: []) }
  }

  fileprivate var isInspecting = false

  /// What another thread may ring.
  public var bell: LuaDebugBell { LuaDebugBell(machine: machine.pointer) }
}

/// Makes a debugger hear from another thread.
///
/// Sendable by its invariant: it touches only an atomic word of the VM, whose debugger must outlive it.
public struct LuaDebugBell: @unchecked Sendable {
  let machine: OpaquePointer

  public func ring() { lb_debug_request(machine, true) }
}

private func stopped(_ context: UnsafeMutableRawPointer?, _ stack: OpaquePointer?, _ reasons: Int32) {
  guard let context, let stack else { return }
  // The debugger closes its hook before it goes.
  let debugger = Unmanaged<LuaDebugger>.fromOpaque(context).takeUnretainedValue()
  debugger.onStop(LuaPause(debugger, stack, reasons: LuaDebugger.Reasons(rawValue: reasons)))
}

/// A script that stands still; valid until ``LuaDebugger/onStop`` returns.
public final class LuaPause {
  public let reasons: LuaDebugger.Reasons
  private let debugger: LuaDebugger
  private let thread: LuaStack

  fileprivate init(_ debugger: LuaDebugger, _ thread: LuaStack, reasons: LuaDebugger.Reasons) {
    (self.debugger, self.thread, self.reasons) = (debugger, thread, reasons)
  }

  /// The innermost function of a script on the stack; nil where only the host's run.
  public var top: LuaFrame? { LuaFrame.all(of: thread, upTo: 1).first ?? frames.first }

  /// The functions of scripts on the stack, innermost first; below those of a coroutine the ones of the main stack.
  public private(set) lazy var frames: [LuaFrame] = {
    let main = debugger.machine.stack
    let frames = LuaFrame.all(of: thread)
    return thread == main ? frames : frames + LuaFrame.all(of: main)
  }()

  /// Continues until a step from here has been done; ``LuaDebugger/Step/none`` until something else stops it.
  public func step(_ step: LuaDebugger.Step) { lb_debug_step(thread, step.rawValue) }

  /// Looks at values; what is called there has a budget of its own and hears of no breakpoints.
  public func inspect<Result>(_ body: (LuaStackInspector) throws -> Result) rethrows -> Result {
    guard let stack = lb_inspect_begin(thread) else { preconditionFailure("no memory for a coroutine") }
    debugger.isInspecting = true
    defer {
      debugger.isInspecting = false
      lb_inspect_end(stack)
    }
    return try body(LuaStackInspector(debugger.machine, stack))
  }
}

/// A function of a script on the stack.
public struct LuaFrame {
  /// How its caller names it; otherwise where it begins.
  public let name: String
  /// The name of its file, as messages have it; nil for a text that the script has loaded.
  public let file: String?
  public let line: Int
  let thread: LuaStack
  let level: Int32

  /// The most levels that are shown of a stack.
  private static let most: Int32 = 1000

  /// - Parameter count: how many are enough.
  static func all(of thread: LuaStack, upTo count: Int = .max) -> [LuaFrame] {
    var frames: [LuaFrame] = []
    var frame = lb_frame()
    for level in 0..<most {
      guard frames.count < count, lb_frame_at(thread, level, &frame) else { break }
      // The host's own functions have no lines.
      guard frame.line > 0, let source = frame.source.map({ String(cString: $0) }) else { continue }
      let name =
        frame.name.map { String(cString: $0) }
        ?? (frame.defined == 0 ? "main chunk" : "function at line \(frame.defined)")
      frames.append(
        LuaFrame(
          name: name, file: source.hasPrefix("@") ? String(source.dropFirst()) : nil, line: Int(frame.line),
          thread: thread, level: level))
    }
    return frames
  }
}
