import Testing

@testable import LuaBridge

@Suite struct WrittenValuesTests {
  private let rules = WrittenValues(
    members: ["secret"], harmless: ["age"], parameters: ["didTell": 1], writers: ["print", "io.write"])

  private func lines(_ script: String) -> [Int] { rules.calls(in: script).map(\.line) }

  @Test func aValueIsFollowedToTheCall() {
    #expect(lines("print(a.secret)") == [1])
    #expect(lines("io.write('x', tostring(-a['secret']) .. '!')") == [1])
    #expect(lines("local s\nlocal t = s\ns = a.b.secret\nprint(t)") == [4])
    #expect(
      lines(
        "local d = { didTell = function(_, list)\n  for _, each in ipairs(list) do print(each) end\nend }")
        == [2])
    #expect(lines("local d = {}\nfunction d:didTell(_, it) print(it.x) end") == [2])
    #expect(lines("function d.didTell(_, it) print{ x = it } end") == [1])
  }

  @Test func whatSaysNothingOfItIsNot() {
    #expect(lines("print(a.secret == b.secret, #a.secret, not a.secret)").isEmpty)
    #expect(lines("local s = a.secret\nprint(s.age, s:age())").isEmpty)
    #expect(lines("local d = { didTell = function(m, it) print(m) end }").isEmpty)
    #expect(lines("tell(a.secret) other.write(a.secret)").isEmpty)
    #expect(lines("this is not Lua").isEmpty)
  }
}
