import CommandTesting
import Glibc
import Testing

/// A page of groups that devices change: a device is then in the records of two workers.
@Suite struct PageGroupTests {
  private static let script = """
    local fleet = geoscript.app{ per = "group" }
    fleet:startMonitoringForRegion(CLCircularRegion({ latitude = 0, longitude = 10 }, 200, "depot"))
    function fleet:didEnterRegion(van) geoscript.alert{ title = van.name .. " of " .. fleet.name } end
    """

  /// Each device begins in one of eight groups, inside, and goes on to another one, outside and in again.
  private static let log = (0..<160).map { number in
    let (step, device) = (number / 40, number % 40)
    let group = (device + step / 2 * 3) % 8
    return
      #"{"time":\#(1_780_000_000 + number),"device":"v\#(device)","latitude":\#(step % 2 == 0 ? 0 : 1),"longitude":10,"depot":"g\#(group)"}"#
      + "\n"
  }.joined()

  @Test func itIsTheSameWhicheverWorkerEndsFirst() throws {
    let command = try Command(["s.lua": PageGroupTests.script, "a.ndjson": PageGroupTests.log])
    var pages: Set<String> = []
    for number in 0..<6 {
      let result = try command.run(
        "run", "s.lua", "--from", "a.ndjson", "--group-by", "depot", "--jobs", "3", "--page",
        "p\(number).html",
        "--quiet")
      #expect(result.code == 0, "\(result.errors)")
      pages.insert(command.read("p\(number).html"))
    }
    #expect(pages.count == 1 && pages.first?.isEmpty == false)
    // Each device once, with all of its fixes.
    let page = try #require(pages.first)
    for device in 0..<40 {
      #expect(page.ranges(of: "{\"name\":\"v\(device)\",\"at\":").count == 1)
    }
    #expect(page.ranges(of: "\"all\":4,\"fixes\":4,").count == 40)
  }

  /// A worker numbers the regions of a device anew; a served page once took the numbers of one worker for those of
  /// another, and the run crashed.
  @Test func aServedPageTakesThemFromSeveralWorkers() throws {
    let script = """
      local fleet = geoscript.app{ per = "group" }
      for n = 1, fleet.name == "g0" and 5 or 1 do
        local center = { latitude = n - 1, longitude = 10 }
        fleet:startMonitoringForRegion(CLCircularRegion(center, 200, fleet.name .. " " .. n))
      end
      """
    let log = (0..<4000).map { number in
      let (step, device) = (number / 20, number % 20)
      return
        #"{"time":\#(1_780_000_000 + number),"device":"v\#(device)","latitude":\#(step % 7),"longitude":10,"depot":"g\#((device + step / 5) % 4)"}"#
        + "\n"
    }.joined()
    let command = try Command(["s.lua": script, "a.ndjson": log])
    let running = try command.start([
      "run", "s.lua", "--from", "a.ndjson", "--group-by", "depot", "--jobs", "4", "--page", "127.0.0.1:0",
    ])
    #expect(Running.eventually(within: 120) { command.read(".errors").contains("the page stays at ") })
    running.send(SIGTERM)
    #expect(running.wait().code == 0, "\(command.read(".errors"))")
  }
}
