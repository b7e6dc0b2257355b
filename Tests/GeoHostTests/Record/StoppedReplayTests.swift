import CommandTesting
import Foundation
import Geo
import GeoDelivery
import GeoFeeds
import Testing

@testable import GeoHost

/// Recordings of runs that a signal ended, and of devices that watch each other, replay to the same output.
@Suite struct StoppedReplayTests {
  /// Prints each fix, timer and the end.
  private static let ticker = """
    local app, count = {}, 0
    function app.didUpdateToLocation(_, new) print('fix', new.coordinate.latitude, geoscript.now()) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    geoscript.every(0.01, function()
      count = count + 1
      if count % 5000 == 0 then print('tick', count) end
    end)
    geoscript.every(1, function() count = count + 1000000 end)
    geoscript.onFinish(function() print('end', count, geoscript.now()) end)
    """

  /// Months of timers between two fixes: the signal comes among them. With a window that is when the input has ended.
  @Test(arguments: [1, 2], [0, 3]) func aReplayThatWasStoppedAmongTimersStopsThereAgain(
    jobs: Int, window: Int
  ) throws {
    let text = Sample.log(1, devices: ["a"]) + #"{"time":1790000000,"device":"a","type":"clock"}"# + "\n"
    let command = try Command(["s.lua": StoppedReplayTests.ticker, "log.ndjson": text])
    let running = try command.start([
      "run", "s.lua", "--from", "log.ndjson", "--record", "r.ndjson", "--jobs", "\(jobs)",
      "--reorder-window", "\(window)",
    ])
    // It has begun by then; wherever it is, it stops there again.
    usleep(1_500_000)
    running.send(SIGINT)
    let first = running.wait()
    #expect(first.code == 130)
    let again = try command.run("run", "s.lua", "--from", "r.ndjson", "--jobs", "\(jobs)")
    #expect(again.code == 0)
    #expect(again.output == first.output)
    let last = command.read("r.ndjson").split(separator: "\n").last
    #expect(last?.hasPrefix(#"{"type":"stopped""#) == true)
  }

  @Test func aPacedReplayThatWasStoppedStopsThereAgain() throws {
    let command = try Command([
      "s.lua": StoppedReplayTests.ticker, "log.ndjson": Sample.log(500, devices: ["a", "b"], seconds: 1),
    ])
    let running = try command.start([
      "run", "s.lua", "--from", "log.ndjson", "--speed", "20", "--record", "r.ndjson.gz",
    ])
    #expect(running.waitFor("fix\t0.5"))
    running.send(SIGTERM)
    let first = running.wait()
    #expect(first.code == 143)
    let again = try command.run("run", "s.lua", "--from", "r.ndjson.gz")
    #expect(again.output == first.output)
  }

  // MARK: Devices that watch each other

  private static let pair = """
    local app = {}
    local function tell(word) return function(_, what)
      geoscript.alert{
        title = word, late = true, phone = geoscript.device.id, now = geoscript.now():timeIntervalSince1970(),
        what = word == 'fix' and what.coordinate.latitude or what.identifier }
    end end
    app.didEnterRegion, app.didExitRegion = tell 'enter', tell 'exit'
    app.didUpdateToLocation = function(_, new) tell 'fix'(_, new) end
    local manager = CLLocationManager.new{ delegate = app }
    for _, other in ipairs{ 'a', 'b', 'c' } do
      if other ~= geoscript.device.id then manager:startMonitoringProximity(other, 100, 150, 60) end
    end
    manager:startUpdatingLocation()
    geoscript.every(0.7, function()
      geoscript.alert{ title = 'tick', late = true, now = geoscript.now():timeIntervalSince1970() }
    end)
    geoscript.onFinish(function() geoscript.alert{ title = 'end', late = true } end)
    """

  /// Fixes of three devices about one place, some of them late; by a generator whose numbers are Knuth's MMIX.
  private static func fixes(_ seed: UInt64) -> [(device: String, time: Double, delay: Double, north: Double)]
  {
    var state = seed
    func below(_ limit: UInt64) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double((state >> 33) % limit)
    }
    var time = 1000.0
    return (0..<120).map { _ in
      time += below(9) / 4
      return (["a", "b", "c"][Int(below(3))], time, below(7) / 2, below(400))
    }
  }

  @Test(arguments: [0.0, 3.0], [1, 2, 3] as [UInt64])
  func devicesThatWatchEachOtherLiveReplayToTheSame(window: Double, seed: UInt64) throws {
    var rig = try LiveRig(StoppedReplayTests.pair) { $0.reorderWindow = window }
    rig.options.record = rig.command.path("r.ndjson")
    let clock = rig.clock
    let count = 120
    _ = try rig.run { source, inbox in
      var batch: [DeviceEvent] = []
      for (number, fix) in StoppedReplayTests.fixes(seed).enumerated() {
        clock.move(to: fix.time)
        batch.append(
          source.fix(fix.north / 110_574.3, 0, at: inbox.now, measured: inbox.now - fix.delay, of: fix.device)
        )
        // Some come together, after the wall has moved on.
        if number % 3 != 0 || number == count - 1 {
          inbox.deliverUnacknowledged(batch)
          batch = []
        }
      }
      inbox.post(.end(source: source.name, fault: nil))
    }
    try replaysTheSame(rig.options, rig.command)
  }

  @Test(arguments: [0.0, 3.0], [1, 2, 3] as [UInt64])
  func devicesThatWatchEachOtherInAFileReplayToTheSame(window: Double, seed: UInt64) throws {
    let rig = try LiveRig(StoppedReplayTests.pair)
    var text = ""
    for fix in StoppedReplayTests.fixes(seed) {
      text +=
        #"{"time":\#(fix.time),"timestamp":\#(fix.time - fix.delay),"device":"\#(fix.device)","#
        + #""latitude":\#(fix.north / 110_574.3),"longitude":0,"horizontalAccuracy":5}"# + "\n"
    }
    try text.write(to: rig.command.url("log.ndjson"), atomically: false, encoding: .utf8)
    var options = rig.options
    options.sources = [rig.command.path("log.ndjson")]
    options.reorderWindow = window
    options.record = rig.command.path("r.ndjson")
    #expect(try Run(options).run() == 0)
    try replaysTheSame(options, rig.command)
  }

  private func replaysTheSame(_ options: RunOptions, _ command: Command) throws {
    let told = command.read("out")
    #expect(told.contains("\"enter\"") && told.contains("\"exit\""))
    var options = options
    options.sources = [command.path("r.ndjson")]
    options.reorderWindow = nil
    options.record = nil
    options.alerts = [.ndjson(path: command.path("again"))]
    #expect(try Run(options).run() == 0)
    #expect(command.read("again") == told)
  }
}
