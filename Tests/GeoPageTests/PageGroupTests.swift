import CommandTesting
import Testing

/// A page of groups that devices change: a device is then in the records of two workers.
@Suite struct PageFileGroupTests {
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
    let command = try Command(["s.lua": PageFileGroupTests.script, "a.ndjson": PageFileGroupTests.log])
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
  }
}
