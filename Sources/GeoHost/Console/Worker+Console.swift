import Geo
import GeoLua
import LuaBridge
import Synchronization

extension ScriptInstance {
  /// The name of typed texts in messages.
  private static let source = "console"

  /// Runs a text with the globals of the script, or only reads if it must change nothing.
  fileprivate func answer(_ text: String, mayChange: Bool) -> ConsoleAnswer {
    guard let script else { return ConsoleAnswer(.fault("the script does not run on this device now")) }
    guard mayChange else {
      do { return ConsoleAnswer(.values(try script.environment.look(at: text))) } catch {
        return ConsoleAnswer(.fault("\(error)"))
      }
    }
    var printed: [String] = []
    var room = ConsoleAnswer.room
    let usual = script.onRecord
    script.onRecord = { record in
      if case .print(let text) = record.content, room > 0 {
        room -= text.utf8.count + 1
        printed.append(text)
      }
      usual(record)
    }
    defer { script.onRecord = usual }
    do {
      let values = try script.environment.evaluate(text, name: ScriptInstance.source)
      return ConsoleAnswer(values.map { .values($0) } ?? .unfinished, printed: printed)
    } catch {
      return ConsoleAnswer(.fault(ScriptInstance.words(of: error, in: text)), printed: printed)
    }
  }

  /// What a run says of an error. The advice of `geoscript check` is about whole scripts.
  private static func words(of error: any Error, in text: String) -> String {
    guard let fault = error as? LuaError, fault.kind == .error else { return "\(error)" }
    return fault.traceback.isEmpty
      ? ScriptFile(source: text, called: source).fault(fault).message : fault.message
  }
}

extension Worker {
  /// Runs a text for an instance between two events, and what follows from it.
  ///
  /// - Parameter delivers: whether queued callbacks run at once, as after an event.
  func answer(
    _ text: String, on instance: ScriptInstance, mayChange: Bool, delivers: Bool = true
  ) -> ConsoleAnswer {
    guard instance.isRunning else {
      return ConsoleAnswer(.fault("the script does not run on this device any more"))
    }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    var answer = ConsoleAnswer(.unfinished)
    if mayChange, plan.saved != nil { markDirty(instance) }
    enter(instance) {
      answer = instance.answer(text, mayChange: mayChange)
      if mayChange, delivers { instance.device.deliver() }
    }
    guard mayChange else { return answer }
    finishEvent(instance)
    if plan.live != nil { scheduleExactly(instance) }
    return answer
  }

  /// The instance of a device, of the group that it is in, or of the group of that name.
  func instance(called name: String) -> ScriptInstance? {
    if let id = plan.directory.knownID(of: name), Int(id.index) < instances.count,
      let instance = instances[Int(id.index)]
    {
      return instance
    }
    return instances.lazy.compactMap(\.self).first { instance in
      guard let group = instance.device.group else { return false }
      return group.name == name || group.member(named: name) != nil
    }
  }
}
