import Geo
public import LuaBridge

extension GeoscriptModule {
  static func declareTasks(_ m: LuaScope) {
    m.function(
      "task", ["f"], .none,
      "Starts a function that can wait, in a turn after the running callback; `geoscript.sleep`, geocoders and "
        + "loops over events wait in it."
    ) { [unowned machine = m.machine] (f: LuaFunction, caller: LuaCaller) -> ScriptTask in
      try RunningScript.current(machine).startTask(f, caller)
    }
    m.function(
      "sleep", ["seconds"],
      "Lets the task wait for a time of the device's clock; other callbacks run meanwhile."
    ) { [unowned machine = m.machine] (seconds: Double, caller: LuaCaller) in
      try requireTime(seconds, "sleep")
      throw try RunningScript.current(machine).tasks.sleep(seconds, caller)
    }
  }
}

extension ScriptTask: LuaObject {
  public static var luaType: String { "Task" }

  static func declareClasses(_ machine: LuaMachine) {
    machine.add(ScriptTask.self, name: "Task", swiftBytes: 160, ScriptTask.bind)
    machine.add(
      AwaitedSequence.self, name: "AwaitedSequence", swiftBytes: 64, isPublished: false, AwaitedSequence.bind)
  }

  static func bind(_ c: LuaBinder<ScriptTask>) {
    c.summary("A function that `geoscript.task` has started.")
    c.method(
      "cancel",
      "Ends the task where it waits, or where it next waits if it runs; a second call does nothing."
    ) { [unowned machine = c.machine] me in try RunningScript.current(machine).tasks.cancel(me) }
    c.property("isCancelled", .none, "Whether `cancel` has ended it.") { $0.isCancelled }
    c.property("isFinished", .none, "Whether its function has returned or failed, or the task was canceled.")
    {
      $0.isFinished
    }
  }
}

extension RunningScript {
  /// Bytes of a task besides its coroutine.
  private static let taskBytes = 500

  func startTask(_ function: LuaFunction, _ caller: LuaCaller) throws -> ScriptTask {
    guard !isFinishing else {
      throw LuaMessage("geoscript.task: the run is already ending; start the task earlier")
    }
    let memory = try chargeHost(RunningScript.taskBytes)
    return tasks.add(caller.makeTask(function), memory)
  }
}
