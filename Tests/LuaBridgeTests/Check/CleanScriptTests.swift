import Glibc
import LuaBridge
import Testing

extension LuaSyntaxTests {
  @Suite struct Clean {
    static let scripts = [
      LuaSamples.sketches,
      "local CLLocation = 3\nprint(CLLocation.nosuch)",
      "local CLLocationManager = { start = function() end }\nCLLocationManager.start()",
      "geofence = nil\nif geofence then print(geofence.name) end\nfunction setup() geofence = { name = 'x' } end",
      "function a() return b() end\nfunction b() return 1 end",
      "local function fact(n) return n < 2 and 1 or n * fact(n - 1) end\nprint(fact(3))",
      "local _ENV = { print = print }\nx = 1\nprint(x, y)",
      "local function sandbox(_ENV) return anything end\nreturn sandbox({})",
      "setmetatable(_G, { __index = function(_, k) return k end })\nprint(whatever)",
      "for k, v in pairs(defaults or {}) do _G[k] = v end\ndefaults = {}\nprint(somewhere)",
      "_G.speed = 3\nprint(speed, _ENV.speed, _G['other'])",
      "rawset(_G, 'limit', 3)\nprint(limit)",
      "local old = print\nfunction print(...) old('>', ...) end\nprint(1)",
      LuaSamples.objects,
      "local Stack = {}\nStack.__index = Stack\nfunction Stack.new() return setmetatable({ items = {} }, Stack) end\nfunction Stack:push(x) self.items[#self.items + 1] = x end\nlocal s = Stack.new()\ns:push(1)\nprint(s.size)",
      "local m = CLLocationManager()\nm = { anything = 1 }\nprint(m.anything, m.whatever)",
      "local x = 1 > 2 and CLLocation(1, 2) or 'none'\nprint(x.altitud, #x)",
      "local r = CLLocationManager().monitoredRegions[1]\nif r:isKindOfClass(CLCircularRegion) then print(r.radius, r.center.latitude) end",
      "local V = MKAnnotationView:subclass('V')\nfunction V:init(a) self.isMoving, self.map, self.images = false, nil, {} return self end\nlocal v = V(1)\nprint(v.isMoving, v.whatever, v.images)\nfunction V:drawRect(rect) V.super.drawRect(self, rect) end",
      "local V = MKAnnotationView:subclass('V')\nlocal function pick(list) return list end\nlocal app = {}\nfunction app:viewForOverlay(map, overlay) local v = V.new{ anything = 1 } v.extra = 2 return v end",
      "local Note = NSObject:subclass('Note')\nfunction Note:init(c) self.coordinate = c return self end\nprint(Note(1).coordinate)",
      "local m = CLLocationManager.new()\nm:startMonitoringForRegion_desiredAccuracy(CLRegion(CLLocationCoordinate2DMake(1, 2), 5, 'x'), 100)",
      "local m = CLLocationManager()\nlocal start = m.startUpdatingLocation\nstart(m)\npcall(m.startUpdatingLocation, m)\nm.startUpdatingLocation(m)",
      "local Make = CLLocationCoordinate2DMake\nprint(Make(1, 2).latitude)\nprint(CLLocationCoordinate2DMake(table.unpack({ 1, 2 })))",
      "local c = CLLocation(1, 2).coordinate\nc.name = 'mine'\nprint(c.name)",
      "local app = {}\nfunction app:didUpdateHeadings() end\napp:didUpdateHeadings()\nfunction app:report() end\nfunction app:done() end",
      "local map = {}\nfunction map:didFailWithError(err) print(err.anything) end\nmap:didFailWithError({})",
      "geoscript.alert{ title = 'x', body = 'y', nosuch = 1 }\ngeoscript.log('info', 1, 2, 3)\ngeoscript.store.visits = (geoscript.store.visits or 0) + 1\nfor _, a in ipairs(geoscript.args) do print(a:upper()) end",
      "require 'CoreLocation'\nlocal kit = require('MapKit')\nprint(kit.CLLocation)",
      "local util = require 'util'\nprint(util.anything, theirGlobal)",
      "local t = {}\nfor i = 1, 3 do t[i] = CLLocation(i, i) end\ntable.insert(t, 'text')\nfor _, x in ipairs(t) do print(x.anything) end",
      "local t = { CLLocation(1, 2) }\nlocal function fill(list) list[#list + 1] = 'x' end\nfill(t)\nprint(t[1].anything)",
      "local app = { manager = CLLocationManager() }\nlocal function fake(a) a.manager = { mock = true } end\nfake(app)\nprint(app.manager.mock)",
      "other = {}\nlocal config = {}\nfor k, v in pairs(other or {}) do config[k] = v end\nother = nil\nconfig.m = CLLocationManager()\nprint(config.m.anything)",
      "local function f(x) x = x or CLLocationManager() return x.anything end\nprint(f({ anything = 1 }))",
      "local m\nlocal function get() m = m or CLLocationManager() return m end\nget().distanceFilter = -1\nget():startUpdatingLocation()",
      "local m = CLLocationManager()\nm.delegate = setmetatable({}, { __index = function(_, k) print(k) end })\nm.delegate = nil",
      "local unpack = table.unpack or unpack\nprint(unpack({}))",
      "local app = {}\nfunction app:didUpdateToLocation(manager, new, old) print(new.speedLimit) end\napp:didUpdateToLocation(nil, { speedLimit = 3 })",
      "local V = NSObject:subclass('V')\nfunction V:isKindOfClass(a, b, c) return true end\nlocal m = CLLocationManager()\nm.monitoredRegions[1]:isKindOfClass(V)",
      "for id = 1, 2 do\n  local r <const> = CLCircularRegion(CLLocationCoordinate2D(id, id), 100, 'r' .. id)\n  r.notifyOnEntry = id == 1\nend",
      "local state = { inside = {}, count = 0 }\nlocal app = {}\nfunction app:didEnterRegion(_, region) state.inside[region.identifier] = geoscript.now() state.count = state.count + 1 end\nfunction app:didExitRegion(_, region)\n  local since = state.inside[region.identifier]\n  if since then geoscript.alert{ title = region.identifier, stay = -since:timeIntervalSinceNow() } end\n  state.inside[region.identifier] = nil\nend\nlocal m = CLLocationManager.new{ delegate = app, distanceFilter = 10 }\nm:startUpdatingLocation()",
      "goto done\ndo local x = 1 end\n::done::\nprint(select('#', ...), ...)",
      "local co = coroutine.wrap(function(...) coroutine.yield(...) end)\nprint(co(1), utf8.char(65), os.time(), table.unpack({}))",
      "MKOldAnnotationView(1, 'x').image = 'y'\nprint(CLLocation.is(nil), MKAnnotationView.is(3))",
      "local d = CLLocationManager().location.timestamp\nprint(d:timeIntervalSinceNow() < 15, d - d, d + 3)",
      "local err = { code = 1 }\nlocal function handle(placemarks, e) print(e.other) end\nCLGeocoder():geocodeAddressString('x', function(p, e) handle(p, e or err) end)",
    ]

