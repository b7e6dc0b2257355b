@testable import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite struct Parser {
    private func failure(_ source: String) -> String? {
      do {
        _ = try LuaParser.parse(source)
        return nil
      } catch {
        return "\(error.position.line):\(error.position.column): \(error.message)"
      }
    }

    @Test(arguments: LuaSamples.all)
    func samplesAreLua(source: String) {
      #expect(failure(source) == nil)
    }

    @Test(arguments: [
      ("x = = 3", "1:5: unexpected symbol near '='"),
      ("foo bar", "1:5: syntax error near 'bar'"),
      ("x", "1:2: syntax error near <eof> (write x() to call it)"),
      ("x y = 1", "1:3: syntax error near 'y'"),
      ("local x foo", "1:12: syntax error near <eof> (write foo() to call it)"),
      ("f() = 1", "1:5: syntax error near '='"),
      ("for i 1 do end", "1:7: '=' or 'in' expected near '1'"),
      ("for i=1 do end", "1:9: ',' expected near 'do'"),
      ("if x then\n\n y=1", "3:5: 'end' expected (to close 'if' at line 1) near <eof>"),
      ("foo(1,\n2", "2:2: ')' expected (to close '(' at line 1) near <eof>"),
      ("x = \"abc\n", "1:5: unfinished string near '\"abc'"),
      ("x = [[abc", "1:10: unfinished long string (starting at line 1) near <eof>"),
      ("x = '\\q'", "1:5: invalid escape sequence near ''\\q' (a backslash is written \\\\)"),
      ("x = '\\xZZ'", "1:5: hexadecimal digit expected near ''\\xZ'"),
      ("x = '\\300'", "1:5: decimal escape too large near ''\\300''"),
      ("x = 3x", "1:5: malformed number near '3x'"),
      ("x = 1e.5", "1:5: malformed number near '1e.5'"),
      ("x = [=a", "1:5: invalid long string delimiter near '[='"),
      ("goto foo", "1:6: no visible label 'foo' for <goto> at line 1"),
      ("break", "1:1: break outside loop at line 1"),
      ("::a:: ::a::", "1:3: label 'a' already defined on line 1"),
      ("do goto x; local y; ::x:: print(1) end", "1:9: <goto x> at line 1 jumps into the scope of local 'y'"),
      ("local x <const> = 1; x = 2", "1:22: attempt to assign to const variable 'x'"),
      ("local x <cons> = 1", "1:10: unknown attribute 'cons' (did you mean 'const'?)"),
      ("local a<close>, b<close> = 1", "1:17: multiple to-be-closed variables in local list"),
      ("function f() return ... end", "1:21: cannot use '...' outside a vararg function near '...'"),
      ("x = $", "1:5: unexpected symbol near '$'"),
      ("x = \u{1}", "1:5: unexpected symbol near '<\\1>'"),
      ("a.b:c = 3", "1:7: function arguments expected near '='"),
    ])
    func errorsReadLikeLuac(source: String, message: String) {
      #expect(failure(source) == message)
    }

    @Test(arguments: [
      ("if a != b then end", "'then' expected near '!' ('not equal' is '~=' in Lua)"),
      ("if !a then end", "unexpected symbol near '!' ('!' is 'not' in Lua)"),
      ("x += 1", "syntax error near '+' (Lua has no '+='; write 'x = x + …')"),
      ("t.n ..= 'x'", "syntax error near '..' (Lua has no '..='; write 'n = n .. …')"),
      ("i++", "syntax error near '+' (Lua has no '++'; write 'i = i + 1')"),
      ("if a && b then end", "unexpected symbol near '&' ('&&' is 'and' in Lua)"),
      ("if a || b then end", "unexpected symbol near '|' ('||' is 'or' in Lua)"),
      ("if a = 3 then end", "'then' expected near '=' ('=' assigns, '==' compares)"),
      ("while a = 3 do end", "'do' expected near '=' ('=' assigns, '==' compares)"),
      ("if a then {", "unexpected symbol near '{' (Lua's blocks end with 'end', not with braces)"),
      ("if a { b() }", "'then' expected near <eof> (Lua's blocks end with 'end', not with braces)"),
      ("x := 5", "<name> expected near '=' ('=' assigns in Lua)"),
      ("// comment", "unexpected symbol near '//' (comments begin with '--' in Lua)"),
      (
        "map:setRegion:animated(r, true)",
        "function arguments expected near ':' "
          + "(the parts of a selector are joined by '_', as in setRegion_animated(…))"
      ),
      (
        "map:setRegion(r, animated = true)",
        "')' expected near '=' (arguments have no names: write only the values, in order)"
      ),
      (
        "map:setRegion(r, animated: flag)",
        "function arguments expected near ')' (arguments have no names: write only the values, in order)"
      ),
      (
        "map:setRegion(r, animated: true)",
        "<name> expected near 'true' "
          + "(a field is 'name = value' in Lua; arguments have no names: write only the values, in order)"
      ),
      (
        "d:decode[[ [[1,2]] ]]",
        "unexpected symbol near ']' (a string in [[ … ]] ends at its first ']]'; write [=[ … ]=])"
      ),
      ("var x = 1", "syntax error near 'x' (variables begin with 'local' in Lua)"),
      ("x = a ? b : c", "unexpected symbol near '?' (Lua has no '?:'; write 'a and b or c')"),
      ("do end end", "<eof> expected near 'end' (one 'end' too many)"),
      ("if a === b then end", "unexpected symbol near '=' ('==' compares in Lua, there is no '===')"),
      ("if a <> b then end", "unexpected symbol near '>' ('not equal' is '~=' in Lua)"),
      ("if a then\nelif b then\nend", "syntax error near 'b' (write 'elseif … then')"),
      ("if a then elif false then end", "syntax error near 'false' (write 'elseif … then')"),
      ("if a then elif (b) then end", "unexpected symbol near 'then' (write 'elseif … then')"),
      ("if a > 2:\n  b()\nend", "'then' expected near ':' (Lua writes 'then', not ':')"),
      ("if a:\n  b()\nend", "'then' expected near 'end' (line 1 ends with ':': Lua writes 'then' there)"),
      ("if a then else:\n b() end", "unexpected symbol near ':' (a block begins without ':' in Lua)"),
      ("if a then end else end", "<eof> expected near 'else' (an 'end' above closes the 'if' already)"),
      (
        "for i in 1..10 do end",
        "malformed number near '1..10' (a loop is 'for i = 1, 10 do'; '..' joins texts, with a space before it)"
      ),
      (
        "for (int i = 0) {}",
        "<name> expected near '(' (a loop is 'for i = 1, 10 do' or 'for _, x in ipairs(list) do')"
      ),
      ("for x of list do end", "'=' or 'in' expected near 'of' (write 'for _, x in ipairs(list) do')"),
      ("x = 60m", "malformed number near '60m' (write numbers without a unit)"),
      ("x = 1_000", "malformed number near '1_' (write numbers without '_')"),
      (
        "guard let x = y else { return }",
        "syntax error near 'let' (write 'local x = …', then 'if not x then return end')"
      ),
      ("m:start\nprint(1)", "function arguments expected after 'start' (write start() to call it)"),
      ("m.start\nprint(1)", "syntax error after 'start' (write start() to call it)"),
      ("x = “a”", "unexpected symbol near '<\\226>' (texts stand in straight quotes, \" or ')"),
      ("x = 1\n# note", "unexpected symbol near '#' (comments begin with '--' in Lua)"),
      ("f(x => x)", "')' expected near '=' (a function is 'function(…) … end' in Lua)"),
      ("print(\"a \" b)", "')' expected near 'b' (a comma is missing before it, or '..', which joins texts)"),
      (
        "t = {\n a = 1\n b = 2 }",
        "'}' expected (to close '{' at line 1) near 'b' (a comma is missing before it)"
      ),
      ("x = a ?? b", "unexpected symbol near '?' (Lua has no '??'; write 'a or b')"),
      (
        "do return 1 x = 2 end",
        "'end' expected near 'x' ('return' must be the last statement of its block)"
      ),
      (
        "if a then\n  x()\nelse if b then\n  y()\nend\n",
        "'end' expected (to close 'if' at line 1) near <eof> "
          + "('else if' at line 3 opens a second 'if', which needs its own 'end'; write 'elseif')"
      ),
      (
        "function f()\n  if a then\n    x()\nend\n\nprint(1)\n",
        "'end' expected (to close 'function' at line 1) near <eof> (perhaps the 'if' at line 2 is not closed)"
      ),
    ])
    func beginnersGetAdvice(source: String, message: String) throws {
      let advice = try #require(failure(source))
      #expect(advice.drop { $0 != " " }.dropFirst() == message)
    }

    @Test func aFirstLineForTheShellIsSkipped() {
      #expect(failure("#!/usr/bin/env geoscript\nx = 1") == nil)
      #expect(failure("\u{FEFF}# note\nx = = 1") == "2:5: unexpected symbol near '='")
      #expect(failure("x = 1\n# note") != nil)
    }

    @Test func veryLongChainsAreNoProblem() {
      let chain = "x = a" + String(repeating: ".b", count: 200_000)
      #expect(failure(chain) == nil)
      #expect(failure("x = 1" + String(repeating: "+1", count: 100_000)) == nil)
    }

    @Test(arguments: [
      ("x=", "(", "1", ")", 196), ("x=", "{", "", "}", 197), ("", "do ", "", "end ", 198),
      ("x=", "- ", "1", "", 196), ("x=", "a[", "1", "]", 196), ("", "if x then ", "", "end ", 197),
      ("", "x,", "x=1", "", 196), ("x=", "a..", "a", "", 196), ("x=", "f(", "", ")", 197),
      ("return ", "function() return ", "1", " end", 98),
    ])
    func nestingEndsWhereLuacEndsIt(head: String, open: String, core: String, close: String, deepest: Int) {
      func script(_ depth: Int) -> String {
        head + String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
      }
      #expect(failure(script(deepest)) == nil)
      #expect(failure(script(deepest + 1))?.contains("nested too deeply (limit is 198 levels)") == true)
      #expect(failure(script(100_000)) != nil)
      guard ReferenceLua.isInstalled else { return }
      #expect(ReferenceLua.accepts(script(deepest)))
      #expect(!ReferenceLua.accepts(script(deepest + 1)))
    }

    @Test func localsAndUpvaluesAreLimited() {
      let locals = (1...201).map { "local v\($0)" }.joined(separator: "\n")
      #expect(failure(locals)?.contains("too many local variables (limit is 200)") == true)
      #expect(failure(locals.replacing("local v201", with: "")) == nil)
    }
  }
}
