import CLuaBridge

/// The nearest owner of the object that has a userdata.
func findKeeper(_ context: UnsafeMutableRawPointer?, _ object: UnsafeMutableRawPointer?)
  -> UnsafeRawPointer?
{
  guard let context, let object else { return nil }
  // The VM lives no longer than its machine, and the userdata owns a reference to the object.
  return context.assumingMemoryBound(to: Unmanaged<LuaMachine>.self).pointee._withUnsafeGuaranteedRef {
    $0.owner(of: Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue())
  }
}

extension LuaMachine {
  /// Goes up from owner to owner; more than a hundred go round in a circle.
  fileprivate func owner(of object: AnyObject) -> UnsafeRawPointer? {
    guard var object = object as? any LuaObject else { return nil }
    for _ in 0..<100 {
      guard let record = records[LuaMachine.classRecord(of: type(of: object), stack)],
        let owner = record.lineage.lazy.compactMap(\.owner).first?(object)
      else { return nil }
      // Borrowed as a key only.
      let key = UnsafeRawPointer(Unmanaged<AnyObject>.passUnretained(owner).toOpaque())
      if lb_hasobject(stack, key) { return key }
      object = owner
    }
    return nil
  }
}
