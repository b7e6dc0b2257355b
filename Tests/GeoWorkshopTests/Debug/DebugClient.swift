import Foundation
import Geo
import GeoHost
import Testing

@testable import GeoWorkshop

/// A client of the Debug Adapter Protocol that plays a scripted part.
final class DebugClient {
  private let input = Pipe()
  private let output = Pipe()
  private let thread: WorkerThread<Int32>
  private var frames = DebugFrames()
  private var number: Int64 = 0
  /// Events that nobody has waited for, in order.
  private(set) var events: [JSONValue] = []
  let folder: ScriptFolder

  init(_ folder: ScriptFolder) {
    self.folder = folder
    let (from, to) = (input.fileHandleForReading.fileDescriptor, output.fileHandleForWriting.fileDescriptor)
    thread = WorkerThread {
      DebugSession(DebugChannel(input: from, output: to)) { launch in
        var options = RunOptions(script: launch.script)
        options.sources = launch.sources
        return options
      }.serve()
    }
  }

  /// Begins with the usual requests and waits for the first stop or the end.
  ///
  /// - Parameter breakpoints: each a line, or an object with `line`.
  static func launched(
    _ files: [String: String] = [:], breakpoints: [String] = [], filters: [String] = [], entry: Bool = false,
    track: String = "walk.ndjson"
  ) throws -> DebugClient {
    let walk = ["walk.ndjson": WhyAlertTests.walk]
    let client = DebugClient(try ScriptFolder(walk.merging(files, uniquingKeysWith: { $1 })))
    try client.ask("initialize", #"{"adapterID":"geoscript"}"#)
    client.event("initialized")
    try client.launch(track, entry: entry)
    if !breakpoints.isEmpty { try client.setBreakpoints(breakpoints) }
    try client.ask(
      "setExceptionBreakpoints", #"{"filters":[\#(filters.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    try client.ask("configurationDone")
    return client
  }

  @discardableResult
  func launch(_ track: String = "walk.ndjson", entry: Bool = false) throws -> JSONValue {
    try ask(
      "launch",
      #"{"script":"\#(folder.path("home.lua"))","from":"\#(folder.path(track))","stopOnEntry":\#(entry)}"#)
  }

  /// The lines where they stand, 0 where they could not be set.
  @discardableResult
  func setBreakpoints(_ breakpoints: [String], in file: String = "home.lua") throws -> [Int] {
    let list = breakpoints.map { $0.hasPrefix("{") ? $0 : "{\"line\":\($0)}" }.joined(separator: ",")
    let body = try ask(
      "setBreakpoints", #"{"source":{"path":"\#(folder.path(file))"},"breakpoints":[\#(list)]}"#)
    guard case .array(let set)? = body["breakpoints"] else { return [] }
    return set.map {
      $0["verified"]?.description == "true" ? DebugRequest.whole($0["line"] ?? .null) ?? 0 : 0
    }
  }

  // MARK: Messages

  func send(_ text: String) {
    input.fileHandleForWriting.write(Data("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
  }

  func sendRaw(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// The body of the answer.
  ///
  /// - Errors: ``DebugFault`` with the message of a refusal.
  @discardableResult
  func ask(_ command: String, _ arguments: String = "{}") throws -> JSONValue {
    number += 1
    send(#"{"seq":\#(number),"type":"request","command":"\#(command)","arguments":\#(arguments)}"#)
    while let message = read() {
      guard message["type"]?.text == "response" else {
        events.append(message)
        continue
      }
      #expect(message["request_seq"]?.description == "\(number)")
      #expect(message["command"]?.text == command)
      guard message["success"]?.description == "true" else {
        throw DebugFault(message["message"]?.text ?? "?")
      }
      return message["body"] ?? .null
    }
    throw DebugFault("the session has ended")
  }

  /// Why a request is refused; empty if it is not.
  func refusal(_ command: String, _ arguments: String = "{}") -> String {
    do {
      try ask(command, arguments)
      return ""
    } catch { return "\(error)" }
  }

  /// Waits for an event of this name; others before it stay.
  @discardableResult
  func event(_ name: String) -> JSONValue {
    var index = 0
    while true {
      while index < events.count {
        if events[index]["event"]?.text == name { return events.remove(at: index)["body"] ?? .null }
        index += 1
      }
      guard let message = read() else {
        Issue.record("there is no event '\(name)'")
        return .null
      }
      events.append(message)
    }
  }

  private func read() -> JSONValue? {
    while true {
      switch frames.next() {
      case .message(let message)?: return message
      case .flaw(let text)?, .broken(let text)?:
        Issue.record("\(text)")
        return nil
      case nil: break
      }
      // No test waits for ever.
      var room = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&room, 1, 60_000) == 1 else { return nil }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      frames.append(data)
    }
  }

  // MARK: What a person looks at

  /// Waits for a stop: `breakpoint home.lua:3`.
  func stop() throws -> String {
    let event = event("stopped")
    let reason = event["text"]?.text ?? event["reason"]?.text ?? ""
    return "\(reason) \(try place())"
  }

  /// The top of the stack, `home.lua:3`.
  func place() throws -> String { try stack().first ?? "" }

  func stack() throws -> [String] {
    guard case .array(let frames)? = try ask("stackTrace", #"{"threadId":1}"#)["stackFrames"] else {
      return []
    }
    return frames.map { "\($0["source"]?["name"]?.text ?? "?"):\($0["line"]?.description ?? "?")" }
  }

  func step(_ command: String) throws -> String {
    try ask(command, #"{"threadId":1}"#)
    return try stop()
  }

  func value(_ expression: String, context: String = "watch") throws -> String {
    let text = JSONValue.string(expression).description
    return try ask("evaluate", #"{"expression":\#(text),"context":"\#(context)","frameId":1}"#)["result"]?
      .text ?? ""
  }

  /// The reference of a scope.
  func scope(_ name: String, frame: Int = 1) throws -> Int {
    guard case .array(let scopes)? = try ask("scopes", #"{"frameId":\#(frame)}"#)["scopes"] else { return 0 }
    return scopes.first { $0["name"]?.text == name }?["variablesReference"].flatMap(DebugRequest.whole) ?? 0
  }

  /// The values of a reference, `name = value`, and their references.
  func variables(_ reference: Int) throws -> [(text: String, reference: Int)] {
    let body = try ask("variables", #"{"variablesReference":\#(reference)}"#)
    guard case .array(let values)? = body["variables"] else { return [] }
    return values.map { value in
      (
        "\(value["name"]?.text ?? "?") = \(value["value"]?.text ?? "?")",
        value["variablesReference"].flatMap(DebugRequest.whole) ?? 0
      )
    }
  }

  func variables(of scope: String) throws -> [String] { try variables(self.scope(scope)).map(\.text) }

  func set(_ name: String, _ value: String, in reference: Int) throws -> String {
    let text = JSONValue.string(value).description
    return try ask(
      "setVariable", #"{"variablesReference":\#(reference),"name":"\#(name)","value":\#(text)}"#)[
        "value"]?.text ?? ""
  }

  /// The texts of output events so far.
  func output(_ category: String) -> [String] {
    events.filter { $0["event"]?.text == "output" && $0["body"]?["category"]?.text == category }
      .compactMap { $0["body"]?["output"]?.text }
  }

  /// Lets the script run to its end; returns its exit code.
  func finish() throws -> Int {
    try ask("continue", #"{"threadId":1}"#)
    return ended()
  }

  func ended() -> Int {
    let code = event("exited")["exitCode"].flatMap(DebugRequest.whole) ?? -1
    event("terminated")
    return code
  }

  /// Goes; returns the exit code of the command.
  func leave() -> Int32? {
    _ = try? ask("disconnect")
    return thread.join()
  }

  /// Closes its end without a word.
  func vanish() -> Int32? {
    try? input.fileHandleForWriting.close()
    return thread.join()
  }
}
