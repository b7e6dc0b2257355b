import CommandTesting
import Geo
import GeoDelivery
import GeoFeeds
import Testing

@testable import GeoHost

/// A recorded run replays to the same output.
@Suite struct ExactReplayTests {
  /// Raises an alert for each callback, with the device's time.
  static let script = """
    local manager = CLLocationManager.new{}
    local function tell(what, late)
      geoscript.alert{
        title = what, phone = geoscript.device.id, late = true, now = geoscript.now():timeIntervalSince1970() }
    end
    manager.delegate = {
      didUpdateToLocation = function(_, new, old)
        tell('fix ' .. new.coordinate.latitude .. (old and ' after ' .. old.coordinate.latitude or ''))
        if new.coordinate.latitude == 30 then geoscript.after(0, function() tell 'at once' end) end
      end,
      didFailWithError = function(_, error) tell('error ' .. error.code) end,
      didUpdateHeading = function(_, heading) tell('heading ' .. heading.magneticHeading) end,
      didEnterRegion = function(_, region)
        tell('enter ' .. region.identifier)
        geoscript.after(7.25, function() tell('after ' .. region.identifier) end)
      end,
      didExitRegion = function(_, region) tell('exit ' .. region.identifier) end,
      didDwellInRegion = function(_, region) tell('dwell ' .. region.identifier) end,
    }
    local function circle(identifier)
      return CLCircularRegion.new{
        identifier = identifier, center = CLLocationCoordinate2DMake(10, 10), radius = 500,
      }
    end
    local slow, stay = circle 'slow', circle 'stay'
    slow.enterDelay, slow.exitDelay = 30, 60
    stay.dwell = 45
    for _, region in ipairs{ slow, stay } do manager:startMonitoringForRegion(region, 0) end
    manager:startUpdatingLocation()
    manager:startUpdatingHeading()
    local count = 0
    local ticker
    ticker = geoscript.every(20.5, function()
      count = count + 1
      tell('tick ' .. count)
      if count == 9 then ticker:cancel() end
    end)
    geoscript.onFinish(function() tell 'end' end)

    """

  /// A source that plays on the fake clock.
  private struct Stage {
    let source: FakeSource
    let inbox: LiveInbox
    let clock: FakeClock

    func event(_ device: String, _ payload: DeviceEvent.Payload, measured: TimeInterval? = nil) -> DeviceEvent
    {
      DeviceEvent(
        time: inbox.now, timestamp: measured ?? inbox.now, device: source.device(device), payload: payload)
    }

    /// Sleeps on the fake clock, second by second, so that what is due on the way has its turn.
    func wait(_ seconds: Double) {
      for _ in 0..<Int(seconds) {
        clock.move(to: clock.now + 1)
        inbox.signal()
        // Everything due is handled before this returns.
        inbox.deliverUnacknowledged([])
      }
    }
  }