    @Test(arguments: scripts)
    func nothingIsSaid(source: String) {
      #expect(Check.checker.check(source, name: "clean.lua").map(\.description) == [], "\(source)")
    }

    @Test func aVeryLongChainIsChecked() {
      let chain = "local m = CLLocationManager()\nprint(m" + String(repeating: ".x", count: 100_000) + ")"
      #expect(Check.checker.check(chain, name: "x").count == 1)
    }

    @Test(arguments: [4, 5, 6])
    func whateverParsesCanBeChecked(seed: UInt64) {
      var mutator = LuaMutator(state: seed)
      for round in 0..<600 {
        let mutant = mutator.mutate(Self.scripts[round % Self.scripts.count])
        let found = Check.checker.check(mutant, name: "x")
        #expect(found == Check.checker.check(mutant, name: "x"), "seed \(seed): two answers for\n\(mutant)")
        let noise = String(decoding: (0..<60).map { _ in UInt8(mutator.random(256)) }, as: UTF8.self)
        _ = Check.checker.check(noise, name: "x")
      }
    }

    /// Four times as many lines take four times as long: about 12 ms for a thousand lines in release.
    @Test func theTimeGrowsWithTheLines() {
      func seconds(_ copies: Int) -> Double {
        let script = String(repeating: "do\n\(LuaSamples.sketches)\nend\n", count: copies)
        let times = (0..<3).map { _ in
          let start = threadSeconds()
          #expect(Check.checker.check(script, name: "x").isEmpty)
          return threadSeconds() - start
        }
        return times.min() ?? 0
      }
      // A time that grows with the square would be 16 times as long.
      #expect(seconds(4) < 10 * seconds(1))
    }

    private func threadSeconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    @Test func typesThatChaseEachOtherSettle() {
      let names = (1...150).map { "v\($0)" }
      let swaps = zip(names, names.dropFirst()).map { "\($0) = \($1)" }.joined(separator: "\n")
      let source =
        "local \(names.joined(separator: ", "))\n\(swaps)\nv150 = CLLocation(1, 2)\nprint(v1.altitude)"
      #expect(Check.checker.check(source, name: "x").isEmpty)
    }
  }
}
