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
        bench.failure("error(setmetatable({}, { __tostring = function() return 'mine' end }))")
          == "test.lua:1: mine")
      #expect(
        bench.failure("error(setmetatable({}, { __tostring = function() return 'a.lua:3: mine' end }))")
          == "a.lua:3: mine")
      #expect(
        bench.failure("\nerror(setmetatable({}, { __tostring = function() error('no') end }))")
          == "test.lua:2: the script raised a table value, whose __tostring fails, as its error: raise a string instead"
      )
      #expect(
        bench.failure("error(42)")
          == "test.lua:1: the script raised the number 42 as its error: raise a string instead")
    }

    @Test func aLongTextIsCutBetweenCharacters() {
      let bench = Bench()
      let message = bench.failure("error(('ü'):rep(1000000), 0)")
      #expect(message == String(repeating: "ü", count: 2048) + "… (1995904 more bytes are left out)")
      #expect(bench.failure("error('x' .. ('ü'):rep(1000000), 0)").hasPrefix("xü"))
      #expect(
        bench.failure("error('x' .. ('ü'):rep(1000000), 0)").hasSuffix("ü… (1995906 more bytes are left out)")
      )
      let described = "setmetatable({}, { __tostring = function() return ('y'):rep(1000000) end })"
      #expect(bench.failure("error(\(described))").utf8.count < 5000)
      #expect(bench.failure("error(setmetatable({}, { __name = ('y'):rep(1000000) }))").utf8.count < 200)
      #expect(
        bench.failure("local n = setmetatable({}, { __name = ('y'):rep(1000000) }) refuse(n)").utf8.count
          < 5000)
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