  /// Two consecutive sources with every kind of event.
  @Sendable private static func first(_ clock: FakeClock) -> @Sendable (FakeSource, LiveInbox) -> Void {
    { source, inbox in
      let stage = Stage(source: source, inbox: inbox, clock: clock)
      // Numbered first, delivered last.
      _ = source.device("never")
      _ = source.device("late")
      inbox.deliverUnacknowledged([
        source.fix(9, 10, at: inbox.now, of: "a"), source.fix(10, 10, at: inbox.now, of: "b"),
      ])
      stage.wait(3)
      let twice = source.fix(10, 10, at: inbox.now, of: "a")
      inbox.deliverUnacknowledged([twice, twice])
      stage.wait(40)
      inbox.deliverUnacknowledged([
        stage.event("a", .error(code: 0)), stage.event("b", .setting(.network(up: false))),
        stage.event("b", .heading(HeadingReading(magneticHeading: 12.5, headingAccuracy: 3))),
        stage.event("a", .message(DeviceMessage(.attributes, form: "owntracks", json: #"{"batt":17}"#))),
        stage.event(
          "a",
          .message(DeviceMessage(.message, form: "owntracks", type: "lwt", json: #"{"_type":"lwt","tst":5}"#))
        ),
      ])
      stage.wait(20)
      // An event from the future and a late one: both are ignored.
      inbox.deliverUnacknowledged([source.fix(50, 10, at: inbox.now, measured: inbox.now + 100, of: "b")])
      inbox.deliverUnacknowledged([source.fix(51, 10, at: inbox.now, measured: inbox.now - 50, of: "b")])
      stage.wait(1)
      inbox.deliverUnacknowledged([
        source.fix(10.001, 10, at: inbox.now, of: "late"), stage.event("late", .signalLost),
      ])
      stage.wait(70)
      // The date of the last fix was wrong: three older ones in a row.
      inbox.deliverUnacknowledged([source.fix(20, 10, at: inbox.now, measured: inbox.now + 40, of: "b")])
      for number in 0..<5 {
        stage.wait(1)
        inbox.deliverUnacknowledged([
          source.fix(21 + Double(number), 10, at: inbox.now, measured: inbox.now - 10, of: "b")
        ])
      }
      // The script is behind: updates are merged into the newest.
      let begin = inbox.now
      clock.move(to: begin + 30.125)
      inbox.deliverUnacknowledged(
        (0..<6).map { source.fix(30 - Double($0) / 4, 10, at: begin + Double($0), of: "a") } + [
          source.fix(40, 10, at: begin + 2, of: "b")
        ])
      stage.wait(65)
      inbox.deliverUnacknowledged([
        source.fix(30, 10, at: inbox.now, of: "a"), stage.event("b", .app(.background)),
      ])
      stage.wait(2)
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  private func lines(_ text: String, sorted: Bool) throws -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    guard sorted else { return lines }
    return try lines.map { (try JSONParser.parse($0), $0) }
      .sorted { a, b in key(a.0) < key(b.0) }.map(\.1)
  }

  private func key(_ json: JSONValue) -> (Double, String, Double) {
    func number(_ name: String) -> Double {
      switch json[name] {
      case .number(let value)?: value
      case .integer(let value)?: Double(value)
      default: 0
      }
    }
    return (number("now"), json["device"]?.text ?? "", number("sequence"))
  }

  @Test(arguments: [1, 2], [0.0, 3.0])
  func aLiveRunReplaysToTheSame(jobs: Int, window: Double) throws {
    let rig = try LiveRig(ExactReplayTests.script) {
      $0.jobs = jobs
      $0.reorderWindow = window
      $0.staleAfter = 25
      $0.record = nil
    }
    var live = rig
    live.options.record = rig.command.path("rec.ndjson")
    #expect(try live.run(ExactReplayTests.first(rig.clock)) == 0)
    let told = rig.command.read("out")
    for word in [
      "tick 9", "dwell stay", "enter slow", "exit slow", "after slow", "at once", "error 0", "heading 12.5",
      "\"phone\":\"late\"", "\"end\"",
    ] {
      #expect(told.contains(word), "\(word) was not tried")
    }
    let recording = rig.command.read("rec.ndjson")
    for word in [
      #""coalesced":true"#, #""rebases":true"#, #""type":"clock""#, #""type":"message""#, "attributes",
    ] {
      #expect(recording.contains(word), "\(word) was not tried")
    }
    for replayJobs in [1, 2] {
      var options = rig.options
      options.sources = [rig.command.path("rec.ndjson")]
      options.staleAfter = nil
      options.reorderWindow = nil
      options.jobs = replayJobs
      options.alerts = [.ndjson(path: rig.command.path("again\(replayJobs)"))]
      #expect(try Run(options).run() == 0)
      let again = rig.command.read("again\(replayJobs)")
      if jobs == 1, replayJobs == 1 { #expect(again == told) }
      #expect(try lines(again, sorted: true) == lines(told, sorted: true))
    }
  }

  @Test func aRunOnTheWallClockReplaysToTheSame() throws {
    let script = """
      print('start', geoscript.device.id)
      local count = 0
      geoscript.every(0.05, function()
        count = count + 1
        print('tick', count, geoscript.now():timeIntervalSince1970())
        if count == 2 then geoscript.after(0.03, function() print('once', geoscript.now()) end) end
        if count == 3 then error('stop here') end
      end)
      geoscript.after(0.2, function() for _ = 1, 3 do print('x') end end)
      geoscript.onFinish(function() print('end', geoscript.now():timeIntervalSince1970()) end)
      """
    let command = try Command([
      "s.lua": script.replacing("geoscript.every(", with: "local t\nt = geoscript.every(")
        .replacing("if count == 3 then", with: "if count == 6 then t:cancel() end if count == 3 then")
    ])
    let live = try command.run("run", "s.lua", "--json", "--record", "r.ndjson.gz")
    #expect(live.output.contains("once"))
    let again = try command.run("run", "s.lua", "--json", "--from", "r.ndjson.gz")
    // The last record is the summary: the replay reads the clock from the file, so it counts more events.
    #expect(live.lines.dropLast() == again.lines.dropLast())
    #expect(live.code == again.code)
  }
}
