import Testing

@testable import LuaBridge

/// A node that holds its children strongly and its parent weakly, as views do.
private class Node: LuaObject {
  var children: [Node] = []
  weak var parent: Node?
  var delegate: LuaDelegate?
  nonisolated(unsafe) static var alive = 0

  init() { Node.alive += 1 }
  deinit { Node.alive -= 1 }

  func add(_ child: Node) {
    children.append(child)
    child.parent = self
  }
}

private final class ScriptedNode: Node, LuaScripted {
  let script = LuaScript()
}

extension BridgeTests {
  /// What a script puts into an object lasts as long as the object is used, and no longer.
  @Suite struct LuaRetentionTests {
    private final class Nodes {
      let bench = Bench()
      var roots: [Node] = []

      init(hasOwners: Bool = true) {
        bench.machine.add(Node.self, name: "Node") { c in
          c.initializer { Node() }
          c.scriptedInitializer { ScriptedNode() }
          c.open()
          c.delegate("delegate", protocol: "NodeDelegate", "Hears.") { $0.delegate = $1 }
          c.property("children", .none, "What it holds.") { $0.children }
          c.property("parent", .none, "What holds it.") { $0.parent }
          c.method("add", ["child"], "Adds one.") { (me: Node, child: Node) in me.add(child) }
          c.method("clear", "Removes all.") { (me: Node) in me.children = [] }
          if hasOwners { c.owner { $0.parent } }
        }
        bench.machine.globals { [unowned self] g in
          g.function("show", ["node"], "Holds a root.") { [unowned self] (node: Node) in roots.append(node) }
          g.function("shown", .none, "The roots.") { [unowned self] () -> [Node] in roots }
          g.function("hide", "Lets all roots go.") { [unowned self] in roots = [] }
        }
      }

      func run(_ source: String) throws -> [String] { try bench.run(source) }
      func collect() { bench.machine.collect() }
    }

    @Test func fieldsOfShownObjectsSurvive() throws {
      let nodes = Nodes()
      _ = try nodes.run(
        """
        View = Node:subclass("View")
        function View:init(tag) self.tag = tag; self.plain = Shape(tag, 1); self.more = Node.new{ delegate = {} }; return self end
        local root = Node(); root.delegate = { name = "delegate" }
        local a, b = View("a"), View("b")
        root:add(a); a:add(b); a:add(Node())
        b.sibling = View("sibling"); b.up = root
        show(root)
        """)
      for _ in 0..<4 {
        nodes.collect()
        let lines = try nodes.run(
          """
          local root = shown()[1]
          local a = root.children[1]
          local b = a.children[1]
          print(root.delegate.name, a.tag, View.is(a), b.tag, b.plain.name, b.more.delegate, b.sibling.tag, b.up == root)
          """)
        #expect(lines[0].hasPrefix("delegate\ta\ttrue\tb\tb\ttable:"))
        #expect(lines[0].hasSuffix("sibling\ttrue"))
      }
    }

    @Test(arguments: [true, false])
    func itGoesWithTheLastUser(_ hasOwners: Bool) throws {
      let (before, shapes) = (Node.alive, Shape.alive)
      let nodes = Nodes(hasOwners: hasOwners)
      _ = try nodes.run(
        """
        local View = Node:subclass("View")
        for i = 1, 100 do
          local root, view = Node(), View()
          view.data, view.shape = { i }, Shape("s", i)
          root.delegate = { view = view }
          root:add(view)
          show(root)
        end
        """)
      nodes.collect()
      #expect(Node.alive == before + 200 && Shape.alive == shapes + 100)
      _ = try nodes.run("hide()")
      nodes.collect()
      // Without owners the views hold nothing that leads to their roots but the delegates' tables, which the roots own.
      #expect(Node.alive == before && Shape.alive == shapes)
    }

    @Test func aCycleThroughItsOwnerIsCollectedWithTheOwner() throws {
      let before = Node.alive
      let nodes = Nodes()
      _ = try nodes.run(
        """
        local View = Node:subclass("View")
        local root, box, view = Node(), Node(), View()
        root.delegate = { view = view }
        root:add(box); box:add(view)
        view.root, view.me = root, view
        show(root)
        """)
      nodes.collect()
      nodes.collect()
      #expect(Node.alive == before + 3)
      #expect(try nodes.run("print(shown()[1].delegate.view.root == shown()[1])") == ["true"])
      nodes.roots = []
      nodes.collect()
      #expect(Node.alive == before)
      #expect(nodes.bench.machine.liveObjects == 0)
    }

