import LuaBridge
import Testing

@Suite struct LuaRandomTests {
  @Test func theSequenceContinuesWhereItWas() throws {
    let machine = LuaMachine()
    let (a, b) = (LuaEnvironment(machine: machine, seed: 7), LuaEnvironment(machine: machine, seed: 8))
    #expect(a.random != b.random)
    b.random = a.random
    #expect(a.random == b.random && a.random.count == 4)
  }
}
