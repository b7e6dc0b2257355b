import CommandTesting
import Foundation
import Testing

/// Scripts that ask for too much, or for forbidden things.
@Suite struct HostileScriptTests {
  private func run(_ script: String, files: [String: String] = [:], _ words: String...) throws
    -> Command.Result
  {
    let command = try Command(
      files.merging(["s.lua": script, "a.ndjson": Sample.log(3, devices: ["a"])]) { old, _ in old })
    return try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait()
  }

  /// A manager, an empty table, a ring of many corners.
  private static let circle = """
    local m, t, ring = CLLocationManager(), {}, {}
    for i = 1, 1000 do ring[i] = { latitude = math.cos(i / 500 * math.pi), longitude = math.sin(i / 500 * math.pi) } end
    """

  @Test(arguments: [
    ("print(pcall(os.time, { year = math.mininteger, month = 1, day = 1 }))", "'year' is out of range"),
    ("print(pcall(os.time, print))", "takes no argument or a table"),
    ("print(pcall(os.time, { year = 2000, month = math.mininteger, day = 1 }))", "'month' is out of range"),
    ("print(CLCircularRegion(CLLocationCoordinate2DMake(1e11, 0), 1, 'x'))", "100000000000.0"),
    (
      "local t = {1} for i = 1, 60 do t = {t, t} end print(pcall(geoscript.json.encode, t))", "500,000 values"
    ),
    (
      "local s, t = ('x'):rep(1e6), {} for i = 1, 99 do t[i] = s end print(pcall(geoscript.json.encode, t))",
      "16 MiB of text"
    ),
    (
      "local t = { 1, 2, 3, 4, 5 } t[8] = 1 t[9] = 1 for k = 4, 62 do t[1 << k] = 1 end print(pcall(geoscript.json.encode, t))",
      "JSON"
    ),
    ("for i = 1, 1e6 do geoscript.after(1e6, print) end", "not enough memory"),
    ("for i = 1, 1e7 do geoscript.onFinish(print) end", "not enough memory"),
    (
      "local m = CLLocationManager() for i = 1, 1e6 do m:startMonitoringForRegion(CLCircularRegion({ latitude = 0, longitude = 0 }, 1, 'r' .. i)) end",
      "not enough memory"
    ),
    (
      "print(pcall(geoscript.json.decode, '[' .. ('1,'):rep(3e5) .. '1]'))", "not enough memory"
    ),
    ("print(#geoscript.json.decode('[' .. ('1,'):rep(5e4) .. '1]'))", "50001"),
    ("\(Self.circle) while true do t[#t + 1] = PolygonRegion(ring, 'x') end", "not enough memory"),
    (
      "\(Self.circle) for i = 1, 1e6 do m:startMonitoringForRegion(PolygonRegion(ring, 'x' .. i), 0) end",
      "not enough memory"
    ),
    (
      "for i = 1, 1e9 do geoscript.geoJSON{ CLCircularRegion({ latitude = 0, longitude = 0 }, 1, 'x') } end",
      "one call ran too long"
    ),
    ("local function f() geoscript.after(0, f) end f()", "100000 timers fired within a second"),
    (
      "m = CLLocationManager() m.delegate = { didUpdateLocations = function() m:stopUpdatingLocation() m:startUpdatingLocation() end } m:startUpdatingLocation()",
      "callbacks keep causing each other"
    ),
    ("print(pcall(require, 'data\\0'))", "module 'data\0' not found"),
    ("print(require('m').x, coroutine.wrap(function() return require('m').x end)())", "1\t1"),
    ("for k, v in pairs(geoscript.json.decode('{\"a\\\\u0000b\": 1}')) do print(#k, v) end", "3\t1"),
    ("print(geoscript.json.encode({ ['a\\0b'] = 1 }))", "{\"a\\u0000b\":1}"),
  ])
  func tooMuchIsAnErrorAndNoCrash(script: String, said: String) throws {
    let result = try run(
      script, files: ["data": "return 'secret'", "m.lua": "return { x = 1 }"], "--max-memory-device", "8")
    #expect([0, 1, 65].contains(result.code))
    #expect((result.output + result.errors).contains(said), "\(result.output)\(result.errors)")
  }

  @Test func whoStopsRegionsMayStartOthers() throws {
    let script = """
      local m = CLLocationManager()
      for i = 1, 50000 do
        local region = CLCircularRegion({ latitude = 0, longitude = 0 }, 1, "r" .. i)
        m:startMonitoringForRegion(region)
        m:stopMonitoringForRegion(region)
      end
      print(#m.monitoredRegions)
      """
    #expect(try run(script, "--max-memory-device", "2").lines == ["0"])
  }

  /// HO-156: four instances with 10,000 regions each take 12 MB together.
  @Test func regionsOfAllInstancesCountAgainstTheLimitOfAll() throws {
    let script = """
      local m = CLLocationManager()
      local ok, message = pcall(function()
        for i = 1, 10000 do
          local name = geoscript.device.name .. i
          m:startMonitoringForRegion(CLCircularRegion({ latitude = 0, longitude = 0 }, 1, name))
        end
      end)
      print(#m.monitoredRegions, message)
      """
    let command = try Command([
      "s.lua": script, "a.ndjson": Sample.log(1, devices: ["a", "b", "c", "d"]),
    ])
    func run(_ megabytes: String) throws -> [String] {
      try command.start(
        ["run", "s.lua", "--from", "a.ndjson", "--max-memory", megabytes, "--max-memory-device", "8"]
      ).wait().lines
    }
    #expect(try run("64").filter { $0 == "10000\tnil" }.count == 4)
    let tight = try run("8")
    #expect(tight.filter { $0.contains("not enough memory") }.isEmpty == false, "\(tight)")
  }