    @Test func aCycleWithoutAKnownOwnerEndsWithTheCopy() throws {
      let before = Node.alive
      let nodes = Nodes(hasOwners: false)
      let machine = nodes.bench.machine
      let chunk = try LuaChunk(
        """
        local View = Node:subclass("View")
        local root, view = Node(), View()
        root.delegate = { view = view }; root:add(view); view.root = root
        """, name: "cycle", machine: machine)
      var sizes: [Int] = []
      for _ in 0..<50 {
        let environment = LuaEnvironment(machine: machine)
        try environment.run(chunk)
        machine.collect()
        environment.finish()
        machine.collect()
        sizes.append(machine.bytes)
      }
      #expect(Node.alive == before && machine.liveObjects == 0)
      #expect(sizes[49] <= sizes[9])
    }

    @Test func anObjectThatMovesToAnotherOwnerLivesOnWithThat() throws {
      let nodes = Nodes()
      _ = try nodes.run(
        """
        local View = Node:subclass("View")
        local one, view = Node(), View()
        view.tag = "moved"
        one:add(view)
        show(one)
        """)
      nodes.collect()
      _ = try nodes.run(
        """
        local one, two = shown()[1], Node()
        two:add(one.children[1])
        one:clear()
        hide()
        show(two)
        """)
      for _ in 0..<3 { nodes.collect() }
      #expect(try nodes.run("print(shown()[1].children[1].tag)") == ["moved"])
    }

    @Test func aWeakReferenceFollowedInTheLastMomentFindsTheSameObject() throws {
      // The collector has found the view, and its finalizer has not run: stepping finds that moment.
      let nodes = Nodes()
      _ = try nodes.run("View = Node:subclass('View')")
      var found = 0
      for steps in 0..<400 {
        _ = try nodes.run("local v = View(); v.tag = 'tag'; show(v)")
        weak let view = nodes.roots[0]
        nodes.roots = []
        nodes.bench.machine.step(steps)
        if let view {
          nodes.roots = [view]
          #expect(try nodes.run("print(shown()[1].tag, View.is(shown()[1]))") == ["tag\ttrue"])
          found += 1
        }
        nodes.roots = []
        nodes.collect()
      }
      #expect(found > 0)
    }

    @Test func aLoopOfScriptedTemporariesDoesNotPileUp() throws {
      let nodes = Nodes()
      let before = Node.alive
      var peak = 0
      nodes.bench.machine.globals { g in g.function("look", "Looks.") { peak = max(peak, Node.alive) } }
      _ = try nodes.run(
        """
        local View = Node:subclass("View")
        for i = 1, 100000 do
          local v = View(); v.tag = { v }
          if i % 100 == 0 then look() end
        end
        """)
      #expect(peak < 20_000)
      nodes.collect()
      #expect(Node.alive == before)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 11, 17, 23, 41, 97, 211, 499])
    func chaosLosesNothingAndKeepsNothing(_ n: Int) throws {
      let (before, shapes) = (Node.alive, Shape.alive)
      do {
        let nodes = Nodes()
        for _ in 0..<20 {
          nodes.bench.machine.setChaos(n)
          _ = try? nodes.run(
            """
            View = View or Node:subclass("View")
            local root = Node()
            show(root)
            for i = 1, 50 do
              local view = View()
              view.tag, view.shape, view.root = i, Shape("s", i), root
              view.delegate = { view }
              root:add(view)
              if i % 10 == 0 then root:clear() end
            end
            for i, view in ipairs(root.children) do assert(view.tag == 40 + i and view.root == root) end
            done = (done or 0) + 1
            """)
          nodes.bench.machine.setChaos(0)
          // Every view that reached its root has what was stored before.
          for line in try nodes.run(
            """
            for _, root in ipairs(shown()) do
              for _, view in ipairs(root.children) do print(View.is(view) and view.root == root and view.shape.size == view.tag) end
            end
            """)
          { #expect(line == "true") }
          if nodes.roots.count > 5 { nodes.roots.removeFirst(3) }
        }
        nodes.roots = []
        nodes.collect()
        #expect(Node.alive == before && Shape.alive == shapes)
      }
      #expect(Node.alive == before && Shape.alive == shapes)
    }
  }
}
