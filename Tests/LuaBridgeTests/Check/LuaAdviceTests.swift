@testable import LuaBridge
import Testing

extension LuaSyntaxTests.Check {
  /// Operators, names and values that a script gets wrong, as other languages have them.
  @Test(arguments: [
    (
      "local n = CLRegion(CLLocationCoordinate2D(1, 2), 5, 'x').identifier\nprint('left ' + n)",
      "'+' adds numbers: join texts with '..'"
    ),
    ("print(2 * 'two')", "'*' takes numbers: a text is not a number: tonumber(…) reads one"),
    ("print('5' + 1)", ""),
    ("local V = setmetatable({}, { __add = function(a, b) return b end })\nprint(V + 'x')", ""),
    (
      "print('at ' .. geoscript.now())",
      "'..' joins texts and numbers, not an object, NSDate: write date:format(\"%H:%M\")"
    ),
    ("print('is ' .. (1 > 2))", "'..' joins texts and numbers, not a boolean: write tostring(…)"),
    (
      "print(#geoscript.args > '5')",
      "a text never compares with a number: leave its quotes out, or write tonumber(…)"
    ),
    (
      "if geoscript.now() == 'noon' then print(1) end",
      "warning: an object never equals a text: compare date:format(\"%H:%M\")"
    ),
    (
      "if #geoscript.args ~= '1' then print(1) end",
      "warning: a number always differs from a text: write 1 without quotes"
    ),
    ("local name = #geoscript.args > 1 and 'x'\nprint(name == false)", ""),
    (
      "if geoscript.args[1] == garden then print(1) end",
      "unknown global 'garden' (a text needs quotes: \"garden\")"
    ),
    (
      "print(f'hello {name}')",
      "unknown global 'f' (Lua has no f-strings: join texts with '..', or string.format)"
    ),
    ("console.log(1)", "unknown global 'console' (write print(…))"),
    (
      "local function report() print(1) end\ngeoscript.after(5, report())",
      "bad argument #2 to 'after' (function expected, got no value: give it the function itself: report, not report())"
    ),
    (
      "geoscript.after('10 min', print)",
      "bad argument #1 to 'after' (number expected, got string: write 600, in seconds)"
    ),
    ("geoscript.after('soon', print)", "bad argument #1 to 'after' (number expected, got string)"),
    ("local t = { a = 1, b = 2, a = 3 }", "warning: field 'a' is given twice: only the later value counts"),
    (
      "geoscript.store.n = geoscript.store.n + 1",
      "warning: geoscript.store.n is nil at first: write (geoscript.store.n or 0)"
    ),
    ("geoscript.store.n = 0\ngeoscript.store.n = geoscript.store.n + 1", ""),
  ])
  func habitsOfOtherLanguages(source: String, messages: String) { expect(source, messages) }

  /// Functions for the host in the wrong place, twice, or with too few parameters.
  @Test(arguments: [
    (
      "function didEnterRegion(manager, region) end",
      "warning: the host calls 'didEnterRegion' only in a delegate: write function app:didEnterRegion(manager, region), and delegate = app"
    ),
    (
      "local app = {}\nfunction app:didExitRegion(m, r) end\nfunction app:didExitRegion(m, r) print(r) end",
      "warning: 'didExitRegion' of 'app' is on line 2 already: the later function replaces the other"
    ),
    (
      "local app = {}\nfunction app:didExitRegion(m, r) end\nlocal old = app.didExitRegion\nfunction app:didExitRegion(m, r) old(self, m, r) end",
      ""
    ),
    (
      "local app = {}\nfunction app.didExitRegion(r) print(r.identifier) end\nCLLocationManager.new{ delegate = app }",
      "unknown member 'identifier' of CLLocationManager ('didExitRegion' is called with manager, region: here 'r' is the manager)"
    ),
    (
      "local function begin()\n  CLLocationManager():startUpdatingLocation()\nend",
      "warning: 'begin' is never called, so nothing starts: write begin() below it"
    ),
    ("local function helper() return 1 end\nCLLocationManager():startUpdatingLocation()", ""),
  ])
  func functionsForTheHost(source: String, messages: String) { expect(source, messages) }
}

extension LuaSyntaxTests {
  /// What follows an error of Lua's own at run time.
  @Suite struct Advice {
    @Test(arguments: [
      ("attempt to add a 'string' with a 'number'", "join texts with '..'"),
      ("attempt to mul a 'number' with a 'string'", "a text is not a number: tonumber(…) reads one"),
      ("attempt to concatenate a nil value (local 'name')", "write (name or \"\")"),
      ("attempt to concatenate a NSDate value", "write date:format(\"%H:%M\")"),
      ("attempt to concatenate a function value (method 'format')", "call it: ….format()"),
      ("attempt to perform arithmetic on a nil value (field 'count')", "write (….count or 0)"),
      ("attempt to index a nil value (field 'settings')", "settings come from --settings FILE"),
      ("attempt to index a nil value (local 'place')", "test it first: if place then … end"),
      (
        "attempt to index a nil value (field 'integer index')",
        "what stands before the dot or colon is nil: test it first"
      ),
      ("attempt to get length of a nil value (local 'list')", "write #(list or {})"),
      ("attempt to compare number with nil", "one side is nil: test it first, or write (… or 0)"),
    ])
    func explainsLuasErrors(message: String, advice: String) {
      let placed = "rex.lua:3: \(message)"
      #expect(LuaAdvice.explained(placed) == "\(placed) (\(advice))")
      #expect(LuaAdvice.explained(LuaAdvice.explained(placed)) == "\(placed) (\(advice))")
    }

    @Test(arguments: [
      "left home", "attempt to compare two table values", "attempt to call a nil value (global 'f')",
    ])
    func leavesOtherMessagesAlone(message: String) { #expect(LuaAdvice.explained(message) == message) }

    @Test(arguments: [
      ("60", ": write 60, without quotes"), ("10 min", ": write 600, in seconds"),
      ("1.5 km", ": write 1500, in meters"),
      ("5m", ": write 5 for meters, 300 for seconds"), ("2h", ": write 7200, in seconds"), ("garden", ""),
      ("", ""),
      ("10 bananas", ""),
    ])
    func numbersInTexts(text: String, advice: String) { #expect(LuaAdvice.number(for: text) == advice) }
  }
}