  @Test func instancesThatWatchTheSameRegionsDoNotAddUp() throws {
    let script = """
      local m = CLLocationManager()
      for i = 1, 5000 do
        m:startMonitoringForRegion(CLCircularRegion({ latitude = 0, longitude = 0 }, 1, "r" .. i))
      end
      """
    // A hundred instances, each with a megabyte of regions.
    let command = try Command([
      "s.lua": script, "a.ndjson": Sample.log(1, devices: (0..<100).map { "d\($0)" }),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--max-memory", "60")
    #expect(result.code == 0, "\(result.errors.prefix(500))")
  }

  @Test func aLinkInTheFolderDoesNotLeadModulesOutOfIt() throws {
    let outside = try Command(["secret.lua": "return 'secret'"])
    let command = try Command([
      "s.lua": "print(pcall(require, 'link.secret'))", "a.ndjson": Sample.log(1, devices: ["a"]),
    ])
    try FileManager.default.createSymbolicLink(at: command.url("link"), withDestinationURL: outside.folder)
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").output.contains("needs --allow-read="))
    let allowed = try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-read", outside.folder.path)
    #expect(allowed.output == "true\tsecret\n")
  }

  @Test func aLinkInTheFolderDoesNotLeadWritingOutOfIt() throws {
    let outside = try Command(["fences.geojson": "old"])
    let command = try Command([
      "s.lua": """
      for _, path in ipairs{ "link/fences.geojson", "fences.geojson" } do
        print(pcall(geoscript.writeGeoJSON, path, {}))
      end
      """, "a.ndjson": Sample.log(1, devices: ["a"]),
    ])
    try FileManager.default.createSymbolicLink(at: command.url("link"), withDestinationURL: outside.folder)
    // A link of the file's own name is replaced, not followed.
    try FileManager.default.createSymbolicLink(
      at: command.url("fences.geojson"), withDestinationURL: outside.url("fences.geojson"))
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--allow-write", command.folder.path)
    #expect(result.lines.first?.contains("link/fences.geojson: writing it needs --allow-write=") == true)
    #expect(result.lines.last == "true")
    #expect(outside.read("fences.geojson") == "old")
    #expect(command.read("fences.geojson").hasPrefix("{\"type\":\"FeatureCollection\""))
  }

  @Test func aScriptCannotReadAPipeOrADevice() throws {
    let command = try Command([
      "s.lua": """
      for _, path in ipairs{ "pipe", "/dev/zero" } do
        print(pcall(geoscript.readRegions, path))
      end
      """
    ])
    #expect(mkfifo(command.path("pipe"), 0o600) == 0)
    let result = try command.run("run", "s.lua", "--allow-read", "/dev")
    #expect(result.lines.count == 2 && result.lines.allSatisfy { $0.contains("is a pipe or a device") })
    #expect(result.code == 0)
  }

  @Test func aTextWithoutEndIsNotReadToTheEnd() throws {
    for words in [["run", "/dev/zero"], ["run", "s.lua", "--profile", "/dev/zero"]] {
      let result = try Command(["s.lua": ""]).start(words).wait()
      #expect(result.code == 66)
      #expect(result.errors.contains("is longer than 16 MiB"), "\(result.errors)")
    }
  }

  @Test func anInstanceStoppedTwiceCountsOnce() throws {
    let result = try run("while true do end", "--max-instructions", "1000")
    #expect(result.code == 65)
    #expect(result.errors.contains("stopped: 1 instance of the script"), "\(result.errors)")
  }

  /// Each would take minutes where the time grows with the square.
  @Test func manyRegionsOneByOneAndManyEventsAtOnceTakeLinearTime() throws {
    let command = try Command([
      "s.lua": """
      local m, list = CLLocationManager(), {}
      for i = 1, 20000 do
        list[i] = CLCircularRegion(CLLocationCoordinate2DMake(i / 1000, 10), 10, "r" .. i)
        m:startMonitoringForRegion(list[i])
      end
      for i = 1, 20000 do m:stopMonitoringForRegion(list[i]) end
      print(#m.monitoredRegions)
      """,
      "a.ndjson": (0..<50_000).map { (number: Int) -> String in
        #"{"time":1780000000,"device":"a","latitude":\#(Double(number) / 1e6),"longitude":2}"# + "\n"
      }.joined(),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--max-instructions", "5000000000")
    #expect(result.lines == ["0"], "\(result.errors)")
    #expect(result.errors.contains("50,000 events"))
  }

  @Test func outputOnItsWayStaysSmall() throws {
    let command = try Command(["s.lua": "for i = 1, 40 do print(('p'):rep(5e6)) end"])
    let result = try command.shell(
      "ulimit -v 400000; \"$geoscript\" run s.lua --max-memory-device 64 | wc -c")
    #expect(result.output.contains("200000040"), "\(result.output)\(result.errors)")
  }
}
