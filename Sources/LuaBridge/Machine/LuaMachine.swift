public import CLuaBridge

/// A Lua virtual machine with the host's classes, shared by many instances of one script.
///
/// Not Sendable: a machine is used on one thread only.
public final class LuaMachine {
  let pointer: OpaquePointer
  /// The main stack.
  public let stack: LuaStack
  var declarations = LuaDeclarations()
  /// Declared structs, modules, protocols and delegates, which are created immediately.
  var eagerCatalog = LuaCatalog()
  /// What the scopes of globals declared that have been made, by their place among all declarations.
  var scopes: [Int: LuaDeclared] = [:]

  // Grows only while bindings are declared; calls come by index.
  var members: [LuaMember] = []
  // The same without ownership: a crossing then neither checks bounds nor counts references. `members` owns them.
  fileprivate var table = UnsafeMutablePointer<Unmanaged<LuaMember>>.allocate(capacity: 64)
  fileprivate var tableRoom = 64
  /// Delegate names already checked, as `protocol.name`.
  var judgedNames: Set<String> = []
  /// Module values computed at each read, by module and name.
  var moduleProperties: [String: [String: (LuaStack) throws -> Int32]] = [:]
  /// Global values created at each read, so that no script instance changes another's.
  var globalValues: [String: (LuaStack) -> Void] = [:]
  var records: [OpaquePointer: LuaClassRecord] = [:]
  /// Whether lines are counted, and the lines with code of each file.
  var countsLines = false
  var activeLines: [String: Set<Int>] = [:]
  /// The class whose methods a plain table gets once it stands for an object; may be nil.
  public var tableClass: (any LuaObject.Type)?
  /// The stand-ins of what the host itself runs.
  lazy var standIns = LuaStandIns(machine: self, environment: nil)
  /// Receives warnings about a script; set by the host.
  public var onWarning: (String) -> Void = { _ in }
  /// Answers `require`: pushes the module's value. Set by the host.
  public var onRequire: (String, LuaStack) throws -> Void = { name, _ in
    throw LuaMessage("module '\(name)' not found")
  }
  // The caller of LuaEnvironment.enter keeps the environment as long as it runs.
  @exclusivity(unchecked) var runningReference: Unmanaged<LuaEnvironment>?
  var running: LuaEnvironment? { runningReference?.takeUnretainedValue() }
  /// The running environment; nil while the host itself runs.
  public var runningEnvironment: LuaEnvironment? { running }

  /// The owner of the environment that runs on a stack; nil while the host itself runs.
  public static func owner(of stack: LuaStack) -> AnyObject? {
    let context = lb_context(stack).assumingMemoryBound(to: Unmanaged<LuaMachine>.self)
    // The machine owns the VM that `stack` is part of, and the caller of LuaEnvironment.enter the environment.
    return context.pointee._withUnsafeGuaranteedRef {
      $0.runningReference?._withUnsafeGuaranteedRef { $0.owner }
    }
  }

  /// The bytes that it may use.
  public let memoryLimit: Int
  /// The bytes that the host keeps for all scripts outside of it, which count against its limit.
  public var outsideBytes: () -> Int = { 0 }

  /// Makes a machine that may use `memoryLimit` bytes.
  public init(memoryLimit: Int = 1 << 30) {
    self.memoryLimit = memoryLimit
    // Set at once below: lb_open needs the context's address only when Lua first calls.
    let context = UnsafeMutablePointer<Unmanaged<LuaMachine>>.allocate(capacity: 1)
    let host = lb_host(call: callMember, release: releaseObject, keeper: findKeeper)
    guard let pointer = lb_open(context, host, Int64(memoryLimit)) else {
      preconditionFailure("no memory for a Lua machine")
    }
    self.pointer = pointer
    stack = lb_main(pointer)
    self.context = context
    // Unowned by Lua: the machine closes its VM in deinit, before it goes.
    context.initialize(to: Unmanaged.passUnretained(self))
    declareHostMembers()
    add(LuaHostError.self, name: "HostError", isPublished: false, LuaHostError.bind)
  }

  private let context: UnsafeMutablePointer<Unmanaged<LuaMachine>>

  deinit {
    lb_close(pointer)
    context.deallocate()
    table.deallocate()
  }

  /// The machine that a stack belongs to.
  @inlinable
  public static func of(_ stack: LuaStack) -> LuaMachine {
    let context = lb_context(stack).assumingMemoryBound(to: Unmanaged<LuaMachine>.self)
    // The machine owns the VM that `stack` is part of.
    return context.pointee.takeUnretainedValue()
  }

  /// Instructions that one callback may run.
  public var instructionBudget: Int64 = 50_000_000 {
    didSet { lb_set_budget(pointer, instructionBudget) }
  }

  /// Bytes of Lua and the objects that it keeps.
  public var bytes: Int { Int(lb_bytes(pointer)) }

  /// The number of host objects that scripts hold.
  public var liveObjects: Int { Int(lb_live_objects(pointer)) }

  /// Collects all garbage and releases what it held.
  public func collect() { lb_collect(pointer) }

  /// Lets the collector do `steps` small steps. For tests.
  public func step(_ steps: Int) { lb_step(pointer, Int32(steps)) }

  /// Makes every `n`th allocation of a script fail; 0 ends it. For tests.
  public func setChaos(_ n: Int) { lb_set_chaos(pointer, Int64(n)) }

