import Geo
import LuaBridge
import Testing

@testable import GeoLua

/// How long a script's geocoders live, and what they cost it.
@Suite struct GeocoderLifetimeTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let service = Places()

  /// Knows every place.
  private final class Places: GeocodeService {
    var requests = 0
    func ask(
      _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void
    ) {
      requests += 1
      var place = GeocodedPlace(coordinate: CLLocationCoordinate2DMake(37.33, -122.03))
      (place.address.name, place.address.locality) = ("1 Infinite Loop", "Cupertino")
      answer(.places([place]))
    }
  }

  /// What scripts have printed.
  private final class Printed {
    var lines: [String] = []
    var calls: [String] = []
  }

  init() { device.geocoding.services = AnsweringServices(service) }

  private func run(_ source: String, memoryLimit: Int = 8 << 20) throws -> (RunningScript, Printed) {
    let environment = LuaEnvironment(machine: machine, memoryLimit: memoryLimit)
    let script = RunningScript(device: device, environment: environment, options: ScriptOptions())
    let printed = Printed()
    device.hooks.onError = { printed.lines.append("\($0)") }
    script.recordsCalls = true
    script.onRecord = {
      switch $0.content {
      case .print(let line): printed.lines.append(line)
      case .call(let name, let fields):
        printed.calls.append(name + fields.map { " \($0.name)=\($0.value)" }.joined())
      default: break
      }
    }
    try script.run(LuaChunk(source, name: "test.lua", machine: machine), keepsTimers: false)
    return (script, printed)
  }

  private func turn(_ script: RunningScript) {
    script.environment.enter { _ = device.advance(to: device.clock.now) }
  }

  private func end(_ script: RunningScript) {
    device.closeGeocoding()
    script.environment.finish()
    machine.collect()
  }

  private static let temporary = """
    known = setmetatable({}, { __mode = "k" })
    local geocoder = CLGeocoder.new{}
    known[geocoder] = true
    geocoder:geocodeAddressString("1 infinite loop, cupertino", function(placemarks, err)
      collectgarbage()
      print(next(known) ~= nil, placemarks[1].locality, err)
    end)
    geocoder = nil
    """

  @Test func aTemporaryGeocoderLivesUntilItsHandlerHasRun() throws {
    let (script, printed) = try run(GeocoderLifetimeTests.temporary)
    machine.collect()
    turn(script)
    #expect(printed.lines == ["true\tCupertino\tnil"])
    end(script)
  }

  @Test func aTemporaryReverseGeocoderKeepsItsDelegate() throws {
    let (script, printed) = try run(
      """
      do
        local lookup = {}
        function lookup:didFindPlacemark(geocoder, placemark)
          print(self ~= nil, geocoder.querying, placemark.name, placemark.coordinate.latitude)
        end
        MKReverseGeocoder.new{ coordinate = CLLocationCoordinate2DMake(1.5, 2.5), delegate = lookup }:start()
      end
      """)
    machine.collect()
    turn(script)
    #expect(printed.lines == ["true\tfalse\t1 Infinite Loop\t1.5"])
    #expect(
      printed.calls == [
        "didFindPlacemark latitude=1.5 longitude=2.5 name=\"1 Infinite Loop\" locality=\"Cupertino\""
      ])
    end(script)
  }

  @Test func anEndedScriptGetsNoCallbacks() throws {
    let (script, printed) = try run(GeocoderLifetimeTests.temporary)
    end(script)
    device.advance(to: device.clock.now + 100)
    device.finishRequests()
    #expect(printed.lines.isEmpty && service.requests == 0 && device.geocodeCount == 0)
  }

  @Test func geocodersAndRequestsLeaveNothingBehind() throws {
    let (script, _) = try run("")
    let chunk = try LuaChunk(
      """
      for _ = 1, 50 do
        local geocoder = CLGeocoder.new{}
        geocoder:geocodeAddressString("x", function() geocoder:geocodeAddressString("y", function() end) end)
        geocoder:geocodeAddressString("z", function() end)
        MKReverseGeocoder(CLLocationCoordinate2DMake(1, 2)):start()
        MKReverseGeocoder(CLLocationCoordinate2DMake(1, 2))
      end
      """, name: "again.lua", machine: machine)
    var sizes: [Int] = []
    for _ in 0..<4 {
      try script.run(chunk, keepsTimers: false)
      turn(script)
      machine.collect()
      sizes.append(script.environment.bytes)
    }
    // Tables of the machine may grow at first.
    #expect(sizes[3] == sizes[2])
    end(script)
  }

  @Test func requestsThatWaitCountAgainstTheScriptsMemory() throws {
    let endless = "while true do CLGeocoder.new{}:geocodeAddressString('x', function() end) end"
    #expect(throws: LuaError.self) { _ = try run(endless, memoryLimit: 2 << 20) }
    #expect((500..<5000).contains(device.geocodeCount))
    device.closeGeocoding()
    machine.collect()
  }

  @Test func aHandlerThatFailsIsReportedWithItsLine() throws {
    let (script, printed) = try run(
      """
      local geocoder = CLGeocoder.new{}
      geocoder:geocodeAddressString("x", function(placemarks)
        error("no")
      end)
      """)
    turn(script)
    #expect(printed.lines == ["test.lua:3: no"])
    end(script)
  }

  @Test func aThousandRequestsOfAScriptAreAnswered() throws {
    let (script, printed) = try run(
      """
      local count = 0
      for i = 1, 1000 do
        CLGeocoder.new{}:geocodeAddressString("x" .. i, function(placemarks)
          if placemarks then count = count + 1 end
        end)
      end
      geoscript.after(1, function() print(count) end)
      """, memoryLimit: 64 << 20)
    script.environment.enter { _ = device.advance(to: device.clock.now + 2) }
    #expect(printed.lines == ["1000"] && service.requests == 1000)
    end(script)
  }
}
