import CLuaBridge

/// The stand-ins of one script instance, indexed by the value that they stand for.
final class LuaStandIns {
  /// Nil once the script instance has ended; no references are left then.
  private(set) weak var machine: LuaMachine?
  /// The account that pays; nil for the host's own.
  private let environment: OpaquePointer?
  /// Borrowed: each stand-in takes itself out in its deinit. A value whose stand-in lives cannot be collected, so an
  /// address here is never that of another value.
  ///
  /// Unchecked, as are the links: a script may make a stand-in for each of many values, and nothing is called while the
  /// list changes.
  @exclusivity(unchecked) private var heads: [UnsafeRawPointer: Unmanaged<LuaStandIn>] = [:]
  /// Bytes of a stand-in in Swift and in the registry.
  private static let bytes: Int64 = 192

  init(machine: LuaMachine, environment: OpaquePointer?) {
    self.machine = machine
    self.environment = environment
  }

  /// The stand-in of that subclass for the value at `pointer`, if there is one.
  func find<StandIn: LuaStandIn>(_ pointer: UnsafeRawPointer, as type: StandIn.Type) -> StandIn? {
    var link = heads[pointer]
    while let standIn = link?.takeUnretainedValue() {
      if let found = standIn as? StandIn { return found }
      link = standIn.next
    }
    return nil
  }

  func insert(_ standIn: LuaStandIn) {
    standIn.next = heads[standIn.value.pointer]
    heads[standIn.value.pointer] = Unmanaged.passUnretained(standIn)
    charge(LuaStandIns.bytes)
  }

  func remove(_ standIn: LuaStandIn) {
    guard let machine else { return }
    let pointer = standIn.value.pointer
    // Borrowed for comparison: the removed one is in no list after this.
    let going = Unmanaged.passUnretained(standIn).toOpaque()
    if heads[pointer]?.toOpaque() == going {
      heads[pointer] = standIn.next
      if standIn.next == nil {
        _ = lb_pushref(machine.stack, standIn.value.reference)
        lb_observe(machine.stack, -1, false)
        lb_pop(machine.stack, 1)
      }
    } else {
      var link = heads[pointer]
      while let other = link?.takeUnretainedValue() {
        if other.next?.toOpaque() == going { other.next = standIn.next }
        link = other.next
      }
    }
    lb_unref(machine.stack, standIn.value.reference)
    charge(-LuaStandIns.bytes)
  }

  func notify(_ pointer: UnsafeRawPointer, _ name: String) throws {
    var link = heads[pointer]
    while let standIn = link?.takeUnretainedValue() {
      try standIn.valueDidChange(name)
      link = standIn.next
    }
  }

  /// Releases every value; surviving stand-ins are empty.
  func end() {
    guard let machine else { return }
    self.machine = nil
    for head in heads.values {
      var link: Unmanaged<LuaStandIn>? = head
      while let standIn = link?.takeUnretainedValue() {
        lb_unref(machine.stack, standIn.value.reference)
        lb_copy_charge(machine.pointer, environment, -LuaStandIns.bytes)
        link = standIn.next
      }
    }
    heads = [:]
  }

  private func charge(_ bytes: Int64) {
    if let machine, let environment { lb_copy_charge(machine.pointer, environment, bytes) }
  }
}

extension LuaMachine {
  /// The Swift object that stands for the table or object at `index`: the same one as long as it lives.
  ///
  /// A plain table without a metatable has the methods of `NSObject` from then on. A table that serves two
  /// protocols has a stand-in for each.
  ///
  /// - Errors: ``LuaMismatch`` when it is neither, or a required field is missing; ``LuaError`` of a getter.
  public func standIn<StandIn: LuaStandIn>(
    _ stack: LuaStack, _ index: Int32, as type: StandIn.Type
  ) throws -> StandIn {
    let kind = lb_type(stack, index)
    guard kind == LB_USERDATA || (kind == LB_TABLE && lb_toclass(stack, index) == nil),
      let pointer = lb_topointer(stack, index)
    else { throw LuaMismatch(expected: type.luaName, stack, index) }
    let standIns = running?.standIns ?? standIns
    if let found = standIns.find(pointer, as: type) { return found }
    return try makeStandIn(
      stack, lb_absindex(stack, index), at: pointer, among: standIns, as: type)
  }

  private func makeStandIn<StandIn: LuaStandIn>(
    _ stack: LuaStack, _ index: Int32, at pointer: UnsafeRawPointer, among standIns: LuaStandIns,
    as type: StandIn.Type
  ) throws -> StandIn {
    if lb_isunborn(stack, index), let error = LuaMachine.expired(stack, index) as? LuaMessage {
      throw LuaMismatch(error.description)
    }
    for field in type.requiredFields {
      if lb_type(stack, index) == LB_TABLE, lb_rawgetfield(stack, index, field) > LB_NIL {
        lb_pop(stack, 1)
        continue
      }
      if lb_type(stack, index) == LB_TABLE { lb_pop(stack, 1) }
      guard lb_getfield(stack, index, field) else {
        let error = LuaError(popping: stack, status: LB_ERROR)
        // An object or a struct of the host's raises for a field that its kind has not.
        throw isOfTheHost(stack, index) ? LuaMismatch(expected: type.luaName, stack, index) : error
      }
      let isThere = lb_type(stack, -1) != LB_NIL
      lb_pop(stack, 1)
      if !isThere { throw LuaMismatch("\(type.luaName) expected, field '\(field)' is missing") }
    }
    if lb_type(stack, index) == LB_TABLE, let tableClass {
      lb_conform(stack, index, LuaMachine.classRecord(of: tableClass, stack))
    }
    lb_observe(stack, index, true)
    lb_pushvalue(stack, index)
    let standIn = type.init(
      LuaStandIn.Value(standIns: standIns, pointer: pointer, reference: lb_ref(stack)))
    standIns.insert(standIn)
    return standIn
  }

  private func isOfTheHost(_ stack: LuaStack, _ index: Int32) -> Bool {
    if lb_type(stack, index) == LB_TABLE {
      let name = LuaMismatch.name(stack, index)
      return catalog.structs.contains { $0.name == name }
    }
    guard lb_type(stack, index) == LB_USERDATA, let cls = lb_kind(stack, index) else { return false }
    return lb_class_host(cls) == cls
  }

  /// Notifies observers of the value at 1 that its field named at 2 changed.
  func notifyOfChange(_ stack: LuaStack) throws {
    guard let name = try? String.read(stack, 2) else { return }
    if let pointer = lb_topointer(stack, 1) { try (running?.standIns ?? standIns).notify(pointer, name) }
    try (LuaMachine.object(stack, 1) as? any LuaObserved)?.valueDidChange(name)
  }

  /// The host object at `index`, of any class; nil for anything else and for an expired object.
  public static func object(_ stack: LuaStack, _ index: Int32) -> AnyObject? {
    var cls: OpaquePointer?
    var isExpired = false
    guard let object = lb_anyobject(stack, index, &cls, &isExpired) else { return nil }
    // The userdata on the stack owns a reference, so the object is alive for this read.
    return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }
}

/// A host object that is notified when the script announces that one of its values changed.
public protocol LuaObserved: LuaObject {
  /// - Errors: pass to the script's call of `didChangeValueForKey`.
  func valueDidChange(_ name: String) throws
}
