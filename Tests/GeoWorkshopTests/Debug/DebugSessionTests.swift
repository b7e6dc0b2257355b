import Foundation
import Geo
import Testing

@testable import GeoWorkshop

/// `geoscript debug`: what a client asks and gets.
@Suite struct DebugSessionTests {
  @Test func aBreakpointStopsInTheCallbackAndTheScriptRunsToItsEnd() throws {
    let client = try DebugClient.launched(breakpoints: ["3"])
    #expect(try client.stop() == "breakpoint home.lua:3")
    #expect(try client.stack() == ["home.lua:3"])
    #expect(try client.variables(of: "Locals").map { $0.prefix(6) } == ["_ = CL", "region"])
    #expect(try client.variables(of: "Upvalues") == ["timer = nil"])
    #expect(try client.value("region.identifier") == "\"garden\"")
    #expect(client.output("stdout").isEmpty)
    #expect(try client.finish() == 0)
    let alerts = client.output("stdout")
    #expect(alerts.count == 2 && alerts[0].contains("alert: left garden"), "\(alerts)")
    #expect(client.leave() == 0)
  }

  @Test func stepsGoOverIntoAndOut() throws {
    let script = """
      local function inner(x)
        local y = x + 1
        return y * 2
      end
      local function outer()
        local a = inner(1)
        local b = inner(a)
        return a + b
      end
      local sum = outer()
      print(sum)
      """
    let client = try DebugClient.launched(["home.lua": script], entry: true)
    #expect(try client.stop() == "entry home.lua:4")
    #expect(try client.step("next") == "step home.lua:9")
    #expect(try client.step("next") == "step home.lua:10")
    #expect(try client.step("stepIn") == "step home.lua:6")
    #expect(try client.step("next") == "step home.lua:7")
    #expect(try client.variables(of: "Locals") == ["a = 4"])
    #expect(try client.step("stepIn") == "step home.lua:2")
    #expect(try client.stack() == ["home.lua:2", "home.lua:7", "home.lua:10"])
    #expect(try client.value("x") == "4")
    #expect(try client.step("stepOut") == "step home.lua:8")
    #expect(try client.step("stepOut") == "step home.lua:11")
    #expect(try client.value("sum") == "14")
    #expect(try client.finish() == 0)
    #expect(client.output("stdout") == ["14\n"])
  }

  @Test func stepsStayInTheirCoroutine() throws {
    let script = """
      local co = coroutine.wrap(function(n)
        local k = n
        coroutine.yield(k)
        return k + 1
      end)
      local one = co(1)
      local two = co()
      print(one, two)
      """
    let client = try DebugClient.launched(["home.lua": script], breakpoints: ["2"])
    #expect(try client.stop() == "breakpoint home.lua:2")
    #expect(try client.stack() == ["home.lua:2", "home.lua:6"])
    #expect(try client.step("next") == "step home.lua:3")
    // It yields: the script that continues it is next.
    #expect(try client.step("next") == "step home.lua:7")
    #expect(try client.step("next") == "step home.lua:8")
    #expect(try client.finish() == 0)
    #expect(client.output("stdout") == ["1\t2\n"])
  }

