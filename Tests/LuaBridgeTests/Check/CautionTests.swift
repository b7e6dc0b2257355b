import LuaBridge
import Testing

extension LuaSyntaxTests {
  /// Calls that come too often are told where that is certain.
  @Suite struct Cautions {
    private static let checker: LuaChecker = {
      var catalog = ExampleCatalog.catalog
      catalog.cautions = [
        .init(
          methods: ["geocodeAddressString"], functions: ["didUpdateToLocation"],
          restraints: ["distanceFilter", "stopUpdatingLocation"], advice: "wait")
      ]
      return LuaChecker(catalog: catalog)
    }()

    private func found(_ body: String, _ rest: String = "") -> [String] {
      let source = """
        local app, asked, g = {}, nil, CLGeocoder()
        function app:didUpdateToLocation(_, new)
          \(body)
        end
        \(rest)
        """
      return Self.checker.check(source, name: "a").map(\.description)
    }

    private static let call = "g:geocodeAddressString('x', function(p) if p then print(p) end end)"
    private static let warning =
      "a:3: warning: 'geocodeAddressString' runs at every call of 'didUpdateToLocation': wait"

    @Test(arguments: [
      call, "do \(call) end", "local x = 1 \(call)", "print(1); \(call) if new then return end",
      "asked = function() if new then return end end \(call)",
    ])
    func unconditionalCallsGetAWarning(body: String) {
      #expect(found(body) == [Self.warning])
    }

    @Test(arguments: [
      "if asked then \(call) end", "if asked then return end asked = new \(call)",
      "while asked do \(call) end",
      "app.later = function() \(call) end", "for _ = 1, 2 do if asked then break end end \(call)",
      "do return end",
    ])
    func conditionalCallsGetNoWarning(body: String) {
      #expect(found(body) == [])
    }

    @Test(arguments: [
      "local m = CLLocationManager.new{ distanceFilter = 500 }",
      "local m = CLLocationManager() m.distanceFilter = 500",
      "local m = CLLocationManager() m:stopUpdatingLocation()",
      "function g:geocodeAddressString() end",
    ])
    func scriptsThatLimitTheFrequencyGetNoWarning(rest: String) {
      let told = found(Self.call, rest)
      #expect(!told.contains(Self.warning), "\(told)")
    }

    @Test func functionsInTablesAndAssignedOnesCount() {
      let table =
        "local app = { didUpdateToLocation = function(m) CLGeocoder():geocodeAddressString('x', print) end }"
      let assigned =
        "local app = {} app.didUpdateToLocation = function(m) CLGeocoder():geocodeAddressString('x', print) end"
      for source in [table, assigned] {
        #expect(Self.checker.check(source, name: "a").count == 1)
      }
    }
  }
}
