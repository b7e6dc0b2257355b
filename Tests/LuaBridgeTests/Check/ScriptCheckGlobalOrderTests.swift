import LuaBridge
import Testing

extension LuaSyntaxTests {
  /// Globals that are read before anything assigns them.
  @Suite struct GlobalOrder {
    private static let checker = LuaChecker(catalog: ExampleCatalog.catalog)

    private func names(_ source: String) -> [String] {
      Self.checker.check(source, name: "a").map(\.message).filter { $0.contains("before anything assigns") }
        .compactMap { $0.split(separator: "'").dropFirst().first.map(String.init) }
    }

    @Test(arguments: [
      "function f() x = x + 1 end", "function f() x = x or {} end",
      "function f() if not x then x = 1 end end",
      "function f() if x == nil then x = {} end x[1] = 2 end", "print(x) x = 0",
      "for i = 1, 3 do print(x) x = i end", "local y = x\nfunction f() x = 1 end",
      "function f() local y = x x = y end\nfunction g() x = (x or 0) + 1 end",
      "while x do x = nil end", "function f() x = #x + 1 end",
    ])
    func aReadThatCannotSucceedIsTold(source: String) { #expect(names(source) == ["x"], "\(source)") }

    @Test(arguments: [
      "x = 0 function f() x = x + 1 end", "function f() x = 1 end f() print(x)",
      "for i = 1, 3 do if i > 1 then print(x) end x = i end", "function f() print(x) end x = 1 f()",
      "function f() x = x + 1 end\nfunction g() x = 0 end", "if y and x then end x = 1 y = 1 goto a ::a::",
      "require 'other' x = x + 1", "_G.x = 1 x = x + 1",
      "function f() if f then x = 1 end print(x) x = 2 end",
      "local ok = pcall(function() return x end) function g() x = 1 end",
      "::top:: if y then print(x) end x = 1 y = 1 goto top",
    ])
    func whatMaySucceedIsNot(source: String) { #expect(names(source) == [], "\(source)") }

    @Test(arguments: [
      ("x = x + 1", "x = 0"), ("x = x or {}", "x = {}"), ("x = x .. 'a'", "x = \"\""),
      ("x = not x", "x = false"),
    ])
    func theAdviceFitsTheUse(source: String, advice: String) {
      let told = Self.checker.check("function f() \(source) end", name: "a").map(\.message)
      #expect(told.count == 1 && told[0].contains("write local \(advice) above"), "\(told)")
    }

    @Test(arguments: [
      ("while true do print(1) end", true), ("repeat local x = 1 until false", true),
      ("while 1 do end", true),
      ("while true do break end", false), ("while true do coroutine.yield() end", false),
      ("while true do error('x') end", false), ("repeat print(1) until true", false),
      ("local function f() while true do if f then return end end end", false),
    ])
    func aLoopThatNothingEndsIsTold(source: String, isTold: Bool) {
      let told = Self.checker.check(source, name: "a").contains {
        $0.message.hasPrefix("this loop never ends")
      }
      #expect(told == isTold)
    }
  }
}
