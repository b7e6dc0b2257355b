import CLuaBridge
import Testing

@testable import LuaBridge

extension BridgeTests {
  /// HO-120 … HO-123 in the bridge: where scripts stop, and what is seen there.
  @Suite struct LuaDebuggerTests {
    private let bench = Bench()

    /// The lines at which a script stops.
    private func stops(
      _ source: String, _ prepare: (LuaDebugger) -> Void, _ onStop: ((LuaPause) -> Void)? = nil
    ) throws -> [Int] {
      let debugger = LuaDebugger(bench.machine)
      var lines: [Int] = []
      debugger.onStop = { pause in
        lines.append(pause.frames.first?.line ?? 0)
        onStop?(pause)
      }
      prepare(debugger)
      _ = try? bench.run(source)
      return lines
    }

    @Test func linesAreCountedAlikeInEachRun() throws {
      let source = "local n = 0\nfor i = 1, 3 do\n  n = n + i\nend\nprint(n)"
      var counts: [UInt64] = []
      for _ in 1...2 {
        let debugger = LuaDebugger(bench.machine)
        try bench.run(source)
        counts.append(debugger.lineCount)
      }
      // As `debug.sethook(f, "l")` of Lua 5.4.4 counts.
      #expect(counts == [9, 9])
      for number in 1...9 {
        #expect(
          try stops(source) { $0.target = UInt64(number) } == [[1, 2, 3, 2, 3, 2, 3, 2, 5][number - 1]])
      }
    }

    @Test func withoutADebuggerNothingIsHooked() throws {
      var made: LuaDebugger? = LuaDebugger(bench.machine)
      var count = 0
      made?.onStop = { _ in count += 1 }
      made?.request(true)
      try bench.run("print(1)")
      #expect(count == 1)
      made = nil
      try bench.run("print(2)")
      #expect(count == 1 && bench.printed == ["2"])
    }

    @Test func anAbandonedCallCannotBeCaught() throws {
      let source = "pcall(function()\n  while true do\n    pcall(print)\n  end\nend)\nprint('on')"
      let debugger = LuaDebugger(bench.machine)
      debugger.setBreakpoints([("test.lua", 3)])
      debugger.onStop = { [unowned debugger] _ in debugger.abandon() }
      #expect(throws: LuaError.self) { try bench.run(source) }
      #expect(bench.printed == [])
    }

    @Test func whatIsEvaluatedLeavesNoTrace() throws {
      bench.machine.instructionBudget = 100_000
      let source = """
        local kept = {}
        local before = tostring({})
        local n = 1
        print(before, tostring(kept), n)
        """
      _ = try stops(source, { $0.target = 4 }) { pause in
        pause.inspect { look in
          let frame = pause.frames.first
          // Numbers that values get here, a budget that runs out, errors and what waits change nothing.
          #expect((try? look.evaluate("tostring({}) .. tostring(kept)", in: frame)) != nil)
          for wrong in ["(function() while true do end end)()", "error({})", "string.rep('x', 1e9)", "n.x.y"]
          {
            #expect(throws: LuaError.self) { try look.evaluate(wrong, in: frame) }
          }
          #expect((try? look.evaluate("n = n + 41", in: frame)) != nil)
        }
      }
      #expect(bench.printed == ["table: 1\ttable: 2\t42"])
    }

    @Test func variablesAreThoseOfTheFunction() throws {
      let source = """
        local outer, shared = 1, 2
        local function f(a, ...)
          local a = a * 10
          for i = 1, 1 do
            shared = shared + a + i
          end
        end
        f(3, "x", "y")
        """
      var seen: [String] = []
      _ = try stops(source, { $0.setBreakpoints([("test.lua", 5)]) }) { pause in
        pause.inspect { look in
          let frame = pause.frames[0]
          seen += look.locals(of: frame).map { "\($0.name)=\(look.text(of: $0.value))" }
          seen += look.upvalues(of: frame).map { "^\($0.name)=\(look.text(of: $0.value))" }
          // Names of outer functions that it does not use are globals there.
          #expect((try? look.text(of: look.evaluate("a + shared", in: frame))) == "32")
          #expect(throws: LuaError.self) { try look.evaluate("outer + 1", in: frame) }
          #expect((try? look.text(of: look.evaluate("outer", in: pause.frames[1]))) == "1")
        }
      }
      #expect(seen == ["a=30", "i=1", "...[1]=\"x\"", "...[2]=\"y\"", "^shared=2"])
    }

    @Test func afterTheStopWhatWasEvaluatedSeesGlobalsOnly() throws {
      let source = "g = 5\nlocal x = 1\nlocal y = x\nprint(x, kept(), pcall(keptLocal))"
      _ = try stops(source, { $0.setBreakpoints([("test.lua", 3)]) }) { pause in
        pause.inspect { look in
          let frame = pause.frames.first
          #expect((try? look.evaluate("kept = function() return g end", in: frame)) != nil)
          #expect((try? look.evaluate("keptLocal = function() return x end", in: frame)) != nil)
          // A coroutine in the same text sees them, too.
          let coroutine = "coroutine.wrap(function() x = 7 end)()"
          #expect((try? look.evaluate(coroutine, in: frame)) != nil)
        }
      }
      #expect(bench.printed.count == 1 && bench.printed[0].hasPrefix("7\t5\tfalse\t"), "\(bench.printed)")
    }

    @Test func textsReadLikeLua() throws {
      let source =
        "local t = { 1, nil, 3, ['a b'] = 'x\\0\"', [2.5] = true, f = print }\nlocal long = {}\n"
        + "for i = 1, 500 do long[i] = i end\nlocal s = ('ä'):rep(5000)\nprint()"
      var texts: [String] = []
      _ = try stops(source, { $0.setBreakpoints([("test.lua", 5)]) }) { pause in
        pause.inspect { look in
          texts = look.locals(of: pause.frames[0]).map { look.text(of: $0.value) }
          let names = look.contents(of: look.locals(of: pause.frames[0])[0].value).map(\.name)
          #expect(names == ["[1]", "[2.5]", "[3]", "a b", "f"])
        }
      }
      #expect(texts[0] == "{1, nil, 3, [\"a b\"] = \"x\\x00\\\"\", f = function}")
      #expect(texts[1].hasPrefix("{1, 2, 3, ") && texts[1].hasSuffix(", …}") && texts[1].utf8.count < 500)
      #expect(texts[2].hasSuffix("ä…\"") && texts[2].count == 4003)
    }
  }
}
