import CLuaBridge

/// What is counted of the calls of the host into scripts.
extension LuaMachine {
  /// From now on ``callSeconds`` counts.
  public func timeCalls() { lb_time_calls(pointer) }

  /// The calls of the host into scripts so far.
  public var callCount: Int { Int(lb_call_epoch(pointer) / 2) }

  /// What they have taken; 0 before ``timeCalls()``.
  public var callSeconds: Double { Double(lb_call_time(pointer)) / 1e9 }

  /// Runs `body` with ten times the instructions: what a script does once may take longer than a callback.
  public func withLongBudget<Result>(_ body: () throws -> Result) rethrows -> Result {
    let budget = instructionBudget
    let (long, overflows) = budget.multipliedReportingOverflow(by: 10)
    instructionBudget = overflows ? .max : long
    lb_set_long(pointer, true)
    defer {
      lb_set_long(pointer, false)
      instructionBudget = budget
    }
    return try body()
  }
}