  /// Probe for another thread to find a call that does not return.
  public var watch: LuaWatch { LuaWatch(machine: pointer) }
}

/// A look at a machine from another thread.
///
/// Sendable by its invariant: it touches only atomic words of the VM, which must outlive it.
public struct LuaWatch: @unchecked Sendable {
  let machine: OpaquePointer

  /// Odd while a call from the host runs; changes with each.
  public var epoch: UInt64 { lb_call_epoch(machine) }
  /// The instructions that the running call may take.
  public var budget: Int64 { lb_call_budget(machine) }
  /// Ends the call of that epoch when Lua next counts its instructions.
  public func stop(_ epoch: UInt64) { lb_stop(machine, epoch) }
  /// The line that ran when instructions were last counted.
  public var line: Int { Int(lb_current_line(machine)) }
}

/// One thing that Lua can call.
package final class LuaMember {
  package enum Kind { case function, moduleFunction, method, setter }

  let name: String
  let kind: Kind
  let body: (LuaStack) throws -> Int32

  init(_ name: String, kind: Kind, _ body: @escaping (LuaStack) throws -> Int32) {
    self.name = name
    self.kind = kind
    self.body = body
  }
}

/// The one entry from Lua into Swift, which never yields: it returns a code, and C does.
private func callMember(_ context: UnsafeMutableRawPointer?, _ stack: OpaquePointer?, _ member: Int32)
  -> Int32
{
  guard let context, let stack else { return 0 }
  let machine = context.assumingMemoryBound(to: Unmanaged<LuaMachine>.self)
  // The VM lives no longer than its machine.
  return machine.pointee._withUnsafeGuaranteedRef { machine in
    machine.table[Int(member)]._withUnsafeGuaranteedRef { member in
      do {
        return try member.body(stack)
      } catch is LuaSuspension {
        return LB_SUSPEND
      } catch {
        machine.raise(error, by: member, stack)
        return -1
      }
    }
  }
}

/// Gives up the reference that a userdata held.
private func releaseObject(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  // Balances the passRetained of LuaMachine.pushNew or LuaArguments.adopt.
  Unmanaged<AnyObject>.fromOpaque(object).release()
}

extension LuaMachine {
  func addMember(
    _ name: String, as kind: LuaMember.Kind = .function, _ body: @escaping (LuaStack) throws -> Int32
  ) -> Int32 {
    let member = LuaMember(name, kind: kind, body)
    members.append(member)
    if members.count > tableRoom {
      let grown = UnsafeMutablePointer<Unmanaged<LuaMember>>.allocate(capacity: tableRoom * 2)
      grown.moveInitialize(from: table, count: members.count - 1)
      table.deallocate()
      (table, tableRoom) = (grown, tableRoom * 2)
    }
    // Borrowed: `members` keeps it as long as the machine lives.
    (table + members.count - 1).initialize(to: Unmanaged.passUnretained(member))
    return Int32(members.count - 1)
  }

  /// Pushes the Lua error that stands for `error`.
  func raise(_ error: any Error, by member: LuaMember, _ stack: LuaStack) {
    _ = lb_checkstack(stack, 8)
    switch error {
    case let error as LuaError:
      error.rethrow(stack)
    case let argument as LuaArgumentError:
      let forgotColon = member.kind == .method && argument.isMissing && !lb_called_by_colon(stack)
      let advice = forgotColon ? "; call it with a colon: object:\(member.name)(…)" : dotAdvice(member, stack)
      "\(place(stack))\(argument.message(for: member))\(advice)".push(stack)
    case let mismatch as LuaMismatch where member.kind == .setter:
      "\(place(stack))bad value for '\(member.name)' (\(mismatch.message))".push(stack)
    case let mismatch as LuaMismatch:
      "\(place(stack))\(member.name): \(mismatch.message)\(dotAdvice(member, stack))".push(stack)
    case let message as LuaMessage:
      "\(place(stack))\(message)\(dotAdvice(member, stack))".push(stack)
    case let value as any LuaValue:
      value.push(stack)
    default:
      LuaHostError(error, place: place(stack)).push(stack)
    }
  }

  /// Advice for `geoscript:alert{…}`.
  private func dotAdvice(_ member: LuaMember, _ stack: LuaStack) -> String {
    guard member.kind == .moduleFunction, lb_called_by_colon(stack) else { return "" }
    return "; call it with a dot: \(member.name)(…)"
  }

  /// Calls what `push` put on the stack, function first; it returns the number of arguments.
  ///
  /// - Parameter calling: the stack that gets the results, nil for the main one; inside a call from Lua that is the
  ///   stack of the caller, which may be a coroutine's.
  /// - Errors: ``LuaError``.
  @inlinable
  public func call(
    on calling: LuaStack? = nil, results: Int32, _ push: (LuaStack) throws -> Int32
  ) throws {
    let stack = calling ?? stack
    guard lb_checkstack(stack, 16) else { throw LuaError(.error, message: "stack overflow") }
    lb_pushhandler(stack)
    let top = lb_top(stack)
    let arguments: Int32
    do {
      arguments = try push(stack)
    } catch {
      lb_settop(stack, top - 1)
      throw error
    }
    let status = lb_pcall(stack, arguments, results)
    if status != LB_OK { throw LuaMachine.failure(stack, status) }
  }

  @usableFromInline
  static func failure(_ stack: LuaStack, _ status: Int32) -> LuaError {
    LuaError(popping: stack, status: status)
  }
}
