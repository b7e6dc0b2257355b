import Testing

@testable import LuaBridge

private final class Button: LuaObject {
  var actions: [(target: LuaTarget, name: String)] = []
  nonisolated(unsafe) static var alive = 0
  init() { Button.alive += 1 }
  deinit { Button.alive -= 1 }
}

extension BridgeTests {
  @Suite struct LuaTargetTests {
    private func bench(_ keep: @escaping (Button) -> Void = { _ in }) -> Bench {
      let bench = Bench()
      bench.machine.add(Button.self, name: "Button") { c in
        c.initializer { Button() }
        c.method("addTarget", ["target", "action"], "Adds one.") {
          (me: Button, target: LuaTarget?, action: String?) in
          guard let target, let action else { return }
          me.actions.append((target, action))
        }
        c.method("removeTarget", ["target"], "Removes it.") { (me: Button, target: LuaTarget) in
          me.actions.removeAll { $0.target.identity == target.identity }
          target.forget()
        }
        c.method("press", "Runs all.") { (me: Button) in
          for action in me.actions { try action.target.call(action.name, me, 2.5) }
        }
      }
      bench.machine.globals { g in
        g.function("hold", ["button"], "Holds it.") { (button: Button) in keep(button) }
      }
      return bench
    }

    @Test func theMethodIsCalledOnTheTargetWithTheSender() throws {
      let bench = bench()
      let lines = try bench.run(
        """
        local b, t, other = Button(), { name = "t" }, Button()
        function t:pressed(sender, n) print(self == t, sender == b, n) end
        b:addTarget(t, "pressed"); b:addTarget(setmetatable({}, { __index = t }), "pressed")
        b:addTarget(nil, "x"); b:addTarget(t, nil); b:addTarget(nil, nil)
        b:press()
        b:removeTarget(t)
        b:press()
        """)
      #expect(lines == ["true\ttrue\t2.5", "false\ttrue\t2.5", "false\ttrue\t2.5"])
      #expect(
        bench.failure("local b = Button(); b:addTarget({}, 'gone'); b:press()").contains(
          "the target of an action, a table, has no method 'gone'"))
      #expect(bench.failure("Button():addTarget(5, 'x')").contains("table or object expected, got number"))
      #expect(
        bench.failure(
          "local b, t = Button(), {}; function t.f() error('mine') end; b:addTarget(t, 'f'); b:press()"
        )
        .contains("mine"))
    }

    @Test func aTargetLastsAsLongAsItsButtonAndCyclesAreCollected() throws {
      var kept: [Button] = []
      let bench = bench { kept.append($0) }
      let before = Button.alive
      _ = try bench.run(
        """
        for i = 1, 20 do
          local b = Button()
          local t = { button = b, shape = Shape("s", i) }
          function t:pressed(sender) print(self.button == sender, self.shape.size) end
          b:addTarget(t, "pressed")
          if i == 20 then hold(b) end
        end
        """)
      bench.machine.collect()
      #expect(Button.alive == before + 1)
      bench.printed = []
      try bench.environment.enter {
        for action in kept[0].actions { try action.target.call(action.name, kept[0]) }
      }
      #expect(bench.printed == ["true\t20.0"])
      kept = []
      bench.machine.collect()
      #expect(Button.alive == before)
    }
  }
}
