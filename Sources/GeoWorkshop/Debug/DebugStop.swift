import Geo
import LuaBridge

/// A script that stands still for a client, and what the client looks at.
final class DebugStop {
  enum Reason {
    case entry, step, pause
    /// A line where one of several may have stopped it.
    case breakpoint
    case breakpoints([Int])
    case exception(DebugFilter, String)
  }

  enum Resumption {
    case step(LuaDebugger.Step)
    /// One line back, and back to the last stop.
    case back, backToStop
  }

  /// What a reference of the client's stands for.
  enum Container {
    case locals(LuaFrame), upvalues(LuaFrame), device, regions, store
    case value(LuaReference)
  }

  let pause: LuaPause
  let reason: Reason
  let device: String
  var resumption: Resumption?
  private var containers: [Container] = []

  init(_ pause: LuaPause, _ reason: Reason, device: String) {
    (self.pause, self.reason, self.device) = (pause, reason, device)
  }

  /// The number of a container, from 1.
  func number(of container: Container) -> Int {
    containers.append(container)
    return containers.count
  }

  subscript(number: Int) -> Container? {
    containers.indices.contains(number - 1) ? containers[number - 1] : nil
  }

  /// A function by its number, from 1.
  func frame(_ number: Int) -> LuaFrame? {
    pause.frames.indices.contains(number - 1) ? pause.frames[number - 1] : nil
  }

  var event: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("threadId", .integer(1)), ("allThreadsStopped", .bool(true)),
    ]
    switch reason {
    case .entry: members.append(("reason", .string("entry")))
    case .step: members.append(("reason", .string("step")))
    case .pause: members.append(("reason", .string("pause")))
    case .breakpoint: members.append(("reason", .string("breakpoint")))
    case .breakpoints(let numbers):
      members.append(("reason", .string("breakpoint")))
      members.append(("hitBreakpointIds", .array(numbers.map { .integer(Int64($0)) })))
    case .exception(let filter, let text):
      members.append(("reason", .string("exception")))
      members.append(("description", .string(filter.label)))
      members.append(("text", .string(text)))
    }
    return .object(members)
  }
}
