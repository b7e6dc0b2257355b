import CLuaBridge

/// One running script instance, with its own globals, memory account and random numbers.
public final class LuaEnvironment {
  public let machine: LuaMachine
  let pointer: OpaquePointer
  /// The host's record that this environment belongs to; its owner sets it to nil at its end, so it never
  /// dangles.
  ///
  /// Not weak: each retain of an object with weak references takes a slow path.
  public unowned(unsafe) var owner: AnyObject?
  /// Whether a global that was never set is nil, as in plain Lua, and not a mistake.
  public var readsUnsetGlobals = false
  private var expected: [(delegate: LuaReference, protocolName: String)] = []
  private var hasRun = false
  private var madeStandIns: LuaStandIns?
  var standIns: LuaStandIns {
    if let madeStandIns { return madeStandIns }
    let made = LuaStandIns(machine: machine, environment: pointer)
    madeStandIns = made
    return made
  }

  public init(machine: LuaMachine, memoryLimit: Int = 256 << 20, seed: UInt64 = 0) {
    self.machine = machine
    guard let pointer = lb_copy_new(machine.pointer, Int64(memoryLimit), seed) else {
      preconditionFailure("no memory for a script instance")
    }
    self.pointer = pointer
  }

  /// The position in the sequence of `math.random`: four words.
  public var random: [UInt64] {
    get {
      [UInt64](unsafeUninitializedCapacity: 4) { words, count in
        lb_copy_random(pointer, words.baseAddress)
        count = 4
      }
    }
    set {
      precondition(newValue.count == 4)
      lb_copy_set_random(pointer, newValue)
    }
  }

  /// Bytes of this environment's values.
  public var bytes: Int { Int(lb_copy_bytes(pointer)) }

  /// Charges the environment for memory that the host keeps for it; negative to give memory back.
  public func charge(_ bytes: Int) { lb_copy_charge(machine.pointer, pointer, Int64(bytes)) }

  /// Charges the environment for its part of shared memory, which counts against its own limit but not again
  /// against the machine's.
  public func reserve(_ bytes: Int) { lb_copy_reserve(pointer, Int64(bytes)) }

  /// The number of consecutive callbacks that exceeded a limit.
  public var trips: Int { Int(lb_copy_trips(pointer)) }

  /// Makes this the running environment while `body` runs.
  @inlinable
  public func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = begin()
    defer { end(before) }
    return try body()
  }

  /// Makes this the running environment until the enclosing ``LuaMachine/keepingEnvironment(_:)`` or
  /// ``enter(_:)`` ends.
  public func activate() { _ = begin() }

  @usableFromInline
  func begin() -> (OpaquePointer?, Unmanaged<LuaEnvironment>?) {
    // Released in end(_:), within the caller's frame, which keeps both environments alive.
    let running = machine.runningReference
    machine.runningReference = Unmanaged.passUnretained(self)
    return (lb_copy_enter(machine.pointer, pointer), running)
  }

  @usableFromInline
  func end(_ before: (OpaquePointer?, Unmanaged<LuaEnvironment>?)) {
    machine.runningReference = before.1
    _ = lb_copy_enter(machine.pointer, before.0)
  }

  /// Runs the script's main chunk with this environment's globals.
  ///
  /// - Errors: ``LuaError``.
  public func run(_ chunk: LuaChunk) throws {
    try enter {
      defer { expected = [] }
      defer { chunk.forgetGlobals(machine.stack) }
      try machine.withLongBudget {
        try machine.call(results: 0) { stack in
          chunk.reference.push(stack)
          lb_set_globals(stack, pointer)
          return 0
        }
      }
      hasRun = true
      judgeDelegates()
    }
  }

  /// Runs `chunk` as a module with this environment's globals, and pushes its result onto the caller's stack.
  ///
  /// - Errors: ``LuaError``.
  public func load(_ chunk: LuaChunk, name: String, on calling: LuaStack? = nil) throws {
    defer { chunk.forgetGlobals(machine.stack) }
    try machine.call(on: calling, results: 1) { stack in
      chunk.reference.push(stack)
      lb_set_globals(stack, pointer)
      name.push(stack)
      return 1
    }
  }

  /// Keeps the userdata of `object` until ``letGo(_:)``, while the host itself holds the object.
  public func hold(_ object: any LuaObject) {
    let stack = machine.stack
    enter {
      object.push(stack)
      // Borrowed as a key only.
      _ = lb_hold(stack, UnsafeRawPointer(Unmanaged<AnyObject>.passUnretained(object).toOpaque()))
      lb_pop(stack, 1)
    }
  }

  /// Leaves the userdata of `object` to the collector.
  public func letGo(_ object: any LuaObject) {
    // Borrowed as a key only.
    enter { lb_letgo(machine.stack, Unmanaged<AnyObject>.passUnretained(object).toOpaque()) }
  }

  /// Ends the environment: its globals, kept objects and stand-ins go to the collector.
  public func finish() {
    expected = []
    madeStandIns?.end()
    lb_copy_end(machine.pointer, pointer)
  }

  /// Remembers a delegate whose names are checked once the script's code has run.
  func expectDelegate(_ stack: LuaStack, _ index: Int32, of protocolName: String) {
    lb_pushvalue(stack, index)
    expected.append((LuaReference(popping: stack), protocolName))
    if hasRun { judgeDelegates() }
  }

  private func judgeDelegates() {
    for (delegate, protocolName) in expected {
      delegate.push(machine.stack)
      machine.judgeDelegate(machine.stack, protocolName)
      lb_pop(machine.stack, 1)
    }
    expected = []
  }
}

extension LuaMachine {
  /// Runs `body`, which may start or end an environment, and then restores the environment that ran before.
  public func keepingEnvironment(_ body: () -> Void) {
    let running = runningReference
    let before = lb_copy_enter(pointer, nil)
    body()
    runningReference = running
    _ = lb_copy_enter(pointer, before)
  }

  /// Pushes the globals of the running environment.
  public func pushGlobals(_ stack: LuaStack) throws {
    guard let running else { throw LuaMessage("no script is running") }
    lb_push_globals(stack, running.pointer)
  }
}

/// A compiled script or module, shared by all script instances of a machine.
public final class LuaChunk {
  let reference: LuaReference

  /// - Parameter name: its name in messages, such as `lunch.lua`.
  /// - Errors: ``LuaError`` with the line of the mistake.
  public init(_ source: String, name: String, machine: LuaMachine) throws {
    var source = source
    // A first line `#!/usr/bin/env …` is the shell's.
    if source.utf8.first == UInt8(ascii: "#") { source = "--" + source }
    let stack = machine.stack
    let isLoaded = source.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lb_load(stack, $0.baseAddress, $0.count, "@" + name) }
    }
    guard isLoaded else { throw LuaError(popping: stack, status: LB_ERROR) }
    machine.noteLines(of: name)
    reference = LuaReference(popping: stack)
  }

  /// Releases the globals that the chunk last ran with, so that it does not keep those of an ended instance
  /// alive.
  func forgetGlobals(_ stack: LuaStack) {
    reference.push(stack)
    lb_set_globals(stack, nil)
    lb_pop(stack, 1)
  }
}