  @Test func breakpointsWithoutCodeMoveAndThoseBehindTheEndAreRefused() throws {
    let client = try DebugClient.launched([
      "home.lua": "-- nothing\n\nlocal x = 1\nlocal y = x\n", "bad.lua": "x =",
    ])
    #expect(try client.setBreakpoints(["1", "3", "9"]) == [3, 3, 0])
    #expect(try client.setBreakpoints(["1"], in: "bad.lua") == [0])
    #expect(try client.setBreakpoints(["1"], in: "missing.lua") == [0])
    let bad = try client.ask(
      "setBreakpoints",
      #"{"source":{"path":"\#(client.folder.path("bad.lua"))"},"breakpoints":[{"line":1}]}"#)
    #expect(bad.description.contains("bad.lua:1: "), "\(bad)")
  }

  @Test func modulesHaveBreakpointsToo() throws {
    let files = ["home.lua": "local m = require \"parts.m\"\nprint(m.f(2))\n", "parts.m.lua": ""]
    let client = DebugClient(try ScriptFolder(files.merging(["walk.ndjson": WhyAlertTests.walk]) { $1 }))
    try FileManager.default.createDirectory(
      atPath: client.folder.path("parts"), withIntermediateDirectories: true)
    try "local m = {}\nfunction m.f(x)\n  return x * 2\nend\nreturn m\n".write(
      toFile: client.folder.path("parts/m.lua"), atomically: false, encoding: .utf8)
    try client.ask("initialize")
    // Before the launch, as some editors do.
    #expect(try client.setBreakpoints(["3"], in: "parts/m.lua") == [3])
    try client.launch()
    try client.ask("configurationDone")
    #expect(try client.stop() == "breakpoint parts/m.lua:3")
    #expect(try client.stack() == ["parts/m.lua:3", "home.lua:2"])
    #expect(try client.finish() == 0)
  }

  @Test func valuesAreReadAndSet() throws {
    let script = """
      geoscript.store.visits = 2
      local list = { 10, 20, name = "Rex", sub = { deep = true } }
      local text = "a \\"b\\"\\n"
      local place = CLLocationCoordinate2DMake(1, 2)
      local region = CLCircularRegion.new{ identifier = "x", center = place, radius = 5 }
      do
        local text = 7
        print(text, list.name, list[2], region.radius, geoscript.store.visits)
      end
      """
    let client = try DebugClient.launched(["home.lua": script], breakpoints: ["8"])
    #expect(try client.stop() == "breakpoint home.lua:8")
    let locals = try client.variables(client.scope("Locals"))
    #expect(locals[0].text == "list = {10, 20, name = \"Rex\", sub = {…}}")
    // The inner one hides the outer.
    #expect(locals.map { $0.text.split(separator: " ")[0] } == ["list", "place", "region", "text"])
    #expect(locals[3].text == "text = 7" && locals[3].reference == 0)
    let list = locals[0].reference
    #expect(
      try client.variables(list).map(\.text) == [
        "[1] = 10", "[2] = 20", "name = \"Rex\"", "sub = {deep = true}",
      ])
    #expect(try client.variables(locals[2].reference).map(\.text).contains("radius = 5.0"))
    #expect(try client.variables(of: "Store") == ["visits = 2"])
    #expect(try client.variables(of: "Device")[0] == "name = \"walk\"")
    // Set: a local, an element, a field, a field of the store.
    #expect(try client.set("text", "6 * 7", in: client.scope("Locals")) == "42")
    #expect(try client.set("[2]", "list[1] + 1", in: list) == "11")
    #expect(try client.set("name", "\"Bo\"", in: list) == "\"Bo\"")
    #expect(try client.set("visits", "9", in: client.scope("Store")) == "9")
    #expect(try client.value("region.identifier") == "\"x\"")
    #expect(try client.value("list[3] = 5", context: "repl") == "nil")
    #expect(try client.value("#list") == "3")
    #expect(
      client.refusal("setVariable", #"{"variablesReference":1,"name":"nope","value":"1"}"#).contains("nope"))
    #expect(client.refusal("evaluate", #"{"expression":"1 +"}"#).contains("near <eof>"))
    #expect(client.refusal("evaluate", #"{"expression":"error('no')"}"#).contains("no"))
    #expect(try client.finish() == 0)
    #expect(client.output("stdout") == ["42\tBo\t11\t5.0\t9\n"])
  }

  @Test func whatIsEvaluatedHasABudget() throws {
    let client = try DebugClient.launched(breakpoints: ["3"])
    _ = try client.stop()
    let endless = client.refusal("evaluate", #"{"expression":"(function() while true do end end)()"}"#)
    #expect(endless.contains("--max-instructions"), "\(endless)")
    let caught = client.refusal(
      "evaluate", #"{"expression":"pcall(function() while true do end end)","context":"repl"}"#)
    #expect(caught.contains("--max-instructions"), "\(caught)")
    #expect(client.refusal("evaluate", #"{"expression":"coroutine.yield()"}"#).contains("yield"))
    // The script has its own as before.
    #expect(try client.value("1 + 1") == "2")
    #expect(try client.finish() == 0)
    #expect(client.output("stdout").count == 2)
  }

  @Test func theDeviceItsRegionsAndTheClockAreShown() throws {
    let client = try DebugClient.launched(breakpoints: ["3"])
    _ = try client.stop()
    #expect(try client.variables(of: "Regions") == ["garden = \"outside\""])
    let device = try client.variables(of: "Device")
    #expect(device[1] == "time = \"2026-05-04T10:01:00Z\"")
    #expect(device[2].hasPrefix("location = "))
    let threads = try client.ask("threads")
    #expect(threads.description == #"{"threads":[{"id":1,"name":"walk"}]}"#)
  }

  @Test func theClientMayEndAtAnyMoment() throws {
    let stopped = try DebugClient.launched(breakpoints: ["3"])
    _ = try stopped.stop()
    try stopped.ask("terminate")
    #expect(stopped.ended() == 0)
    #expect(stopped.leave() == 0)
    let gone = try DebugClient.launched(breakpoints: ["3"])
    _ = try gone.stop()
    #expect(gone.vanish() == 0)
    #expect(DebugClient(try ScriptFolder()).vanish() == 0)
  }

  @Test func wrongRequestsHaveClearAnswers() throws {
    let client = DebugClient(
      try ScriptFolder(["bad.lua": "local x = = 1", "walk.ndjson": WhyAlertTests.walk]))
    #expect(client.refusal("launch", "{}").contains("add \"script\""))
    #expect(client.refusal("launch", #"{"script":"a.lua"}"#).contains("add \"from\""))
    #expect(client.refusal("launch", #"{"script":"a.lua","from":[1]}"#).contains("list of texts"))
    let bad = client.folder.path("bad.lua")
    let track = client.folder.path("walk.ndjson")
    #expect(client.refusal("launch", #"{"script":"\#(bad)","from":"\#(track)"}"#).contains("bad.lua:1: "))
    #expect(client.refusal("launch", #"{"script":"nope.lua","from":"\#(track)"}"#).contains("nope.lua"))
    let pipe = #"{"script":"\#(client.folder.path("home.lua"))","from":"-"}"#
    #expect(client.refusal("launch", pipe).contains("--record"))
    let stream = #"{"script":"\#(client.folder.path("home.lua"))","from":"nats://127.0.0.1"}"#
    #expect(client.refusal("launch", stream).contains("geoscript run alone"))
    #expect(client.refusal("initialize", #"{"pathFormat":"uri"}"#).contains("pathFormat"))
    #expect(client.refusal("next").contains("no script runs"))
    #expect(client.refusal("pause").contains("launch"))
    #expect(client.refusal("gotoTargets").contains("does not know the request 'gotoTargets'"))
    #expect(
      client.refusal("setExceptionBreakpoints", #"{"filters":["panic"]}"#).contains("error, alert, region"))
    #expect(client.refusal("setBreakpoints", "{}").contains("path"))
    try client.launch()
    #expect(client.refusal("launch", #"{"script":"a.lua","from":"b"}"#).contains("new session"))
    #expect(client.leave() == 0)
  }

  @Test func brokenMessagesAreNamedAndTheNextOnesAreRead() throws {
    let client = try DebugClient.launched(breakpoints: ["3"])
    _ = try client.stop()
    client.send("{\"seq\":")
    client.send("[1]")
    client.send("{}")
    #expect(try client.value("1") == "1")
    let told = client.output("stderr")
    #expect(
      told.count == 3 && told[0].contains("byte 8") && told[1].contains("object") && told[2].contains("seq"))
    client.sendRaw("GET / HTTP/1.1\r\n\r\n")
    #expect(client.event("output")["output"]?.text?.isEmpty == false)
    #expect(client.vanish() == 65)
  }
}
