import Testing

@testable import LuaBridge

extension BridgeTests {
  @Suite struct LuaErrorTests {
    @Test func aLuaErrorCrossesTwiceAsTheSameObject() throws {
      let bench = Bench()
      let lines = try bench.run(
        """
        local mine = { code = 7 }
        local ok, e = pcall(call, function() call(function() error(mine) end) end)
        print(ok, e == mine, e.code)
        """)
      #expect(lines == ["false\ttrue\t7"])
    }

    @Test func bothTracebacksTravel() throws {
      let bench = Bench()
      do {
        try bench.run("local function inner() error('deep') end\ncall(function() inner() end)")
        Issue.record("no error")
      } catch let error as LuaError {
        #expect(error.message == "test.lua:1: deep")
        #expect(error.traceback.contains("inner"))
        // One traceback from inside Swift's call, one from outside.
        #expect(error.traceback.components(of: "stack traceback:") == 2)
      }
    }

    @Test func aSwiftErrorComesBackAsItself() throws {
      let bench = Bench()
      do {
        try bench.run("call(function() refuse('no') end)")
        Issue.record("no error")
      } catch let error as LuaError {
        #expect(error.underlying as? Refused == Refused(reason: "no"))
        #expect(error.message.hasPrefix("test.lua:1: "))
      }
      let lines = try bench.run("local ok, e = pcall(refuse, 'x'); print(ok, e.message, 'got ' .. e)")
      #expect(lines[0].contains("Refused"))
    }

    @Test func aSyntaxErrorHasItsLine() {
      let bench = Bench()
      #expect(bench.failure("local x = 1\nlocal = 2") == "test.lua:2: <name> expected near '='")
    }

    @Test func bytecodeIsRefused() {
      let bench = Bench()
      #expect(bench.failure("\u{1b}Lua").contains("attempt to load a binary chunk"))
      #expect(bench.failure("print(load('x', 'n', 'b'))").contains("bytecode"))
    }

    @Test func anErrorWithoutTextIsDescribed() {
      let bench = Bench()
      #expect(
        bench.failure("error(nil)")
          == "test.lua:1: the script raised a nil value as its error: raise a string instead")
      #expect(bench.failure("error({})").hasPrefix("test.lua:1: the script raised a table"))
      #expect(
        bench.failure("error(setmetatable({}, { __tostring = function() return 'mine' end }))") == "mine")
    }
  }
}

extension String {
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
