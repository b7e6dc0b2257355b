import CLuaBridge

/// One running script instance: its own globals, its own account of memory, its own random numbers.
public final class LuaEnvironment {
  public let machine: LuaMachine
  let pointer: OpaquePointer
  /// The host's own record of what this copy belongs to; never dangling: whoever sets it sets it to nil as it ends.
  ///
  /// Not weak: each retain of an object with weak references takes a slow path.
  public unowned(unsafe) var owner: AnyObject?
  private var expected: [(delegate: LuaReference, protocolName: String)] = []
  private var hasRun = false
  private var madeStandIns: LuaStandIns?
  var standIns: LuaStandIns {
    if let madeStandIns { return madeStandIns }
    let made = LuaStandIns(machine: machine, environment: pointer)
    madeStandIns = made
    return made
  }

  public init(machine: LuaMachine, memoryLimit: Int = 8 << 20, seed: UInt64 = 0) {
    self.machine = machine
    guard let pointer = lb_copy_new(machine.pointer, Int64(memoryLimit), seed) else {
      preconditionFailure("no memory for a copy of the script")
    }
    self.pointer = pointer
  }

  /// Bytes that this copy's values take.
  public var bytes: Int { Int(lb_copy_bytes(pointer)) }

  /// Charges the copy with memory that the host keeps for it; negative when that has been given back.
  public func charge(_ bytes: Int) { lb_copy_charge(machine.pointer, pointer, Int64(bytes)) }

  /// Charges the copy with its part of what all copies share: it counts against the copy's limit, not once more
  /// against the machine's.
  public func reserve(_ bytes: Int) { lb_copy_reserve(pointer, Int64(bytes)) }

  /// Callbacks in a row that ran over a limit.
  public var trips: Int { Int(lb_copy_trips(pointer)) }

  /// Makes this the running copy while `body` runs.
  @inlinable
  public func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = begin()
    defer { end(before) }
    return try body()
  }

  /// Makes this the running copy until the ``LuaMachine/keepingEnvironment(_:)`` or ``enter(_:)`` around it ends.
  public func activate() { _ = begin() }

  @usableFromInline
  func begin() -> (OpaquePointer?, Unmanaged<LuaEnvironment>?) {
    // Given back in end(_:), within the life of the caller's frame, which holds both copies.
    let running = machine.runningReference
    machine.runningReference = Unmanaged.passUnretained(self)
    return (lb_copy_enter(machine.pointer, pointer), running)
  }

  @usableFromInline
  func end(_ before: (OpaquePointer?, Unmanaged<LuaEnvironment>?)) {
    machine.runningReference = before.1
    _ = lb_copy_enter(machine.pointer, before.0)
  }

  /// Runs the script's main chunk with this copy's globals.
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

  /// Pushes the result of `chunk` run as a module with this copy's globals onto the stack of who asks for it.
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

  /// Ends the copy: its globals, its held objects and what stand-ins keep go to the collector.
  public func finish() {
    expected = []
    madeStandIns?.end()
    lb_copy_end(machine.pointer, pointer)
  }

  /// Remembers a delegate whose names are judged once the script has had its say.
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
  /// Runs `body`, inside of which a copy may start or end; then the copy that ran before runs again.
  public func keepingEnvironment(_ body: () -> Void) {
    let running = runningReference
    let before = lb_copy_enter(pointer, nil)
    body()
    runningReference = running
    _ = lb_copy_enter(pointer, before)
  }

  /// Pushes the globals of the copy that runs.
  public func pushGlobals(_ stack: LuaStack) throws {
    guard let running else { throw LuaMessage("no script runs") }
    lb_push_globals(stack, running.pointer)
  }
}

/// A compiled script or module, shared by all copies of a machine.
public final class LuaChunk {
  let reference: LuaReference

  /// - Parameter name: what messages call it, such as `lunch.lua`.
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
    reference = LuaReference(popping: stack)
  }

  /// Lets go of the globals that the chunk ran with last, so that it does not keep an ended copy's alive.
  fileprivate func forgetGlobals(_ stack: LuaStack) {
    reference.push(stack)
    lb_set_globals(stack, nil)
    lb_pop(stack, 1)
  }
}
